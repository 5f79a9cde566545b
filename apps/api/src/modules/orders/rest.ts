import { orderPreview } from "@zonepost/schema";
import { orderPreviewInput } from "@zonepost/schema/panel";
import { named, panelOperation } from "../../kernel/http/operation.ts";
import type { OrderPorts } from "./ports.ts";
import { previewOrder } from "./queries/preview-order.ts";

export const orderOperations = (ports: OrderPorts) =>
  named({
    // The panel previews the price; over REST, a dry run also checks the price that the request names.
    previewOrder: panelOperation({
      right: "domains:buy",
      input: orderPreviewInput,
      output: orderPreview,
      handle: (ctx, input) => previewOrder({ ...ctx, ...ports }, input, { isPriceRequest: true }),
    }),
  });
