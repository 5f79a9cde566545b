import { isDeepStrictEqual } from "node:util";
import { orderLines, orders, type Transaction, transferCodes } from "@zonepost/db";
import type { Order, OrderLine, OrderState, Refund } from "@zonepost/schema";
import type { SecretBox } from "@zonepost/secret-box";
import { and, asc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { SealedColumn } from "../../../kernel/database/sealed-column.ts";
import { publicId } from "../../../kernel/ids.ts";
import { isOwed, type PaymentRow, type RefundRow } from "../../payments/index.ts";
import { type LineInput, noCode } from "./line-input.ts";
import { openLineStates, waitOf } from "./policy.ts";

export type OrderRow = typeof orders.$inferSelect;
export type OrderLineRow = typeof orderLines.$inferSelect;
export type OrderWithLines = { order: OrderRow; lines: OrderLineRow[] };

/** An order has paid for the line, and it isn't carried out yet. For queries that join both tables. */
export const isPaidAndOpen = and(eq(orders.state, "processing"), inArray(orderLines.state, openLineStates));

export async function readOrder(db: Queryable, id: string): Promise<OrderWithLines> {
  const rows = await db
    .select({ order: orders, line: orderLines })
    .from(orders)
    .leftJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orders.id, id))
    .orderBy(asc(orderLines.position));
  const order = rows[0]?.order;
  if (!order) {
    throw new Error(`there is no order ${id}`);
  }
  return { order, lines: rows.flatMap(({ line }) => line ?? []) };
}

export async function lockOrder(tx: Transaction, id: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!order) {
    throw new Error(`there is no order ${id}`);
  }
  return order;
}

export type LineWithOrder = { line: OrderLineRow; order: OrderRow };

const lineWithOrder = (db: Queryable, which: SQL | undefined) =>
  db
    .select({ line: orderLines, order: orders })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(which);

export const findLineWithOrder = async (db: Queryable, lineId: string): Promise<LineWithOrder | undefined> =>
  (await lineWithOrder(db, eq(orderLines.id, lineId)))[0];

/** With the order's lock. Undefined for a line that the renewal sweep has ordered. */
export const lockRequestedLine = async (
  tx: Transaction,
  lineId: string,
): Promise<LineWithOrder | undefined> =>
  (
    await lineWithOrder(tx, and(eq(orderLines.id, lineId), eq(orders.origin, "request"))).for("update", {
      of: orders,
    })
  )[0];

export const readLines = (db: Queryable, orderId: string): Promise<OrderLineRow[]> =>
  db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position));

export const lineOfRow = (row: OrderLineRow, orderState: OrderState): OrderLine => ({
  id: publicId("orl", row.id),
  kind: row.kind,
  domainName: row.domainName,
  years: row.years,
  planSlug: row.planSlug as OrderLine["planSlug"],
  state: row.state,
  waitsFor: waitOf(orderState, row),
  priceCents: row.priceCents,
  taxCents: row.taxCents,
  refundedCents: row.refundedCents,
  failure: row.failure,
  operationId: row.operationId && publicId("dop", row.operationId),
});

export const orderOfRow = ({ order, lines }: OrderWithLines): Order => ({
  id: publicId("ord", order.id),
  state: order.state,
  lines: lines.map((line) => lineOfRow(line, order.state)),
  totalCents: order.totalCents,
  taxCents: order.taxCents,
  taxPercent: Number(order.taxPercent),
  currency: order.currency,
  paymentId: order.paymentId && publicId("pay", order.paymentId),
  replacedOrders: order.replacedOrders ?? [],
  settlesOrderId: settledOrderOf(lines),
  unsettled: order.owedCents
    ? { amountCents: order.owedCents, suspendsAt: order.suspendsAt?.toISOString() ?? null }
    : null,
  requestedBy: { kind: order.actor.kind, name: order.actor.name },
  // An unpaid renewal is checked daily, and kept while it is due.
  cancelsAt: order.origin === "renewal" ? null : (order.cancelsAt?.toISOString() ?? null),
  createdAt: order.createdAt.toISOString(),
  finishedAt: order.finishedAt?.toISOString() ?? null,
});

/** The public id of the order that these lines settle. */
export function settledOrderOf(lines: readonly Pick<OrderLineRow, "kind" | "input">[]): string | null {
  const settlement = lines.find(({ kind }) => kind === "settlement");
  return settlement ? String(settlement.input.orderId) : null;
}

export const refundOfRow = (row: RefundRow, { orderId, currency }: PaymentRow): Refund => ({
  id: publicId("rfd", row.id),
  paymentId: publicId("pay", row.paymentId),
  orderId: publicId("ord", orderId),
  state: row.state,
  reason: row.reason,
  amountCents: row.amountCents,
  taxCents: row.taxCents,
  currency,
  lines: row.lineAmounts.map(({ lineId, amountCents }) => ({
    lineId: publicId("orl", lineId),
    amountCents,
  })),
  failure: row.failure,
  isOwed: isOwed(row),
  isOutside: row.isOutside,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** Of an order that is paid. */
export const isHeldRow = and(eq(orderLines.state, "pending"), isNull(orderLines.nextAttemptAt));

/** A line as it is stored: its auth code is encrypted, and erased when the line ends. */
export function storedInput(line: LineInput): {
  input: Record<string, unknown>;
  secret: string | undefined;
} {
  if (line.kind !== "transfer_in") {
    return { input: line, secret: undefined };
  }
  const { authCode, ...input } = line;
  return { input, secret: authCode };
}

const secretOwner = (lineId: string) => `order_line:${lineId}`;

export const codeOwner = (id: string) => `transfer_code:${id}`;

/** The columns that ENCRYPTION_KEY seals. */
export const orderSecrets: readonly SealedColumn[] = [
  {
    column: orderLines.secretEncrypted,
    id: orderLines.id,
    ownerId: orderLines.id,
    ownerOf: secretOwner,
    values: "auth codes",
  },
  {
    column: transferCodes.codeEncrypted,
    id: transferCodes.id,
    ownerId: transferCodes.id,
    ownerOf: codeOwner,
    values: "auth codes of transfers that aren't ordered yet",
  },
];

export const sealSecret = (box: SecretBox, lineId: string, secret: string | undefined): string | null =>
  secret === undefined ? null : box.seal(secret, secretOwner(lineId));

function openSecret(box: SecretBox, row: Pick<OrderLineRow, "id" | "secretEncrypted">): string {
  return row.secretEncrypted === null ? "" : box.open(row.secretEncrypted, secretOwner(row.id));
}

/** The input with which the line was ordered. */
export const inputOfRow = (box: SecretBox, row: OrderLineRow): LineInput =>
  ({
    ...row.input,
    ...(row.kind === "transfer_in" ? { authCode: openSecret(box, row) } : {}),
  }) as LineInput;

/** Whether these rows are what a request asks for. An auth code that has been erased can't be compared. */
export const isSameOrder = (
  box: SecretBox,
  rows: readonly OrderLineRow[],
  wanted: readonly LineInput[],
): boolean =>
  rows.length === wanted.length &&
  rows.every((row, index) => {
    const { input, secret } = storedInput(wanted[index] as LineInput);
    const isKnown = row.secretEncrypted !== null && secret !== noCode;
    const isSameSecret = !isKnown || openSecret(box, row) === secret;
    return isSameSecret && isDeepStrictEqual(row.input, JSON.parse(JSON.stringify(input)));
  });
