import { mailAccounts } from "@zonepost/db";
import type { MailAccount, PageQuery } from "@zonepost/schema";
import { and, asc, eq, gt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";

type AccountRow = Omit<typeof mailAccounts.$inferSelect, "mailDomainId" | "passwordHash">;

export const accountOfRow = (row: AccountRow): MailAccount => ({
  id: publicId("mac", row.id),
  fullAddress: row.fullAddress,
  displayName: row.displayName,
  active: row.active,
  createdAt: row.createdAt.toISOString(),
});

export async function listAccounts(
  ctx: WorkspaceCtx,
  domainName: string,
  query: PageQuery = {},
): Promise<OperationResult<MailAccount[]>> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const after = placeAfter(query);
  return listOrPage(query, {
    read(limit) {
      const rows = ctx.db
        .select({
          id: mailAccounts.id,
          fullAddress: mailAccounts.fullAddress,
          displayName: mailAccounts.displayName,
          active: mailAccounts.active,
          createdAt: mailAccounts.createdAt,
        })
        .from(mailAccounts)
        .where(
          and(
            eq(mailAccounts.mailDomainId, mailDomain.id),
            after === undefined ? undefined : gt(mailAccounts.fullAddress, after),
          ),
        )
        .orderBy(asc(mailAccounts.fullAddress));
      return limit === undefined ? rows : rows.limit(limit);
    },
    placeOf: (row) => row.fullAddress,
    present: accountOfRow,
  });
}
