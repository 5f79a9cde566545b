import { expect, it } from "vitest";
import { countdownOf, type PaymentStanding } from "./countdown.ts";

const now = new Date("2026-11-21T12:00:00Z");
const received: PaymentStanding = {
  status: "received",
  cooldown: { state: "running" },
  confirmsAt: "2026-12-06T12:00:00Z",
  confirmedAt: null,
  cooldownLeftMs: null,
  pauseEndsAt: null,
};
const paused = { ...received, confirmsAt: null, cooldownLeftMs: 7.5 * 86_400_000 };

it.each<[string, Partial<PaymentStanding>, object | undefined]>([
  ["unpaid", { status: "pending", cooldown: null, confirmsAt: null }, undefined],
  ["a quarter of the way", {}, { kind: "running", share: 0.25, confirmsAt: received.confirmsAt }],
  ["just received", { confirmsAt: "2026-12-11T12:00:00Z" }, { kind: "running", share: 0 }],
  ["received by a clock ahead of ours", { confirmsAt: "2026-12-11T12:00:05Z" }, { share: 0 }],
  ["due", { confirmsAt: "2026-11-21T12:00:00Z" }, { kind: "confirming" }],
  ["done", { cooldown: { state: "done" }, confirmedAt: "2026-11-20T00:00:00Z" }, { kind: "confirmed" }],
  [
    "disputed",
    { ...paused, status: "disputed", cooldown: { state: "paused", reason: "dispute" } },
    { kind: "paused", reason: "dispute", share: 0.625, daysLeft: 8, endsAt: null },
  ],
  [
    "reported as fraud",
    {
      ...paused,
      cooldown: { state: "paused", reason: "early_fraud_warning" },
      pauseEndsAt: "2027-01-20T12:00:00Z",
    },
    { kind: "paused", reason: "early_fraud_warning", endsAt: "2027-01-20T12:00:00Z" },
  ],
  ["refunded", { ...paused, status: "refunded", cooldown: { state: "ended" } }, { reason: "refunded" }],
  ["lost", { ...paused, status: "disputed", cooldown: { state: "ended" } }, { reason: "dispute_lost" }],
])("shows the countdown of a payment that is %s", (_, change, countdown) => {
  const shown = countdownOf({ ...received, ...change }, now);
  if (countdown === undefined) {
    expect(shown).toBeUndefined();
  } else {
    expect(shown).toMatchObject(countdown);
  }
});
