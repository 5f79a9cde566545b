export type { OrderPorts } from "./ports.ts";
export { createOrdersRouter } from "./trpc.ts";
