import { orders } from "@zonepost/db";
import { and, eq, gte, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { readSpendingLimit } from "../../accounts/index.ts";
import { monthlyLimitExceeded } from "../errors.ts";
import { calendarMonth } from "../model/policy.ts";

type Spending = {
  /** Orders that don't count: this one, and those whose place it takes. */
  exceptIds?: readonly string[];
  totalCents: number;
  currency: string;
};

/** The refusal of an order that exceeds what its API key may spend this month. */
export async function findLimitRefusal(
  db: Queryable,
  actor: WorkspaceActor,
  { exceptIds, totalCents, currency }: Spending,
  now: Date,
): Promise<AppError | undefined> {
  const limit = actor.kind === "api_key" && totalCents > 0 ? await readSpendingLimit(db, actor) : null;
  if (!limit) {
    return undefined;
  }
  const { limitCents, keyIds } = limit;
  const spentCents = await readSpentCents(db, { keyIds, currency, exceptIds }, now);
  if (spentCents + totalCents <= limitCents) {
    return undefined;
  }
  const leftCents = Math.max(limitCents - spentCents, 0);
  return monthlyLimitExceeded({ limitCents, leftCents, currency, resetsAt: calendarMonth(now).until });
}

/** Paid orders of the month, and those whose charge may still succeed. */
export async function readSpentCents(
  db: Queryable,
  { keyIds, currency, exceptIds = [] }: Pick<Spending, "currency" | "exceptIds"> & { keyIds: string[] },
  now: Date,
): Promise<number> {
  const { from, until } = calendarMonth(now);
  const [spent] = await db
    .select({ cents: sql<number>`coalesce(sum(${orders.totalCents}), 0)::float8` })
    .from(orders)
    .where(
      and(
        or(
          inArray(orders.countedKeyId, keyIds),
          and(isNull(orders.countedKeyId), inArray(sql`(${orders.actor} ->> 'id')`, keyIds)),
        ),
        gte(orders.countedAt, from),
        lt(orders.countedAt, until),
        eq(orders.currency, currency),
        exceptIds.length > 0 ? notInArray(orders.id, [...exceptIds]) : undefined,
      ),
    );
  return spent?.cents ?? 0;
}
