export { createOrderSweeps, orderWorks } from "./jobs.ts";
export type { OrderPorts } from "./ports.ts";
export { createFindUnconfirmedPayment } from "./queries/find-unconfirmed-payment.ts";
export { orderOperations } from "./rest.ts";
export { createOrdersRouter } from "./trpc.ts";
export { domainListener } from "./use-cases/domain-listener.ts";
export { createPaymentListener } from "./use-cases/payment-listener.ts";
