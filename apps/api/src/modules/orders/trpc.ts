import { mutationOf, queryOf, router } from "../../kernel/http/trpc.ts";
import { operatorOperations } from "./operator/rest.ts";
import type { OrderPorts } from "./ports.ts";
import { orderOperations } from "./rest.ts";

/** To everyone but operators, these procedures don't exist. */
export const createOperatorRouter = (ports: OrderPorts) => {
  const operations = operatorOperations(ports);
  return router({
    payments: queryOf(operations.pageOperatorPayments),
    payment: queryOf(operations.getOperatorPayment),
    books: queryOf(operations.getOperatorBooks),
    previewRefund: mutationOf(operations.previewRefundForOperator),
    refund: mutationOf(operations.refundForOperator),
    release: mutationOf(operations.releaseForOperator),
    acceptDispute: mutationOf(operations.acceptDispute),
    retryRefund: mutationOf(operations.retryRefund),
    declineRefund: mutationOf(operations.declineRefund),
  });
};

export const createOrdersRouter = (ports: OrderPorts) => {
  const operations = orderOperations(ports);
  return router({
    place: mutationOf(operations.placeOrder),
    preview: mutationOf(operations.previewOrder),
    placeBasket: mutationOf(operations.placeBasket),
    previewBasket: mutationOf(operations.previewBasket),
    checkTransfers: mutationOf(operations.checkTransfers),
    deleteTransferCodes: mutationOf(operations.deleteTransferCodes),
    refund: mutationOf(operations.refundPayment),
    previewRefund: mutationOf(operations.previewRefund),
    requestRefund: mutationOf(operations.requestRefund),
    payments: queryOf(operations.pagePayments),
    payment: queryOf(operations.getPaymentDetails),
    list: queryOf(operations.pageOrders),
    get: queryOf(operations.getOrderDetails),
    pay: mutationOf(operations.payOrder),
    settle: mutationOf(operations.settleOrder),
    unsettled: queryOf(operations.findUnsettledOrder),
    receipt: queryOf(operations.getReceipt),
    apiKeySpending: queryOf(operations.getApiKeySpending),
    unpaidMail: queryOf(operations.listUnpaidMail),
    planPrices: queryOf(operations.listPlanPrices),
    renewals: queryOf(operations.pageRenewals),
    unpaidRenewals: queryOf(operations.listUnpaidRenewals),
    retryRenewals: mutationOf(operations.retryRenewals),
    renewalForecast: queryOf(operations.getRenewalForecast),
    registerDomain: mutationOf(operations.registerDomain),
    renewDomain: mutationOf(operations.renewDomain),
    restoreDomain: mutationOf(operations.restoreDomain),
    transferDomainIn: mutationOf(operations.transferDomainIn),
    activateMail: mutationOf(operations.activateMail),
    updateMail: mutationOf(operations.updateMailDomain),
  });
};
