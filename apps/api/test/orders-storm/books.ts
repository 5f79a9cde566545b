import { publicId } from "../../src/kernel/ids.ts";
import type { Api } from "../support/start-api.ts";
import type { Placed } from "./journeys.ts";

export type Books = Awaited<ReturnType<typeof readBooks>>;

type Charge = { id: string; paymentId: string | null; amountCents: number; refundedCents: number };
type Line = {
  id: string;
  kind: string;
  name: string;
  state: string;
  failure: string | null;
  totalCents: number;
  refundedCents: number;
  operations: number;
};
export type Payment = {
  id: string;
  publicId: string;
  status: string;
  isReceived: boolean;
  isConfirmed: boolean;
  hasDispute: boolean;
  attempts: { state: string; kind: string; chargeId: string | null }[];
  refunds: { state: string; reason: string; amountCents: number }[];
  lines: Line[];
  orderState: string;
};

/** What the processor, the registry and our own tables say at the end of a storm. */
export async function readBooks(
  api: Api,
  { placed, leaked }: { placed: readonly Placed[]; leaked: string[] },
) {
  const { sql } = api;
  const charges = await sql<Charge[]>`
    select body ->> 'id' as id, body -> 'metadata' ->> 'payment' as "paymentId",
      (body ->> 'amount')::int as "amountCents", (body ->> 'amount_refunded')::int as "refundedCents"
    from cards.objects where kind = 'charge' and body ->> 'status' = 'succeeded'`;
  const payments = await sql<Omit<Payment, "publicId">[]>`
    select p.id, p.status, p.received_at is not null as "isReceived", p.confirmed_at is not null as "isConfirmed",
      exists (select from payment_disputes d where d.payment_id = p.id and d.kind = 'dispute') as "hasDispute",
      o.state as "orderState",
      (select coalesce(jsonb_agg(jsonb_build_object('state', a.state, 'kind', a.kind, 'chargeId', a.charge_id)
        order by a.finished_at), '[]') from payment_attempts a where a.payment_id = p.id) as attempts,
      (select coalesce(jsonb_agg(jsonb_build_object('state', r.state, 'reason', r.reason, 'amountCents', r.amount_cents)
        order by r.id), '[]') from refunds r where r.payment_id = p.id) as refunds,
      (select jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'name', l.domain_name, 'state', l.state,
        'failure', l.failure ->> 'code', 'totalCents', l.price_cents + l.tax_cents, 'refundedCents', l.refunded_cents,
        'operations', (select count(*) from domain_operations op where op.order_line_id = l.id and op.state = 'succeeded'))
        order by l.position) from order_lines l where l.order_id = o.id) as lines
    from payments p join orders o on o.payment_id = p.id order by p.id`;
  const [ledger] = await sql<
    { sumCents: number; processorCents: number; feeCents: number; unbalanced: number }[]
  >`
    select coalesce(sum(amount_cents), 0)::int as "sumCents",
      coalesce(sum(amount_cents) filter (where account = 'processor'), 0)::int as "processorCents",
      coalesce(sum(amount_cents) filter (where account = 'processor_fees'), 0)::int as "feeCents",
      (select count(*)::int from (select from ledger_entries group by transaction_id, currency
        having sum(amount_cents) <> 0) t) as unbalanced
    from ledger_entries`;
  const [processor] = await sql<{ balanceCents: number; feeCents: number }[]>`
    select coalesce(sum((body ->> 'net')::int), 0)::int as "balanceCents",
      coalesce(sum((body ->> 'fee')::int), 0)::int as "feeCents"
    from cards.objects where kind = 'balance_transaction'`;
  const registered = await sql<{ name: string }[]>`
    select name from registry.domains where sponsor = 'zonepost' and phase is null order by name`;
  const [account] = await sql<{ spentCents: number }[]>`
    select coalesce(-sum(cents), 0)::int as "spentCents" from registry.account_entries`;
  const events = await sql<{ type: string; subject: string; count: number }[]>`
    select type, coalesce(body::jsonb -> 'data' ->> 'paymentId', body::jsonb -> 'data' ->> 'name') as subject,
      count(*)::int as count from events group by 1, 2`;
  const differences = await sql`
    select day, differences from payment_reconciliations where differences <> '[]'`;
  return {
    placed: placed.map(({ orderId }) => orderId),
    charges: [...charges],
    payments: payments.map((payment) => ({ ...payment, publicId: publicId("pay", payment.id) })) as Payment[],
    ledger,
    processor,
    registered: registered.map(({ name }) => name),
    spentCents: account?.spentCents ?? 0,
    events: [...events],
    differences: [...differences],
    leaked,
  };
}
