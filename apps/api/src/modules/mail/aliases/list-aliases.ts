import { mailAliases, mailAliasTargets, mailDomains, mailForwardTargets } from "@zonepost/db";
import type { MailAlias, MailAliasTarget, PageQuery } from "@zonepost/schema";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { isCurrent, type MailDomainRow } from "../model/mail-domain-row.ts";
import { domainOfAddress } from "../model/policy.ts";

type AliasRow = Omit<typeof mailAliases.$inferSelect, "mailDomainId">;

/** Only names that the actor can see count as internal, so that other domains with mail aren't revealed. */
async function readOwnDomainNames(db: Queryable, ctx: WorkspaceCtx): Promise<ReadonlySet<string>> {
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
  const ownDomainNames = await readOwnDomainNames(db, ctx);
  const targets = await db
    .select({
      aliasId: mailAliasTargets.aliasId,
      address: mailAliasTargets.address,
      confirmedAt: mailForwardTargets.confirmedAt,
    })
    .from(mailAliasTargets)
    .leftJoin(
      mailForwardTargets,
      and(
        eq(mailForwardTargets.mailDomainId, mailDomain.id),
        eq(mailForwardTargets.address, mailAliasTargets.address),
      ),
    )
    .where(
      inArray(
        mailAliasTargets.aliasId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(mailAliasTargets.position));
  return rows.map((row) => {
    const toAddresses = targets
      .filter((target) => target.aliasId === row.id)
      .map(({ address, confirmedAt }): MailAliasTarget => {
        const external = !ownDomainNames.has(domainOfAddress(address));
        return {
          address,
          external,
          state: external && confirmedAt === null ? "waiting_for_confirmation" : "active",
        };
      });
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
