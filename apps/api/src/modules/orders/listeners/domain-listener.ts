import type { DomainOrders } from "../../domains/index.ts";
import { endWithOperation } from "../carrying-out/end-with-operation.ts";
import { recordRegistryCost } from "../carrying-out/record-registry-cost.ts";
import { findLineWithOrder } from "../model/order-row.ts";
import { findRefundOfDeletion } from "../refunds/find-refund-of-deletion.ts";
import { refundUndoneRegistration } from "../refunds/refund-undone-registration.ts";
import { isRenewalPaid } from "../renewables/is-renewal-paid.ts";

/** Called by domains, in their own transactions. */
export const createDomainListener = (setting: {
  undoneRegistrations: number | null;
}): Omit<DomainOrders, "findUnconfirmedPayment" | "findBegunRenewals"> => ({
  isRenewalPaid,
  findRefundOfDeletion: (db, orderLineId, now) => findRefundOfDeletion(db, { ...setting, orderLineId }, now),
  whenOperationEnds: endWithOperation,
  async whenCostIsReturned(tx, returned, now) {
    const found = await findLineWithOrder(tx, returned.orderLineId);
    if (found) {
      await recordRegistryCost(tx, "returned", found, returned, now);
    }
  },
  whenRegistrationIsUndone: (tx, ctx, undone, now) =>
    refundUndoneRegistration(tx, { ...ctx, ...setting }, undone, now),
});
