import type { MailActivation } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readSigningKey } from "../dkim/signing-key.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { activationOfRow } from "../model/mail-domain-row.ts";

/** For those who activate mail, and may not be allowed to read all of it. */
export async function getMailActivation(ctx: WorkspaceCtx, domainName: string): Promise<MailActivation> {
  requireRight(ctx.actor, "mail:write");
  const row = await getOwnMailDomain(ctx, domainName);
  return activationOfRow(row, await readSigningKey(ctx.db, row.id), await ctx.clock.now());
}
