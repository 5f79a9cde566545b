import { registryBalances } from "@zonepost/db";
import { lte, ne, sql } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../../kernel/ctx.ts";
import { enqueueEmail } from "../../../accounts/index.ts";
import type { Balance, OperatorPorts } from "../../ports.ts";
import { formatMoney } from "../../rules/price.ts";
import { lowBalanceEmail } from "./operator-email.ts";

/** Keeps the latest balance: messages are read later than they were queued. */
export async function keepBalance(
  db: Queryable,
  registrar: string,
  { priceCents: balanceCents, currency }: Balance,
  knownAt: Date,
): Promise<void> {
  const known = { balanceCents, currency, knownAt };
  await db
    .insert(registryBalances)
    .values({ registrar, ...known, isLow: false })
    .onConflictDoUpdate({
      target: registryBalances.registrar,
      set: known,
      setWhere: lte(registryBalances.knownAt, knownAt),
    });
}

/**
 * Keeps the balances that arrive with responses. While one is written, only the latest of those that arrive is kept, so
 * that bulk changes don't wait for each other's row. A failure doesn't fail the change, which has been made.
 */
export function createBalanceKeeper({ db, clock, log }: Pick<Ctx, "db" | "clock" | "log">) {
  const latest = new Map<string, Balance>();
  const busy = new Set<string>();
  return async (registrar: string, balance: Balance): Promise<void> => {
    latest.set(registrar, balance);
    if (busy.has(registrar)) {
      return;
    }
    busy.add(registrar);
    try {
      for (let next = latest.get(registrar); next; next = latest.get(registrar)) {
        latest.delete(registrar);
        await keepBalance(db, registrar, next, await clock.now());
      }
    } catch (error) {
      log.warn({ err: error, registrar }, "the balance at a registry could not be stored");
    } finally {
      busy.delete(registrar);
    }
  };
}

/** Alerts the operator once when a balance falls below the limit. */
export async function reportLowBalances(ctx: Ctx & OperatorPorts): Promise<void> {
  const { email: to, lowBalanceCents } = ctx.operator;
  const now = await ctx.clock.now();
  const isLow =
    lowBalanceCents === undefined
      ? sql<boolean>`false`
      : sql<boolean>`(${registryBalances.balanceCents} < ${lowBalanceCents})`;
  await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(registryBalances)
      .set({ isLow })
      .where(ne(registryBalances.isLow, isLow))
      .returning();
    for (const { registrar, balanceCents, currency } of changed.filter((row) => row.isLow)) {
      const balance = { priceCents: balanceCents, currency };
      const limit = { priceCents: lowBalanceCents ?? 0, currency };
      ctx.log.error(
        { registrar, balance: formatMoney(balance), limit: formatMoney(limit) },
        "the balance at a registry is low",
      );
      if (to !== undefined) {
        await enqueueEmail(tx, ctx, { ...lowBalanceEmail({ registrar, balance, limit }), to }, now);
      }
    }
  });
}
