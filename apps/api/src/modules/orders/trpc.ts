import { mutationOf, queryOf, router } from "../../kernel/http/trpc.ts";
import type { OrderPorts } from "./ports.ts";
import { orderOperations } from "./rest.ts";

export const createOrdersRouter = (ports: OrderPorts) => {
  const operations = orderOperations(ports);
  return router({
    place: mutationOf(operations.placeOrder),
    preview: mutationOf(operations.previewOrder),
    refund: mutationOf(operations.refundPayment),
    previewRefund: mutationOf(operations.previewRefund),
    payments: queryOf(operations.listPaidOrders),
    payment: queryOf(operations.getPaymentDetails),
    list: queryOf(operations.listOrders),
    get: queryOf(operations.getOrderDetails),
    pay: mutationOf(operations.payOrder),
    settle: mutationOf(operations.settleOrder),
    unsettled: queryOf(operations.findUnsettledOrder),
    receipt: queryOf(operations.getReceipt),
    apiKeySpending: queryOf(operations.getApiKeySpending),
    renewals: queryOf(operations.listRenewals),
    renewalForecast: queryOf(operations.getRenewalForecast),
    registerDomain: mutationOf(operations.registerDomain),
    renewDomain: mutationOf(operations.renewDomain),
    restoreDomain: mutationOf(operations.restoreDomain),
    transferDomainIn: mutationOf(operations.transferDomainIn),
    activateMail: mutationOf(operations.activateMail),
    updateMail: mutationOf(operations.updateMailDomain),
  });
};
