import type { DomainOrders } from "../../domains/index.ts";
import { checkLineNow } from "../carrying-out/check-line-now.ts";
import { recordRegistryCost } from "../carrying-out/record-registry-cost.ts";
import { findRefundOfDeletion } from "../refunds/find-refund-of-deletion.ts";
import { refundUndoneRegistration } from "../refunds/refund-undone-registration.ts";
import { isRenewalPaid } from "../renewables/is-renewal-paid.ts";

/** Called by domains, in their own transactions. */
export const createDomainListener = (setting: {
  undoneRegistrations: number;
}): Omit<DomainOrders, "findUnconfirmedPayment"> => ({
  isRenewalPaid,
  findRefundOfDeletion: (db, orderLineId, now) => findRefundOfDeletion(db, { ...setting, orderLineId }, now),
  async whenOperationEnds(tx, ended, now) {
    await recordRegistryCost(tx, "charged", ended, now);
    await checkLineNow(tx, ended.orderLineId, now);
  },
  whenCostIsReturned: (tx, returned, now) => recordRegistryCost(tx, "returned", returned, now),
  whenRegistrationIsUndone: (tx, ctx, undone, now) =>
    refundUndoneRegistration(tx, { ...ctx, ...setting }, undone, now),
});
