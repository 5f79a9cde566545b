import { paymentCooldownDays } from "@zonepost/schema";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { dayMs } from "../../../ui/values/durations.ts";

const cooldownMs = paymentCooldownDays * dayMs;

export type PaymentStanding = Pick<
  PaymentListItem,
  "status" | "cooldown" | "confirmsAt" | "confirmedAt" | "cooldownLeftMs" | "pauseEndsAt"
>;

/** How far the cooldown of a payment is. `share` is the part of it that has passed, from 0 to 1. */
export type Countdown =
  | { kind: "running"; share: number; confirmsAt: string }
  /** Its time has passed, and its disputes are being checked. */
  | { kind: "confirming" }
  | {
      kind: "paused";
      reason: "dispute" | "early_fraud_warning" | "refund_owed";
      share: number;
      daysLeft: number;
      endsAt: string | null;
    }
  | { kind: "confirmed"; at: string }
  | { kind: "ended"; reason: "refunded" | "dispute_lost" };

/** Undefined until the payment is received. */
export function countdownOf(payment: PaymentStanding, now: Date): Countdown | undefined {
  const { cooldown, confirmsAt, confirmedAt, cooldownLeftMs, pauseEndsAt } = payment;
  switch (cooldown?.state) {
    case undefined:
      return undefined;
    case "running": {
      const leftMs = confirmsAt === null ? 0 : Date.parse(confirmsAt) - now.getTime();
      return confirmsAt === null || leftMs <= 0
        ? { kind: "confirming" }
        : { kind: "running", share: shareOf(leftMs), confirmsAt };
    }
    case "paused": {
      const leftMs = cooldownLeftMs ?? cooldownMs;
      return {
        kind: "paused",
        reason: cooldown.reason ?? "dispute",
        share: shareOf(leftMs),
        daysLeft: Math.ceil(leftMs / dayMs),
        endsAt: pauseEndsAt,
      };
    }
    case "done":
      return confirmedAt === null ? { kind: "confirming" } : { kind: "confirmed", at: confirmedAt };
    case "ended":
      return { kind: "ended", reason: payment.status === "refunded" ? "refunded" : "dispute_lost" };
  }
}

const shareOf = (leftMs: number) => Math.min(1, Math.max(0, 1 - leftMs / cooldownMs));
