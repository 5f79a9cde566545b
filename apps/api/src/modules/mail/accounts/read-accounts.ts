import { mailAccounts, mailAccountUse } from "@zonepost/db";
import type { MailAccount } from "@zonepost/schema";
import { and, asc, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { describeTargets } from "../forwarding/describe-targets.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { planOf } from "../model/policy.ts";
import { readSending } from "../sending-limit/read-sending.ts";
import { limitedUntil } from "../sending-limit/sending-policy.ts";
import { sumUsedBytes } from "./count-use.ts";
import { isFull } from "./policy.ts";

/** An account due for erasure never comes back, even if it has not been deleted yet. */
export const isNotErasedAt = (now: Date) => or(isNull(mailAccounts.erasesAt), gt(mailAccounts.erasesAt, now));

export const isDeleted = isNotNull(mailAccounts.deletedAt);
export const isNotDeleted = isNull(mailAccounts.deletedAt);

/** An account of this mail domain; another ID, or none, matches no row. */
export function isAccount({ id }: Pick<MailDomainRow, "id">, accountId: string, now: Date): SQL | undefined {
  const uuid = rowId("mac", accountId);
  if (uuid === undefined) {
    throw notFound();
  }
  return and(eq(mailAccounts.mailDomainId, id), eq(mailAccounts.id, uuid), isNotErasedAt(now));
}

/** Sorted by address. Never reads the password's hash. */
export async function readAccounts(
  db: Queryable,
  ctx: Pick<WorkspaceCtx, "actor">,
  mailDomain: Pick<MailDomainRow, "id" | "planSlug" | "storageGigabytes">,
  { where, now, limit }: { where: SQL | undefined; now: Date; limit?: number | undefined },
): Promise<MailAccount[]> {
  const query = db
    .select({
      id: mailAccounts.id,
      fullAddress: mailAccounts.fullAddress,
      displayName: mailAccounts.displayName,
      active: mailAccounts.active,
      maySend: mailAccounts.maySend,
      mayReceive: mailAccounts.mayReceive,
      quotaMegabytes: mailAccounts.quotaMegabytes,
      usedBytes: sql<number>`coalesce(${mailAccountUse.usedBytes}, 0)`.mapWith(Number),
      messageCount: sql<number>`coalesce(${mailAccountUse.messageCount}, 0)`.mapWith(Number),
      forwardTo: mailAccounts.forwardTo,
      keepCopy: mailAccounts.keepCopy,
      lastLoginAt: mailAccountUse.lastLoginAt,
      deletedAt: mailAccounts.deletedAt,
      erasesAt: mailAccounts.erasesAt,
      createdAt: mailAccounts.createdAt,
    })
    .from(mailAccounts)
    .leftJoin(mailAccountUse, eq(mailAccountUse.accountId, mailAccounts.id))
    .where(and(eq(mailAccounts.mailDomainId, mailDomain.id), isNotErasedAt(now), where))
    .orderBy(asc(mailAccounts.fullAddress));
  const rows = await (limit === undefined ? query : query.limit(limit));
  const use = { ...mailDomain, usedBytes: await sumUsedBytes(db, mailDomain.id) };
  const forwards = rows.flatMap(({ fullAddress, forwardTo }) =>
    forwardTo === null ? [] : { source: fullAddress, target: forwardTo },
  );
  const targets = await describeTargets(db, ctx, mailDomain, forwards);
  const targetOf = new Map(forwards.map(({ source }, index) => [source, targets[index]]));
  const sent = await readSending(
    db,
    "own",
    rows.map(({ id }) => id),
  );
  const { recipientsPerHour } = planOf(mailDomain.planSlug);
  return rows.map(({ forwardTo, lastLoginAt, deletedAt, erasesAt, createdAt, ...row }) => ({
    ...row,
    id: publicId("mac", row.id),
    full: isFull(row, use),
    forwardTo: (forwardTo !== null && targetOf.get(row.fullAddress)) || null,
    sendingLimitedUntil: limitedUntil(sent.get(row.id) ?? [], recipientsPerHour)?.toISOString() ?? null,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
    erasesAt: erasesAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

export async function readAccount(
  db: Queryable,
  ctx: Pick<WorkspaceCtx, "actor">,
  mailDomain: Pick<MailDomainRow, "id" | "planSlug" | "storageGigabytes">,
  accountId: string,
  now: Date,
): Promise<MailAccount> {
  const [account] = await readAccounts(db, ctx, mailDomain, {
    where: isAccount(mailDomain, accountId, now),
    now,
  });
  if (!account) {
    throw notFound();
  }
  return account;
}
