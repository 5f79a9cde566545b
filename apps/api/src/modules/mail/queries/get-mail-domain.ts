import type { MailDomain } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readMailDomains } from "./list-mail-domains.ts";

export async function getMailDomain(ctx: WorkspaceCtx, domainName: string): Promise<MailDomain> {
  requireRight(ctx.actor, "mail:read");
  const [mailDomain] = await readMailDomains(ctx, domainName);
  if (!mailDomain) {
    throw notFound();
  }
  return mailDomain;
}
