import type { MailActivation } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { activationOfRow } from "../mail-domain-row.ts";
import { getOwnMailDomain } from "./get-own-mail-domain.ts";

/** For those who activate mail, and may not be allowed to read all of it. */
export async function getMailActivation(ctx: WorkspaceCtx, domainName: string): Promise<MailActivation> {
  requireRight(ctx.actor, "mail:write");
  return activationOfRow(await getOwnMailDomain(ctx, domainName), await ctx.clock.now());
}
