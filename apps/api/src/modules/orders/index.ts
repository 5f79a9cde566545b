export type { OrderPorts } from "./ports.ts";
export { createOrdersRouter } from "./trpc.ts";
export { checkLineNow } from "./use-cases/check-line-now.ts";
