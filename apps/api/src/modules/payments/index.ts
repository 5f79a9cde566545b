export { cardPageWork, createCardPageSweep } from "./jobs.ts";
export type { PaymentPorts } from "./ports.ts";
export { paymentOperations } from "./rest.ts";
export { createPaymentsRouter } from "./trpc.ts";
export { paymentRetentionRules } from "./use-cases/payment-retention-rules.ts";
export { receiveNotice } from "./use-cases/receive-notice.ts";
