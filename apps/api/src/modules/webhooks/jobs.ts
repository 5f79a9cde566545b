import type { Ctx } from "../../kernel/ctx.ts";
import type { DueWork, Sweep } from "../../kernel/due-work/due-work.ts";
import { advanceCatchUps, isCatchUpBusy } from "./catch-up/advance-catch-ups.ts";
import { isDeliveryBusy, nextDueDelivery } from "./delivery/next-due-delivery.ts";

export const deliveryWork: DueWork = {
  name: "webhook deliveries",
  nextDueAt: nextDueDelivery,
  isBusy: isDeliveryBusy,
};

/** Its deliveries become due like all others. */
export const catchUpWork: DueWork = {
  name: "webhook catch-ups",
  nextDueAt: async () => null,
  isBusy: isCatchUpBusy,
};

export const createCatchUpSweep = (ctx: Pick<Ctx, "db" | "clock">): Sweep => ({
  name: "webhook catch-ups",
  wakeReasons: ["catch_ups", "clock"],
  pollIntervalMs: 2_000,
  run: (signal) => advanceCatchUps(ctx, signal),
});
