import type { MailEventKind } from "@zonepost/schema";
import { type SQL, sql } from "drizzle-orm";

/** Logs have whole seconds, so steps of the same second are put into the order in which they happen. */
const order: readonly (readonly MailEventKind[])[] = [
  ["received"],
  ["deferred", "greylisted"],
  // Spam is moved when it is delivered. Earlier versions stored these two steps in the other order.
  ["delivered"],
  ["filtered"],
];

const rankOf = (kind: MailEventKind): number => {
  const rank = order.findIndex((kinds) => kinds.includes(kind));
  return rank < 0 ? order.length : rank;
};

export const compareSteps = (
  one: { occurredAt: Date; kind: MailEventKind },
  other: { occurredAt: Date; kind: MailEventKind },
): number => one.occurredAt.getTime() - other.occurredAt.getTime() || rankOf(one.kind) - rankOf(other.kind);

/** The same order in SQL. */
export const lastRank = (kind: SQL): SQL =>
  sql`case ${sql.join(
    order.flatMap((kinds, rank) => kinds.map((each) => sql`when ${kind} = ${each} then ${rank}::int`)),
    sql` `,
  )} else ${order.length}::int end`;
