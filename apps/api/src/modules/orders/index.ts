export { createOrderSweeps, orderWorks } from "./jobs.ts";
export { createDomainListener } from "./listeners/domain-listener.ts";
export { createPaymentListener } from "./listeners/payment-listener.ts";
export { createFindUnconfirmedPayment } from "./losses/find-unconfirmed-payment.ts";
export { orderSecrets } from "./model/order-row.ts";
export type { OrderPorts } from "./ports.ts";
export { orderOperations } from "./rest.ts";
export { type Finding, isOutsideAway, previewOutside, takeOver } from "./restored/take-over.ts";
export { createOperatorRouter, createOrdersRouter } from "./trpc.ts";
