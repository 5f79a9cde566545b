import type { Concern, ConcernRow } from "../../../kernel/concern.ts";
import { withSubject } from "../../../kernel/concern.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";

/** As the first email about it. */
const cardWarnedMs = 30 * dayMs;

/** Refunds that are owed, open disputes and warnings, and a default card that expires, in one statement. */
export async function listPaymentConcerns(ctx: WorkspaceCtx, now: Date): Promise<Concern[]> {
  requireRight(ctx.actor, "payments:read");
  const { workspaceId } = ctx.actor;
  const rows = await ctx.db.$client<(ConcernRow & { id: string; name: string })[]>`
    select 'refund_owed' as kind, r.payment_id as id, '' as name, min(coalesce(r.finished_at, r.created_at)) as since,
      null::timestamptz as until,
      jsonb_build_object('amountCents', sum(r.amount_cents), 'currency', p.currency) as facts
    from refunds r join payments p on p.id = r.payment_id
    where r.workspace_id = ${workspaceId} and r.state = 'failed' and r.settled_at is null
    group by r.payment_id, p.currency
    union all
    select case when d.kind = 'dispute' then 'payment_disputed' else 'fraud_warning' end, d.payment_id, '',
      min(d.opened_at),
      case when d.kind = 'dispute' then min(d.evidence_due_at)
        when p.pause_reason = 'early_fraud_warning' then p.cooldown_due_at end,
      jsonb_build_object('amountCents', max(d.amount_cents), 'currency', p.currency, 'isInquiry', bool_and(d.is_inquiry)::text)
    from payment_disputes d join payments p on p.id = d.payment_id
    where d.workspace_id = ${workspaceId} and d.state = 'open'
    group by d.payment_id, d.kind, p.currency, p.pause_reason, p.cooldown_due_at
    union all
    select 'card_expires', c.id, concat(c.brand, ' ', c.last4), c.ends_at - interval '30 days', c.ends_at,
      jsonb_build_object('brand', c.brand, 'last4', c.last4)
    from (
      select m.*, make_timestamptz(m.expiry_year, m.expiry_month, 1, 0, 0, 0, 'UTC') + interval '1 month' as ends_at
      from payment_methods m
      where m.workspace_id = ${workspaceId} and m.is_default and m.removed_at is null) c
    where c.ends_at < ${new Date(now.getTime() + cardWarnedMs).toISOString()}`;
  return rows.map(({ id, name, ...row }) => {
    const isCard = row.kind === "card_expires";
    const publicIdOf = publicId(isCard ? "pmt" : "pay", id);
    return withSubject(row, {
      type: isCard ? "payment_method" : "payment",
      id: publicIdOf,
      name: isCard ? name : publicIdOf,
    });
  });
}
