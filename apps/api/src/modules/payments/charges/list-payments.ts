import { payments } from "@zonepost/db";
import type { PaymentExportQuery } from "@zonepost/schema";
import type { PaymentPageInput } from "@zonepost/schema/panel";
import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";

type Filter = Pick<PaymentExportQuery, "status" | "from" | "until"> & {
  /** IDs of orders, as a subquery: only their payments. */
  ofOrders?: SQL | undefined;
};

export type PaymentRange = Partial<Pick<PaymentPageInput, "sort" | "descending">> & {
  /** The ID of the last payment that was read. */
  after?: string | undefined;
  limit?: number | undefined;
};

/** The date that the list shows. */
const listedAt = sql`coalesce(${payments.receivedAt}, ${payments.createdAt})`;

const sortedBy = { date: listedAt, amount: sql`${payments.amountCents}` };

/** Newest first, unless sorted. While payments are off, those made before are kept but not listed. */
export async function listPaymentRows(
  ctx: WorkspaceCtx & PaymentPorts,
  filter: Filter,
  { sort, descending = false, after, limit }: PaymentRange,
): Promise<PaymentRow[]> {
  requireRight(ctx.actor, "payments:read");
  if (!ctx.processors.current) {
    return [];
  }
  const direction = descending ? desc : asc;
  const rows = ctx.db
    .select()
    .from(payments)
    .where(and(isListed(ctx, filter), after === undefined ? undefined : comesAfter(after)))
    .orderBy(...(sort ? [direction(sortedBy[sort]), direction(payments.id)] : [desc(payments.id)]));
  return limit === undefined ? rows : rows.limit(limit);

  function comesAfter(id: string): SQL {
    if (!sort) {
      return lt(payments.id, id);
    }
    const place = sql`${sortedBy[sort]}, ${payments.id}`;
    const isOwn = and(eq(payments.workspaceId, ctx.actor.workspaceId), eq(payments.id, id));
    return sql`(${place}) ${descending ? sql`<` : sql`>`} (select ${place} from ${payments} where ${isOwn})`;
  }
}

export async function countPaymentRows(ctx: WorkspaceCtx & PaymentPorts, filter: Filter): Promise<number> {
  requireRight(ctx.actor, "payments:read");
  return ctx.processors.current ? ctx.db.$count(payments, isListed(ctx, filter)) : 0;
}

const isListed = ({ actor }: WorkspaceCtx, { status, from, until, ofOrders }: Filter) =>
  and(
    eq(payments.workspaceId, actor.workspaceId),
    ofOrders && inArray(payments.orderId, ofOrders),
    status && eq(payments.status, status),
    from === undefined ? undefined : gte(listedAt, from),
    until === undefined ? undefined : lt(listedAt, until),
  );
