import { mailAliases, mailDomains } from "@zonepost/db";
import type { MailAlias, PageQuery } from "@zonepost/schema";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { publicId } from "../../../kernel/ids.ts";
import type { OperationResult } from "../../../kernel/operation.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { domainOfAddress } from "../policy.ts";
import { getOwnMailDomain } from "./get-own-mail-domain.ts";

type AliasRow = Omit<typeof mailAliases.$inferSelect, "mailDomainId">;

export const aliasOfRow = (row: AliasRow, ownDomainNames: ReadonlySet<string>): MailAlias => ({
  id: publicId("mal", row.id),
  fromAddress: row.fromAddress,
  toAddress: row.toAddress,
  external: !ownDomainNames.has(domainOfAddress(row.toAddress)),
  createdAt: row.createdAt.toISOString(),
});

/** The names that count as internal: the workspace's own, since who else has mail here is nobody's business. */
export async function readOwnDomainNames(db: Queryable, ctx: WorkspaceCtx): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ name: mailDomains.domainName })
    .from(mailDomains)
    .where(eq(mailDomains.workspaceId, ctx.actor.workspaceId));
  return new Set(rows.map((row) => row.name));
}

/** The aliases of one mail domain by address; all of them, or a page where one is asked for. */
export async function listAliases(ctx: WorkspaceCtx, domainName: string): Promise<MailAlias[]>;
export async function listAliases(
  ctx: WorkspaceCtx,
  domainName: string,
  query: PageQuery,
): Promise<OperationResult<MailAlias[]>>;
export async function listAliases(
  ctx: WorkspaceCtx,
  domainName: string,
  query: PageQuery = {},
): Promise<OperationResult<MailAlias[]>> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const ownDomainNames = await readOwnDomainNames(ctx.db, ctx);
  const rows = ctx.db
    .select({
      id: mailAliases.id,
      fromAddress: mailAliases.fromAddress,
      toAddress: mailAliases.toAddress,
      createdAt: mailAliases.createdAt,
    })
    .from(mailAliases)
    .where(
      and(
        eq(mailAliases.mailDomainId, mailDomain.id),
        query.cursor === undefined ? undefined : isAfter(decodeCursor(query.cursor)),
      ),
    )
    .orderBy(asc(mailAliases.fromAddress), asc(mailAliases.toAddress));
  if (query.limit === undefined) return (await rows).map((row) => aliasOfRow(row, ownDomainNames));
  const found = await rows.limit(query.limit + 1);
  const page = found.slice(0, query.limit);
  const last = page.at(-1);
  return {
    page: page.map((row) => aliasOfRow(row, ownDomainNames)),
    nextCursor:
      found.length > page.length && last ? encodeCursor(`${last.fromAddress} ${last.toAddress}`) : null,
  };
}

// The order is by both addresses, and so is the cursor; no address holds a space.
function isAfter(key: string) {
  const [fromAddress = "", toAddress = ""] = key.split(" ");
  return sql`(${mailAliases.fromAddress}, ${mailAliases.toAddress}) > (${fromAddress}, ${toAddress})`;
}
