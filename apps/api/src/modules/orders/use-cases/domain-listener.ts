import type { DomainOrders } from "../../domains/index.ts";
import { checkLineNow } from "./check-line-now.ts";
import { recordRegistryCost } from "./record-registry-cost.ts";
import { refundUndoneRegistration } from "./refund-line.ts";

/** What domains tell orders, in their own transactions. */
export const domainListener: Pick<DomainOrders, "whenOperationEnds" | "whenRegistrationIsUndone"> = {
  async whenOperationEnds(tx, ended, now) {
    await recordRegistryCost(tx, "charged", ended, now);
    await checkLineNow(tx, ended.orderLineId, now);
  },
  async whenRegistrationIsUndone(tx, ctx, undone, now) {
    await recordRegistryCost(tx, "returned", undone, now);
    await refundUndoneRegistration(tx, ctx, undone, now);
  },
};
