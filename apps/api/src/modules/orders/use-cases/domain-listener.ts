import type { DomainOrders } from "../../domains/index.ts";
import { isRenewalPaid } from "../queries/is-renewal-paid.ts";
import { checkLineNow } from "./lines/check-line-now.ts";
import { recordRegistryCost } from "./lines/record-registry-cost.ts";
import { refundUndoneRegistration } from "./lines/refund-line.ts";

/** Called by domains, in their own transactions. */
export const domainListener: Omit<DomainOrders, "findUnconfirmedPayment"> = {
  isRenewalPaid,
  async whenOperationEnds(tx, ended, now) {
    await recordRegistryCost(tx, "charged", ended, now);
    await checkLineNow(tx, ended.orderLineId, now);
  },
  whenCostIsReturned: (tx, returned, now) => recordRegistryCost(tx, "returned", returned, now),
  whenRegistrationIsUndone: refundUndoneRegistration,
};
