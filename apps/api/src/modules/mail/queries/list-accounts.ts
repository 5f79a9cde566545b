import { mailAccounts } from "@zonepost/db";
import type { MailAccount, PageQuery } from "@zonepost/schema";
import { and, asc, eq, gt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { publicId } from "../../../kernel/ids.ts";
import type { OperationResult } from "../../../kernel/operation.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "./get-own-mail-domain.ts";

type AccountRow = Omit<typeof mailAccounts.$inferSelect, "mailDomainId" | "passwordHash">;

export const accountOfRow = (row: AccountRow): MailAccount => ({
  id: publicId("mac", row.id),
  fullAddress: row.fullAddress,
  displayName: row.displayName,
  active: row.active,
  createdAt: row.createdAt.toISOString(),
});

/** The accounts of one mail domain by address; all of them, or a page where one is asked for. */
export async function listAccounts(ctx: WorkspaceCtx, domainName: string): Promise<MailAccount[]>;
export async function listAccounts(
  ctx: WorkspaceCtx,
  domainName: string,
  query: PageQuery,
): Promise<OperationResult<MailAccount[]>>;
export async function listAccounts(
  ctx: WorkspaceCtx,
  domainName: string,
  query: PageQuery = {},
): Promise<OperationResult<MailAccount[]>> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
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
        query.cursor === undefined ? undefined : gt(mailAccounts.fullAddress, decodeCursor(query.cursor)),
      ),
    )
    .orderBy(asc(mailAccounts.fullAddress));
  if (query.limit === undefined) return (await rows).map(accountOfRow);
  const found = await rows.limit(query.limit + 1);
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  return {
    page: page.map(accountOfRow),
    nextCursor: found.length > page.length && last ? encodeCursor(last.fullAddress) : null,
  };
}
