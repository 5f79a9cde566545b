export { createOrderSweeps, orderWorks } from "./jobs.ts";
export type { OrderPorts } from "./ports.ts";
export { findUnconfirmedPayment } from "./queries/find-unconfirmed-payment.ts";
export { orderOperations } from "./rest.ts";
export { createOrdersRouter } from "./trpc.ts";
export { checkLineNow } from "./use-cases/check-line-now.ts";
export { paymentListener } from "./use-cases/payment-listener.ts";
export { refundUndoneRegistration } from "./use-cases/refund-line.ts";
