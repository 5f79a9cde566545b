import { orderLines, orders } from "@zonepost/db";
import type { OrderInput } from "@zonepost/schema";
import { actorKey, storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs, minuteMs } from "../../../kernel/durations.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { findKnownNames } from "../../domains/index.ts";
import { type BegunCharge, beginCharge, findCardToCharge, insertPayment } from "../../payments/index.ts";
import { deleteTransferCodes } from "../auth-codes/transfer-codes.ts";
import { failureOf, orderReplaced } from "../errors.ts";
import { countEnded } from "../holds/find-contest.ts";
import { payingUntil } from "../holds/paying.ts";
import type { Origin } from "../holds/policy.ts";
import { isForNewName, type LineInput, nameOfLine, thingOf } from "../model/line-input.ts";
import { detailsOfOrder } from "../model/order-details.ts";
import {
  type OrderLineRow,
  type OrderRow,
  type OrderWithLines,
  sealSecret,
  storedInput,
} from "../model/order-row.ts";
import { isHeldUntilConfirmed, lineTimes } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { requireWithinLimit } from "../spending/count-toward-limit.ts";
import { endUnpaidOrder } from "./cancel-order.ts";
import type { QuotedOrder } from "./preview-order.ts";

const unpaidForMs = dayMs;
/** Wall clock. The request that places an order also executes it, unless its process dies. */
const requestLeaseMs = minuteMs;

type Placing = {
  isExecutedHere: boolean;
  origin?: Origin;
  /** False for an order that is carried out without a payment. */
  isCharged?: boolean;
  /** Where the bank returns to, of an order whose card is charged at once. */
  chargeReturnUrl?: (orderId: string) => string;
};

export type InsertedOrder = OrderWithLines & { charge?: BegunCharge };

/** Something that the order wants was taken, or has ended, since it was quoted. Nothing was stored. */
export class Outrun extends Error {}

/**
 * Undefined if an order with the same idempotency key was inserted at the same time. Throws `Outrun` if the quote is out
 * of date. The orders that this one replaces are cancelled with it; their payments must have ended.
 */
export async function insertOrder(
  ctx: WorkspaceCtx & OrderPorts,
  input: { lines: readonly LineInput[] } & Pick<OrderInput, "paymentMethodId">,
  quoted: QuotedOrder,
  { isExecutedHere, origin = "request", isCharged = true, chargeReturnUrl }: Placing,
): Promise<InsertedOrder | undefined> {
  const now = await ctx.clock.now();
  const { workspaceId } = ctx.actor;
  const { totalCents, taxCents, currency, contest } = quoted;
  const orderId = newId();
  const paymentId = isCharged && ctx.processors.current !== null && totalCents > 0 ? newId() : null;
  const exceptOrderIds = [orderId, ...contest.replaced.map(({ order }) => order.id)];
  const chosen = input.paymentMethodId && rowId("pmt", input.paymentMethodId);
  const card = paymentId && chargeReturnUrl ? await findCardToCharge(ctx, workspaceId, chosen) : undefined;
  const leasedUntil = isExecutedHere ? new Date(ctx.clock.wallNow().getTime() + requestLeaseMs) : null;
  return ctx.db.transaction(async (tx) => {
    if (paymentId) {
      await requireWithinLimit(tx, ctx, { exceptIds: exceptOrderIds, totalCents, currency }, now);
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
        paymentMethodId: chosen,
        actor: storedActor(ctx.actor),
        requestId: ctx.requestId,
        idempotencyActor: ctx.idempotencyKey ? actorKey(ctx.actor) : null,
        idempotencyKey: ctx.idempotencyKey,
        payingUntil: paymentId ? payingUntil(ctx) : null,
        replacedOrders: contest.replaced.length > 0 ? contest.replaced.map(replacedOf) : null,
        cancelsAt: paymentId ? new Date(now.getTime() + unpaidForMs) : null,
        countedAt: paymentId && ctx.actor.kind === "api_key" ? now : null,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!order) {
      return undefined;
    }
    const price = { amountCents: totalCents, taxCents, currency };
    const payment = paymentId
      ? await insertPayment(tx, { id: paymentId, workspaceId, orderId, ...price }, now)
      : undefined;
    for (const replaced of contest.replaced) {
      const { id, paymentId } = replaced.order;
      const ended = await endUnpaidOrder(
        tx,
        ctx,
        { id, paymentId, reason: failureOf(orderReplaced(publicId("ord", orderId))) },
        now,
      );
      if (ended !== "cancelled") {
        throw new Outrun();
      }
    }
    const values = input.lines.map((line, position) => {
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
        thing: thingOf(line),
        input: stored.input,
        heldName: card && isNameHeld(ctx, line) ? nameOfLine(line) : null,
        secretEncrypted: sealSecret(ctx.secretBox, id, stored.secret),
        state: "pending",
        priceCents: quote?.priceCents ?? 0,
        taxCents: quote?.taxCents ?? 0,
        leasedUntil,
        ...(paymentId ? {} : lineTimes(now)),
        createdAt: now,
      } satisfies typeof orderLines.$inferInsert;
    });
    const lines = await tx
      .insert(orderLines)
      // Simultaneous orders of the same things wait for each other in the same order.
      .values(values.toSorted((one, other) => (one.thing < other.thing ? -1 : 1)))
      .onConflictDoNothing()
      .returning();
    const endedCount = await countEnded(tx, { workspaceId, lines: input.lines, exceptOrderIds });
    const heldNames = values.flatMap(({ heldName }) => heldName ?? []);
    const isTaken = heldNames.length > 0 && (await findKnownNames(tx, heldNames)).length > 0;
    if (lines.length < values.length || endedCount !== contest.endedCount || isTaken) {
      throw new Outrun();
    }
    // From here on, the lines hold the codes.
    await deleteTransferCodes(
      tx,
      ctx,
      input.lines.flatMap((line) => (line.kind === "transfer_in" ? line.name : [])),
    );
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
    const inserted = { order, lines: lines.toSorted(byPosition) };
    if (!payment || !card || !chargeReturnUrl) {
      return inserted;
    }
    const how = { ...card, isOnSession: ctx.actor.kind === "user", returnUrl: chargeReturnUrl(orderId) };
    const charge = await beginCharge(tx, ctx, payment, how, now);
    return { ...inserted, charge: { ...charge, details: detailsOfOrder(inserted) } };
  });
}

/** Against other workspaces, from just before its charge. */
const isNameHeld = ({ holdsUntilConfirmed }: OrderPorts, line: LineInput): boolean =>
  isForNewName(line) &&
  !(holdsUntilConfirmed && isHeldUntilConfirmed({ kind: line.kind, domainName: nameOfLine(line) }, []));

const replacedOf = ({ order, lines }: OrderWithLines): NonNullable<OrderRow["replacedOrders"]>[number] => ({
  id: publicId("ord", order.id),
  lines: lines.map(({ kind, domainName }) => ({ kind, domainName })),
});

const byPosition = (one: OrderLineRow, other: OrderLineRow) => one.position - other.position;
