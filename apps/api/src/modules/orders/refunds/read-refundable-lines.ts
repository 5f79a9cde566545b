import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { findRegisteredDomain } from "../../domains/index.ts";
import { findPlanWithout, type RefundedPlan } from "../../mail/index.ts";
import { listRefundsOfPayment, type PaymentRow } from "../../payments/index.ts";
import { readLeftCents } from "../carrying-out/refund-line.ts";
import { orderInProgress } from "../errors.ts";
import { type OrderLineRow, readLines } from "../model/order-row.ts";
import { waitOf } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { chosenIds, isBeingCarriedOut, type RefundableLine, type RefundWish } from "./policy.ts";
import { readRefundedPlan } from "./read-bought-plans.ts";

export type KnownLine = RefundableLine & {
  row: OrderLineRow;
  domainId: string | undefined;
  plan: TakenBack | undefined;
};

/** A mail plan without a line, and how to get there. */
type TakenBack = { refunded: RefundedPlan; after: { planSlug: string; paidUntil: Date } };

/** What a refund is planned from. Under the payment's lock, `db` is its transaction. */
export type Moment = { db: Queryable; payment: PaymentRow; undone: ReadonlySet<string>; now: Date };

/** Before anything is undone. */
export const presentMoment = async (
  { db, clock }: Pick<Ctx, "db" | "clock">,
  payment: PaymentRow,
): Promise<Moment> => ({ db, payment, undone: new Set(), now: await clock.now() });

/** The lines of a payment, with what a refund has to know about each. */
export async function readRefundableLines(
  ports: OrderPorts,
  { db, payment, now }: Omit<Moment, "undone">,
): Promise<KnownLine[]> {
  const rows = await readLines(db, payment.orderId);
  const left = await readLeftCents(db, payment, rows);
  const undone = new Set(
    (await listRefundsOfPayment(db, payment.id)).flatMap(({ reason, lineAmounts }) =>
      lineAmounts
        .filter(({ isTakenBack }) => isTakenBack || reason === "domain_deleted")
        .map(({ lineId }) => lineId),
    ),
  );
  return Promise.all(
    rows.map(async (row) => {
      const isBought = row.kind === "registration" && row.state === "completed";
      const domain = isBought ? await findRegisteredDomain(db, ports, row.id, now) : undefined;
      const isUndoable = domain?.isUndoable ?? false;
      const plan = row.kind === "mail_plan" ? await findTakenBack(db, row, now) : undefined;
      return {
        id: row.id,
        kind: row.kind,
        state: row.state,
        isHeld: waitOf("processing", row) !== null,
        leftCents: left.get(row.id) ?? 0,
        isUndoable,
        isUndone: (undone.has(row.id) || row.undoneAt !== null) && !isUndoable,
        planEffect: plan ? effectOfPlan(plan.refunded) : null,
        row,
        domainId: domain?.id,
        plan,
      };
    }),
  );
}

async function findTakenBack(db: Queryable, row: OrderLineRow, now: Date): Promise<TakenBack | undefined> {
  const refunded = await readRefundedPlan(db, row);
  const after = refunded && (await findPlanWithout(db, refunded, now));
  return refunded && after && { refunded, after };
}

const effectOfPlan = ({ bought }: RefundedPlan): "plan_ended" | "plan_reverted" =>
  bought.years === null ? "plan_reverted" : "plan_ended";

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
