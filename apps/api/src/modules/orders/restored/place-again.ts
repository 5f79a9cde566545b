import { orderLines, orders, type StoredActor } from "@zonepost/db";
import { and, eq, inArray, ne } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx, Transaction } from "../../../kernel/ctx.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { readWorkspaceActor, readWorkspaceNames } from "../../accounts/index.ts";
import { insertPayment, type PaidIntent } from "../../payments/index.ts";
import { failureOf, orderReplaced } from "../errors.ts";
import { type OrderDetails, readOrderDetails } from "../model/order-details.ts";
import { openLineStates } from "../model/policy.ts";
import { endUnpaidOrder } from "../placing/cancel-order.ts";
import type { OrderPorts } from "../ports.ts";

/** Why an order can't be placed again, for the operator. */
export class NotPlaced extends Error {}

/**
 * Places an order that a restore has lost as it was, with its IDs and those of its payment, from what the processor
 * stored with its charge. Unpaid orders of the backup for the same things are canceled: this one took their place.
 */
export async function placeAgain(ctx: Ctx & OrderPorts, paid: PaidIntent): Promise<string> {
  const details = readOrderDetails(paid.details);
  if (!details) {
    throw new NotPlaced("the processor doesn't know what it paid for");
  }
  const ids = {
    orderId: rowId("ord", details.order),
    paymentId: rowId("pay", paid.paymentId),
    workspaceId: rowId("wsp", details.workspace),
  };
  const { orderId, paymentId, workspaceId } = ids;
  if (!orderId || !paymentId || !workspaceId) {
    throw new NotPlaced("its IDs can't be read");
  }
  if (!(await readWorkspaceNames(ctx.db, [workspaceId])).has(workspaceId)) {
    throw new NotPlaced(`the backup has no workspace ${details.workspace}`);
  }
  const requestedBy = await actorOf(ctx, workspaceId, details);
  await ctx.db.transaction((tx) =>
    insert(tx, ctx, { orderId, paymentId, workspaceId }, { paid, details, requestedBy }),
  );
  return details.order;
}

/** Someone who has left since the backup, or came later, can't be read, and then no line needs their rights. */
async function actorOf(ctx: Ctx, workspaceId: string, { actor }: OrderDetails): Promise<StoredActor> {
  const found = await readWorkspaceActor(ctx, workspaceId, { ...actor, name: "" });
  const name = found?.kind === "user" ? found.email : found?.kind === "api_key" ? found.name : "restore";
  return { ...actor, name };
}

type Ids = { orderId: string; paymentId: string; workspaceId: string };
type Lost = { paid: PaidIntent; details: OrderDetails; requestedBy: StoredActor };

async function insert(
  tx: Transaction,
  ctx: Ctx & OrderPorts,
  { orderId, paymentId, workspaceId }: Ids,
  { paid: { intent, chargedAt }, details, requestedBy }: Lost,
): Promise<void> {
  const { amountCents, currency } = intent;
  const { taxCents } = details;
  const now = await ctx.clock.now();
  await endReplaced(tx, ctx, { orderId, workspaceId }, details, now);
  await tx.insert(orders).values({
    id: orderId,
    workspaceId,
    state: "awaiting_payment",
    origin: details.origin,
    totalCents: amountCents,
    taxCents,
    taxPercent: details.taxPercent,
    currency,
    paymentId,
    actor: requestedBy,
    domainNames: details.domainNames,
    countedAt: requestedBy.kind === "api_key" ? chargedAt : null,
    createdAt: chargedAt,
  });
  await insertPayment(
    tx,
    { id: paymentId, workspaceId, orderId, amountCents, taxCents, currency },
    chargedAt,
  );
  await tx.insert(orderLines).values(
    details.lines.map((line, position) => ({
      ...line,
      id: newId(),
      workspaceId,
      orderId,
      position,
      state: "pending" as const,
      createdAt: chargedAt,
    })),
  );
  await audit(tx, ctx, {
    workspaceId,
    action: "order.placed",
    target: publicId("ord", orderId),
    details: {
      lines: details.lines.map(({ kind, domainName }) => [kind, domainName]),
      totalCents: amountCents,
      currency,
      isRestored: true,
    },
    actor: requestedBy,
    requestId: null,
    occurredAt: now,
  });
}

async function endReplaced(
  tx: Transaction,
  ctx: Ctx & OrderPorts,
  { orderId, workspaceId }: Pick<Ids, "orderId" | "workspaceId">,
  { lines }: OrderDetails,
  now: Date,
): Promise<void> {
  const things = lines.flatMap(({ thing }) => thing ?? []);
  const open = await tx
    .selectDistinct({ id: orders.id, state: orders.state, paymentId: orders.paymentId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.workspaceId, workspaceId),
        inArray(orderLines.thing, things),
        inArray(orderLines.state, [...openLineStates]),
        ne(orders.id, orderId),
      ),
    );
  for (const { id, state, paymentId } of open) {
    const reason = failureOf(orderReplaced(publicId("ord", orderId)));
    const ended =
      state === "awaiting_payment" ? await endUnpaidOrder(tx, ctx, { id, paymentId, reason }, now) : "paid";
    if (ended !== "cancelled") {
      throw new NotPlaced(`the order ${publicId("ord", id)} of the backup buys the same and isn't settled`);
    }
  }
}
