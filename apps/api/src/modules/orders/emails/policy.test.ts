import { describe, expect, it } from "vitest";
import { hourMs, minuteMs, secondMs } from "../../../kernel/durations.ts";
import { confirmationDueAt, gathersUntil } from "./policy.ts";

const now = new Date("2027-03-01T10:00:00.000Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const waitOf = (until: Date | undefined) => until && until.getTime() - now.getTime();

type Line = Parameters<typeof gathersUntil>[1]["lines"][number];
const line = (change: Partial<Line> = {}): Line => ({
  kind: "registration",
  state: "failed",
  nextAttemptAt: null,
  ...change,
});
const running = line({ state: "running", nextAttemptAt: now });
const held = line({ state: "pending", nextAttemptAt: null });
const pending = [{ state: "pending" }];
const none: { state: string }[] = [];

describe("the emails about an order wait for others of their kind", () => {
  it.each([
    ["a receipt never waits", "receipt", 0, [running], pending, undefined],
    ["a bank's question never waits", "payment_confirmation_needed", 0, [running], pending, undefined],
    ["a failed line, of an order that has ended", "order_line_failed", 0, [line()], pending, undefined],
    [
      "a failed line, beside one that is running",
      "order_line_failed",
      0,
      [line(), running],
      none,
      15 * secondMs,
    ],
    ["the older, the longer", "order_line_failed", 5 * minuteMs, [running], none, 5 * minuteMs],
    ["never longer than an hour", "order_line_failed", 50 * minuteMs, [running], none, 10 * minuteMs],
    ["not after an hour", "order_line_failed", hourMs, [running], none, undefined],
    [
      "not for a transfer",
      "order_line_failed",
      0,
      [line({ kind: "transfer_in", state: "running", nextAttemptAt: now })],
      none,
      undefined,
    ],
    ["not for a line that is held", "order_line_failed", 0, [held], none, undefined],
    ["a refund, beside one on its way", "refund", 0, [line()], pending, 15 * secondMs],
    ["a refund, of an order that goes on", "refund", 0, [running], none, 15 * secondMs],
    ["a failed refund, beside one on its way", "refund_failed", 0, [line()], pending, 15 * secondMs],
    ["a refund, the last one", "refund", 0, [line()], [{ state: "succeeded" }], undefined],
  ] as const)("%s", (_, kind, ageMs, lines, refunds, expected) => {
    expect(waitOf(gathersUntil(kind, { createdAt: ago(ageMs), lines, refunds }, now))).toBe(expected);
  });

  it.each([
    [true, 15 * minuteMs],
    [false, 0],
  ])("a person who is at their bank (%s) is given time", (isPresent, expected) => {
    expect(waitOf(confirmationDueAt(isPresent, now))).toBe(expected);
  });
});
