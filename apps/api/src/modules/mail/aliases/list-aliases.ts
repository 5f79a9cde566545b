import { mailAliases, mailAliasTargets } from "@zonepost/db";
import type { MailAlias, PageQuery } from "@zonepost/schema";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { describeTargets } from "../forwarding/describe-targets.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";

type AliasRow = Omit<typeof mailAliases.$inferSelect, "mailDomainId">;

/** Adds their targets to aliases of one mail domain. */
export async function presentAliases(
  db: Queryable,
  ctx: WorkspaceCtx,
  mailDomain: Pick<MailDomainRow, "id">,
  rows: readonly AliasRow[],
): Promise<MailAlias[]> {
  if (rows.length === 0) {
    return [];
  }
  const targets = await db
    .select({ aliasId: mailAliasTargets.aliasId, address: mailAliasTargets.address })
    .from(mailAliasTargets)
    .where(
      inArray(
        mailAliasTargets.aliasId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(mailAliasTargets.position));
  const described = await describeTargets(
    db,
    ctx,
    mailDomain,
    targets.map(({ address }) => address),
  );
  return rows.map((row) => {
    const toAddresses = targets.flatMap(
      ({ aliasId, address }) => (aliasId === row.id && described.get(address)) || [],
    );
    return {
      id: publicId("mal", row.id),
      fromAddress: row.fromAddress,
      toAddress: toAddresses[0]?.address ?? "",
      toAddresses,
      createdAt: row.createdAt.toISOString(),
    };
  });
}

export async function listAliases(
  ctx: WorkspaceCtx,
  domainName: string,
  query: PageQuery = {},
): Promise<OperationResult<MailAlias[]>> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const after = placeAfter(query);
  return listOrPage(query, {
    async read(limit) {
      const rows = ctx.db
        .select({
          id: mailAliases.id,
          fromAddress: mailAliases.fromAddress,
          createdAt: mailAliases.createdAt,
        })
        .from(mailAliases)
        .where(
          and(
            eq(mailAliases.mailDomainId, mailDomain.id),
            after === undefined ? undefined : gt(mailAliases.fromAddress, after),
          ),
        )
        .orderBy(asc(mailAliases.fromAddress));
      return presentAliases(ctx.db, ctx, mailDomain, await (limit === undefined ? rows : rows.limit(limit)));
    },
    placeOf: (alias) => alias.fromAddress,
    present: (alias) => alias,
  });
}
