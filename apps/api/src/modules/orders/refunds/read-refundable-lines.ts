import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { findRegisteredDomain } from "../../domains/index.ts";
import { listRefundsOfPayment, type PaymentRow } from "../../payments/index.ts";
import { orderInProgress } from "../errors.ts";
import { type OrderLineRow, readLines } from "../order-row.ts";
import { waitOf } from "../policy.ts";
import type { OrderPorts } from "../ports.ts";
import { readLeftCents } from "../use-cases/lines/refund-line.ts";
import { chosenIds, isBeingCarriedOut, type RefundableLine, type RefundWish } from "./policy.ts";

export type KnownLine = RefundableLine & { row: OrderLineRow; domainId: string | undefined };

/** The lines of a payment, with what a refund has to know about each. */
export async function readRefundableLines(
  ctx: Ctx & OrderPorts,
  db: Queryable,
  payment: PaymentRow,
): Promise<KnownLine[]> {
  const rows = await readLines(db, payment.orderId);
  const left = await readLeftCents(db, payment, rows);
  const undone = new Set(
    (await listRefundsOfPayment(db, payment.id))
      .filter(({ reason }) => reason === "domain_deleted")
      .flatMap(({ lineAmounts }) => lineAmounts.map(({ lineId }) => lineId)),
  );
  return Promise.all(
    rows.map(async (row) => {
      const isBought = row.kind === "registration" && row.state === "completed";
      const domain = isBought ? await findRegisteredDomain(ctx, row.id) : undefined;
      const isUndoable = domain?.isUndoable ?? false;
      return {
        id: row.id,
        kind: row.kind,
        state: row.state,
        isHeld: waitOf("processing", row) !== null,
        leftCents: left.get(row.id) ?? 0,
        isUndoable,
        isUndone: undone.has(row.id) && !isUndoable,
        row,
        domainId: domain?.id,
      };
    }),
  );
}

/** The id of a line of this payment, for a public one at `pointer`. */
export function requireLineId(lines: readonly KnownLine[], lineId: string, pointer: string): string {
  const id = rowId("orl", lineId);
  if (!lines.some((line) => line.id === id && publicId("orl", line.id) === lineId) || !id) {
    throw invalid([{ pointer, message: "This line isn't part of the payment's order." }]);
  }
  return id;
}

/** A line that is being carried out can't be refunded yet, also not by the operator. */
export function requireEnded(lines: readonly KnownLine[], wish: RefundWish): void {
  const chosen = new Set(chosenIds(lines, wish));
  if (lines.some((line) => chosen.has(line.id) && isBeingCarriedOut(line))) {
    throw orderInProgress();
  }
}
