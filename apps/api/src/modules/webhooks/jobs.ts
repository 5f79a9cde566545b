import type { DueWork } from "../../kernel/due-work.ts";
import { isDeliveryBusy, nextDueDelivery } from "./delivery/next-due-delivery.ts";

export const deliveryWork: DueWork = {
  name: "webhook deliveries",
  nextDueAt: nextDueDelivery,
  isBusy: isDeliveryBusy,
};
