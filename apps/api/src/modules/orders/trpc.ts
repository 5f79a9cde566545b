import { mutationOf, router } from "../../kernel/http/trpc.ts";
import type { OrderPorts } from "./ports.ts";
import { orderOperations } from "./rest.ts";

export const createOrdersRouter = (ports: OrderPorts) => {
  const operations = orderOperations(ports);
  return router({ preview: mutationOf(operations.previewOrder) });
};
