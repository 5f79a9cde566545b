import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { hourMs } from "../../../kernel/durations.ts";
import type { BalanceDifference } from "./policy.ts";
import { processorCausePrefix } from "./read-processor-transactions.ts";

/** What the processor moved and no payment has recorded for so long isn't on its way any more. */
const onItsWayMs = hourMs;

/**
 * The ledger's account of the processors, and what the stored movements of the balance sum to, in each currency. Both are
 * as of a ledger entry that is older than the listing: what was recorded later may not be listed.
 */
export async function compareProcessorBalance(
  db: Queryable,
  { upTo, now }: { upTo: string; now: Date },
): Promise<BalanceDifference[]> {
  const recordedBefore = (cause: ReturnType<typeof sql>) => sql`
    exists (select from ledger_entries l where l.cause = ${cause} and l.account = 'processor' and l.id < ${upTo})`;
  const ofRefund = (cause: string) => sql`
    exists (select from refunds r where r.processor_id = t.source_id and r.processor = t.processor
      and ${recordedBefore(sql`${cause} || r.id`)})`;
  const ofDispute = (cause: string) => sql`
    exists (select from payment_disputes d where d.processor_id = t.source_id and d.processor = t.processor
      and ${recordedBefore(sql`${cause} || d.id`)})`;
  const isRecorded = sql`
    case t.kind
      when 'charge' then exists (select from payment_attempts a where a.charge_id = t.source_id and a.processor = t.processor
        and ${recordedBefore(sql`'charge:' || a.id`)})
      when 'refund' then ${ofRefund("refund:")}
      when 'refund_failure' then ${ofRefund("refund_returned:")}
      when 'dispute' then case when t.amount_cents < 0
        then ${ofDispute("dispute_withdrawn:")} else ${ofDispute("dispute_returned:")} end
      else true
    end`;
  const isOnItsWay = sql`
    (t.occurred_at > ${new Date(now.getTime() - onItsWayMs).toISOString()}
      or exists (select from refunds r
        where r.processor_id = t.source_id and r.processor = t.processor and r.state = 'pending'))
    and not ${isRecorded}`;
  const rows = await db.execute<{ currency: string; ownCents: string; foundCents: string }>(sql`
    select currency, sum(own) as "ownCents", sum(found) as "foundCents" from (
      select currency, amount_cents as own, 0 as found from ledger_entries
        where account = 'processor' and (id < ${upTo} or cause like ${`${processorCausePrefix}%`})
      union all
      select t.currency, 0, -t.fee_cents + case when ${isOnItsWay} then 0 else t.amount_cents end
        from processor_transactions t
    ) sums group by currency having sum(own) <> sum(found) order by currency`);
  return rows.map(({ currency, ownCents, foundCents }) => ({
    paymentId: null,
    account: "processor",
    at: "processor",
    ownCents: Number(ownCents),
    foundCents: Number(foundCents),
    currency,
  }));
}
