import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { wakeWorkers } from "../../../src/kernel/due-work/wake.ts";
import type { Api } from "../start-api.ts";
import { until } from "../until.ts";

/**
 * Until a worker has compared the books of the business day, which posts the processor's fees. A run that couldn't ask
 * everything is repeated at once.
 */
export async function waitUntilReconciled(api: Api): Promise<void> {
  const { now } = (await api.call({ path: "/sandbox/clock" })).json;
  await until(
    "the books are compared",
    async () => {
      await api.sql`
        update payment_reconciliations set started_at = 'epoch' where finished_at is null and unchecked <> '[]'`;
      await wakeWorkers(api.db, "clock");
      await delay(500);
      const done = await api.sql`
        select day from payment_reconciliations where day >= ${now.slice(0, 10)} and finished_at is not null`;
      return done.length > 0;
    },
    600_000,
  );
}

/** What the ledger says is at the processor and at the registry, and what they say. */
export async function readBalances({ sql }: Api) {
  const [row] = await sql<
    Record<"processor" | "atProcessor" | "registry" | "atRegistry" | "fees" | "bank", number>[]
  >`
    select ledger.*, (select coalesce(sum((body ->> 'net')::int), 0)::int from cards.objects
        where kind = 'balance_transaction') as "atProcessor",
      (select coalesce(sum(cents), 0)::int from registry.account_entries where registrar = 'zonepost') as "atRegistry"
    from (
      select coalesce(sum(amount_cents) filter (where account = 'processor'), 0)::int as processor,
        coalesce(sum(amount_cents) filter (where account = 'registry_balance'), 0)::int as registry,
        coalesce(sum(amount_cents) filter (where account = 'processor_fees'), 0)::int as fees,
        coalesce(sum(amount_cents) filter (where account = 'bank'), 0)::int as bank
      from ledger_entries
    ) ledger`;
  return row;
}

/** By the processor, to our bank. */
export async function payOut({ cards }: Api, amount: number): Promise<void> {
  const answer = await fetch(`${cards?.url}/control/payouts`, {
    method: "POST",
    headers: { authorization: `Bearer ${cards?.controlSecret}`, "content-type": "application/json" },
    body: JSON.stringify({ amount, currency: "eur" }),
  });
  expect(answer.status).toBe(201);
}
