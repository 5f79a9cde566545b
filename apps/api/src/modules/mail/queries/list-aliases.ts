import { mailAliases, mailDomains } from "@zonepost/db";
import type { MailAlias, PageQuery } from "@zonepost/schema";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isCurrent } from "../mail-domain-row.ts";
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

/** Only names that the actor can see count as internal, so that other domains with mail aren't revealed. */
export async function readOwnDomainNames(db: Queryable, ctx: WorkspaceCtx): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ name: mailDomains.domainName })
    .from(mailDomains)
    .where(
      and(
        eq(mailDomains.workspaceId, ctx.actor.workspaceId),
        isCurrent,
        ctx.actor.domainNames ? inArray(mailDomains.domainName, [...ctx.actor.domainNames]) : undefined,
      ),
    );
  return new Set(rows.map((row) => row.name));
}

export async function listAliases(
  ctx: WorkspaceCtx,
  domainName: string,
  query: PageQuery = {},
): Promise<OperationResult<MailAlias[]>> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const ownDomainNames = await readOwnDomainNames(ctx.db, ctx);
  const after = isAfter(placeAfter(query));
  return listOrPage(query, {
    read(limit) {
      const rows = ctx.db
        .select({
          id: mailAliases.id,
          fromAddress: mailAliases.fromAddress,
          toAddress: mailAliases.toAddress,
          createdAt: mailAliases.createdAt,
        })
        .from(mailAliases)
        .where(and(eq(mailAliases.mailDomainId, mailDomain.id), after))
        .orderBy(asc(mailAliases.fromAddress), asc(mailAliases.toAddress));
      return limit === undefined ? rows : rows.limit(limit);
    },
    placeOf: (row) => `${row.fromAddress} ${row.toAddress}`,
    present: (row) => aliasOfRow(row, ownDomainNames),
  });
}

// Ordered by both addresses, as is the cursor; addresses contain no spaces.
function isAfter(place: string | undefined) {
  if (place === undefined) {
    return undefined;
  }
  const [fromAddress = "", toAddress = ""] = place.split(" ");
  return sql`(${mailAliases.fromAddress}, ${mailAliases.toAddress}) > (${fromAddress}, ${toAddress})`;
}
