import { mailAccounts } from "@zonepost/db";
import type { MailAccount, MailAccountQuery } from "@zonepost/schema";
import { and, gt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { isDeleted, isNotDeleted, readAccounts } from "./read-accounts.ts";

export async function listAccounts(
  ctx: WorkspaceCtx,
  domainName: string,
  { state = "current", ...query }: MailAccountQuery = {},
): Promise<OperationResult<MailAccount[]>> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const now = await ctx.clock.now();
  const after = placeAfter(query);
  const where = and(
    state === "deleted" ? isDeleted : isNotDeleted,
    after === undefined ? undefined : gt(mailAccounts.fullAddress, after),
  );
  return listOrPage(query, {
    read: (limit) => readAccounts(ctx.db, ctx, mailDomain, { where, now, limit }),
    placeOf: (account) => account.fullAddress,
    present: (account) => account,
  });
}
