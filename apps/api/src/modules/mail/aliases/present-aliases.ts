import { type mailAliases, mailAliasTargets } from "@zonepost/db";
import type { MailAlias } from "@zonepost/schema";
import { asc, inArray } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { describeTargets } from "../forwarding/describe-targets.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";

export type AliasRow = Omit<typeof mailAliases.$inferSelect, "mailDomainId">;

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
  const sourceOf = new Map(rows.map(({ id, fromAddress }) => [id, fromAddress]));
  const described = await describeTargets(
    db,
    ctx,
    mailDomain,
    targets.map(({ aliasId, address }) => ({ source: sourceOf.get(aliasId) ?? "", target: address })),
  );
  return rows.map((row) => {
    const toAddresses = described.filter((_, index) => targets[index]?.aliasId === row.id);
    return {
      id: publicId("mal", row.id),
      fromAddress: row.fromAddress,
      toAddress: toAddresses[0]?.address ?? "",
      toAddresses,
      createdAt: row.createdAt.toISOString(),
    };
  });
}

export async function presentAlias(
  db: Queryable,
  ctx: WorkspaceCtx,
  mailDomain: Pick<MailDomainRow, "id">,
  row: AliasRow,
): Promise<MailAlias> {
  const [alias] = await presentAliases(db, ctx, mailDomain, [row]);
  if (!alias) {
    throw new Error("an alias has no row");
  }
  return alias;
}
