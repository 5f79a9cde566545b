import type { MailAccount } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { readAccount } from "./read-accounts.ts";

export async function getAccount(
  ctx: WorkspaceCtx,
  { domainName, id }: { domainName: string; id: string },
): Promise<MailAccount> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  return readAccount(ctx.db, ctx, mailDomain, id, await ctx.clock.now());
}
