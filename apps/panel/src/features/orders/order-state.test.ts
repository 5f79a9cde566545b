import { describe, expect, it } from "vitest";
import { endedLines, lineStatus, namesOfOrder, nextReadMs } from "./order-state.ts";

const failure = { code: "refused", message: "The registry refused it." };

describe("lineStatus", () => {
  it.each([
    ["pending", null, "awaiting_payment", "line_unpaid", "waiting"],
    ["pending", null, "processing", "line_waiting", "waiting"],
    ["running", null, "processing", "running_registration", "waiting"],
    ["completed", null, "processing", "done_registration", "good"],
    ["failed", failure, "partly_completed", "line_failed", "bad"],
    ["refunded", failure, "failed", "line_failedRefunded", "bad"],
    ["refunded", null, "completed", "line_refunded", "off"],
    ["failed", failure, "cancelled", "line_canceled", "off"],
  ] as const)(
    "of a line that is %s, with the failure %j, in an order %s",
    (state, given, order, key, tone) => {
      const line = { kind: "registration", state, failure: given } as const;
      expect(lineStatus(line, { state: order })).toEqual({ tone, key });
    },
  );
});

const line = (state: "running" | "completed" | "failed" | "refunded") =>
  ({ kind: "renewal", state, failure: null }) as const;

it("counts the lines that have ended", () => {
  expect(endedLines([line("running"), line("completed"), line("failed"), line("refunded")])).toBe(3);
});

it("names each domain once", () => {
  const lines = [{ domainName: "b.com" }, { domainName: "a.com" }, { domainName: "b.com" }];
  expect(namesOfOrder({ lines })).toEqual(["b.com", "a.com"]);
});

describe("nextReadMs", () => {
  const order = { paymentId: "pay_1", isBeingCharged: false };
  it.each([
    ["is carried out", { ...order, state: "processing", lines: [line("running")] }, 0, 2_000],
    ["waits for a person", { ...order, state: "awaiting_payment", lines: [] }, 0, 15_000],
    ["is being charged", { ...order, state: "awaiting_payment", isBeingCharged: true, lines: [] }, 0, 3_000],
    ["is refunding a line", { ...order, state: "failed", lines: [line("failed")] }, 0, 10_000],
    ["has waited long for a refund", { ...order, state: "failed", lines: [line("failed")] }, 30, false],
    ["was free", { ...order, paymentId: null, state: "failed", lines: [line("failed")] }, 0, false],
    ["was canceled", { ...order, state: "cancelled", lines: [line("failed")] }, 0, false],
    ["is complete", { ...order, state: "completed", lines: [line("completed")] }, 0, false],
  ] as const)("of an order that %s", (_case, given, readCount, expected) => {
    expect(nextReadMs(given, readCount)).toBe(expected);
  });
});
