import { setTimeout as pause } from "node:timers/promises";
import { ledgerEntries, registryAccounts } from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { secondMs } from "../../../kernel/durations.ts";
import type { RegistryAccounts } from "../ports.ts";
import { type Checked, openingsOf, registryDifferences, uncheckedAccounts } from "./policy.ts";

const maxTries = 4;
const pauseMs = 3 * secondMs;

type RegistryCtx = Ctx & { registryAccounts: RegistryAccounts };

/**
 * Asks each registry for the balance of our account, and compares it with the ledger, beginning with what the account held
 * when it was first asked. A registry charges before we can record it, so a difference counts if it stays.
 */
export async function compareRegistryBalances(ctx: RegistryCtx, signal: AbortSignal): Promise<Checked> {
  let last: Checked | null = null;
  for (let tries = 1; tries <= maxTries && !signal.aborted; tries += 1) {
    const found = await compareOnce(ctx);
    if (found && found.differences.length === 0) {
      return found;
    }
    last = found ?? last;
    if (tries < maxTries) {
      await pause(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  return last ?? { differences: [], unchecked: [{ at: "registry", registrar: null, reason: "changing" }] };
}

/** Null if something has moved meanwhile. */
async function compareOnce({ db, clock, registryAccounts: port }: RegistryCtx): Promise<Checked | null> {
  const before = await readLedger(db);
  const accounts = await port.readAll();
  const ledger = await readLedger(db);
  if ((await port.isChanging(db)) || JSON.stringify(before) !== JSON.stringify(ledger)) {
    return null;
  }
  const known = await db.select().from(registryAccounts);
  const openings = openingsOf(accounts, ledger, known);
  if (openings.length > 0) {
    const openedAt = await clock.now();
    await db
      .insert(registryAccounts)
      .values(openings.map((opening) => ({ ...opening, openedAt })))
      .onConflictDoNothing();
  }
  return {
    differences: registryDifferences(accounts, ledger, [...known, ...openings]),
    unchecked: uncheckedAccounts(accounts),
  };
}

/** In each currency. */
async function readLedger(db: Queryable): Promise<Record<string, number>> {
  const rows = await db
    .select({
      currency: ledgerEntries.currency,
      cents: sql<string>`sum(${ledgerEntries.amountCents})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.account, "registry_balance"))
    .groupBy(ledgerEntries.currency)
    .orderBy(ledgerEntries.currency);
  return Object.fromEntries(rows.map(({ currency, cents }) => [currency, cents]));
}
