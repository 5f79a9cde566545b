import { orderLines, orders } from "@zonepost/db";
import type { OrderInput } from "@zonepost/schema";
import { actorKey, storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs, minuteMs } from "../../../kernel/durations.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { insertPayment } from "../../payments/index.ts";
import {
  type OrderLineRow,
  type OrderRow,
  type OrderWithLines,
  sealSecret,
  storedInput,
} from "../order-row.ts";
import { lineTimes } from "../policy.ts";
import type { OrderPorts } from "../ports.ts";
import type { QuotedOrder } from "../queries/preview-order.ts";
import { requireWithinLimit } from "../spending/count-toward-limit.ts";

const unpaidForMs = dayMs;
/** Wall clock. The request that places an order also executes it, unless its process dies. */
const requestLeaseMs = minuteMs;

type Placing = {
  isExecutedHere: boolean;
  origin?: OrderRow["origin"];
  /** False for an order that is carried out without a payment. */
  isCharged?: boolean;
};

/** Undefined if an order with the same idempotency key was inserted at the same time. */
export async function insertOrder(
  ctx: WorkspaceCtx & OrderPorts,
  input: Pick<OrderInput, "lines" | "paymentMethodId">,
  quoted: QuotedOrder,
  { isExecutedHere, origin = "request", isCharged = true }: Placing,
): Promise<OrderWithLines | undefined> {
  const now = await ctx.clock.now();
  const { workspaceId } = ctx.actor;
  const { totalCents, taxCents, currency } = quoted;
  const orderId = newId();
  const paymentId = isCharged && ctx.processor !== null && totalCents > 0 ? newId() : null;
  const leasedUntil = isExecutedHere ? new Date(ctx.clock.wallNow().getTime() + requestLeaseMs) : null;
  return ctx.db.transaction(async (tx) => {
    if (paymentId) {
      await requireWithinLimit(tx, ctx, { orderId, totalCents, currency }, now);
    }
    const [order] = await tx
      .insert(orders)
      .values({
        id: orderId,
        workspaceId,
        state: paymentId ? "awaiting_payment" : "processing",
        origin,
        totalCents,
        taxCents,
        taxPercent: String(quoted.taxPercent),
        currency,
        paymentId,
        paymentMethodId: input.paymentMethodId && rowId("pmt", input.paymentMethodId),
        actor: storedActor(ctx.actor),
        requestId: ctx.requestId,
        idempotencyActor: ctx.idempotencyKey ? actorKey(ctx.actor) : null,
        idempotencyKey: ctx.idempotencyKey,
        cancelsAt: paymentId ? new Date(now.getTime() + unpaidForMs) : null,
        countedAt: paymentId && ctx.actor.kind === "api_key" ? now : null,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!order) {
      return undefined;
    }
    if (paymentId) {
      const price = { amountCents: totalCents, taxCents, currency };
      await insertPayment(tx, { id: paymentId, workspaceId, orderId, ...price }, now);
    }
    const lines = await tx
      .insert(orderLines)
      .values(
        input.lines.map((line, position): typeof orderLines.$inferInsert => {
          const id = newId();
          const quote = quoted.lines[position];
          const stored = storedInput(line);
          return {
            id,
            workspaceId,
            orderId,
            position,
            kind: line.kind,
            domainName: quote?.domainName ?? "",
            years: quote?.years,
            planSlug: quote?.planSlug,
            input: stored.input,
            secretEncrypted: sealSecret(ctx.secretBox, id, stored.secret),
            state: "pending",
            priceCents: quote?.priceCents ?? 0,
            taxCents: quote?.taxCents ?? 0,
            leasedUntil,
            ...(paymentId ? {} : lineTimes(now)),
            createdAt: now,
          };
        }),
      )
      .returning();
    await audit(tx, ctx, {
      workspaceId,
      action: "order.placed",
      target: publicId("ord", orderId),
      details: {
        lines: input.lines.map(({ kind }, index) => [kind, quoted.lines[index]?.domainName]),
        totalCents,
        currency,
      },
      occurredAt: now,
    });
    return { order, lines: lines.toSorted(byPosition) };
  });
}

const byPosition = (one: OrderLineRow, other: OrderLineRow) => one.position - other.position;
