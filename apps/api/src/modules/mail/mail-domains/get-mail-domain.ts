import type { MailDomain } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readMailDomain } from "./list-mail-domains.ts";

export async function getMailDomain(ctx: WorkspaceCtx, domainName: string): Promise<MailDomain> {
  requireRight(ctx.actor, "mail:read");
  return readMailDomain(ctx, domainName);
}
