import { describe, expect, it } from "vitest";
import { seesEvent, sendsPaymentsElsewhere } from "./payment-events.ts";

const url = "https://hooks.example.com/in";
const other = "https://hooks.example.com/other";

describe("an endpoint", () => {
  it.each([
    [null, ["domain.expired"], url, false],
    [null, ["domain.expired", "payment.failed"], url, true],
    [null, ["*"], url, true],
    [["domain.expired"], ["domain.expired", "payment.failed"], url, true],
    [["domain.expired"], ["*"], url, true],
    [["payment.failed"], ["payment.failed", "payment.received"], url, true],
    [["payment.failed"], ["*"], url, true],
    [["payment.failed"], ["payment.failed", "domain.expired"], url, false],
    [["*"], ["payment.failed"], url, false],
    [["*"], ["*"], url, false],
    [["*"], ["*"], other, true],
    [["*"], ["domain.expired"], other, false],
    [["payment.failed"], ["payment.failed"], other, true],
    [["domain.expired"], ["domain.expired"], other, false],
  ])("of %j that changes to %j at %s sends payments to somewhere new: %s", (before, events, to, expected) => {
    expect(sendsPaymentsElsewhere(before && { url, events: before }, { url: to, events })).toBe(expected);
  });
});

it.each([
  ["owner", "payment.received", true],
  ["billing", "payment.received", true],
  ["member", "payment.received", false],
  ["read_only", "payment.failed", false],
  ["member", "domain.expired", true],
] as const)("a person who is %s sees %s: %s", (role, type, expected) => {
  expect(seesEvent({ role, domainNames: null }, type)).toBe(expected);
});
