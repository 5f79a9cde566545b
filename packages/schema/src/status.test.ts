import { describe, expect, it } from "vitest";
import type { StatusEntry } from "./status.ts";
import * as status from "./status.ts";

const isTable = (value: unknown): value is Record<string, StatusEntry> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((entry) => typeof entry === "object" && "tone" in entry);

const tables = Object.entries(status).flatMap(([name, table]) => (isTable(table) ? [{ name, table }] : []));
const entries = tables.flatMap(({ name, table }) =>
  Object.entries(table).map(([state, entry]) => ({ name: `${name}.${state}`, entry })),
);

const now = new Date("2026-11-29T12:00:00.000Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

describe("the tables of statuses", () => {
  it("cover every kind of thing", () => {
    expect(tables.length).toBeGreaterThan(20);
  });

  it.each(entries)("$name has a word, a tone, a next actor and evidence", ({ entry }) => {
    expect(entry.word).toMatch(/^[A-Z].*[^.]$/u);
    expect(status.statusTones).toContain(entry.tone);
    expect(status.nextActors).toContain(entry.nextActor);
    expect("record" in entry.evidence ? entry.evidence.record : entry.evidence.check).not.toBe("");
  });

  it("neither a missing nor a stale check is good or bad", () => {
    expect([status.notCheckedYet.tone, status.couldNotCheck.tone]).toEqual(["waiting", "waiting"]);
  });

  it("DNSSEC has one word for each verdict", () => {
    const { validates, breaks, insecure, unchecked, unknown } = status.dnssecStates;
    expect([validates, breaks, insecure, unchecked, unknown].map(({ word }) => word)).toEqual([
      "Protected",
      "Broken: people can't reach this domain",
      "Not protected",
      "Not checked yet",
      "Couldn't check",
    ]);
  });
});

describe("what a check has found", () => {
  const { dnssec: intervalMs } = status.checkIntervalsMs;
  const hours = intervalMs / 3_600_000;

  it.each([
    ["just now", hoursAgo(0), "good"],
    ["twice its interval ago", hoursAgo(2 * hours), "good"],
    ["longer ago", hoursAgo(2 * hours + 0.1), "unknown"],
    ["never", null, "unchecked"],
  ])("is what is, if it was carried out %s", (_when, checkedAt, expected) => {
    expect(status.checkedState("good", { intervalMs, checkedAt, now })).toBe(expected);
  });

  it.each([
    ["validates", true, { checkedAt: hoursAgo(1), dnssec: "validates" }, "validates"],
    ["breaks", true, { checkedAt: hoursAgo(1), dnssec: "breaks" }, "breaks"],
    ["no nameserver answered", true, { checkedAt: hoursAgo(1), dnssec: "unknown" }, "unknown"],
    ["the check is too old", true, { checkedAt: hoursAgo(2 * hours + 1), dnssec: "validates" }, "unknown"],
    ["there was no record yet", true, { checkedAt: hoursAgo(1), dnssec: "insecure" }, "unchecked"],
    ["it hasn't run", true, { checkedAt: null, dnssec: "unknown" }, "unchecked"],
    ["there is none", true, null, "unchecked"],
    ["there is no record any more", false, { checkedAt: hoursAgo(1), dnssec: "validates" }, "insecure"],
  ] as const)("gives DNSSEC one state: %s", (_case, hasRecords, check, expected) => {
    expect(status.dnssecStateOf(hasRecords, check, now)).toBe(expected);
  });

  it.each([
    ["all respond", true, { checkedAt: hoursAgo(1), answering: 2, asked: 2, hasAnswered: true }, "all"],
    ["one doesn't", true, { checkedAt: hoursAgo(1), answering: 1, asked: 2, hasAnswered: true }, "some"],
    ["none does", true, { checkedAt: hoursAgo(1), answering: 0, asked: 2, hasAnswered: true }, "none"],
    ["none ever has", true, { checkedAt: hoursAgo(1), answering: 0, asked: 2, hasAnswered: false }, "never"],
    [
      "the check is too old",
      true,
      { checkedAt: hoursAgo(2 * hours + 1), answering: 2, asked: 2, hasAnswered: true },
      "unknown",
    ],
    ["it hasn't run", true, { checkedAt: null, answering: 0, asked: 0, hasAnswered: true }, "unchecked"],
    ["there is none", true, null, "unchecked"],
    [
      "there are no nameservers",
      false,
      { checkedAt: hoursAgo(1), answering: 2, asked: 2, hasAnswered: true },
      "no_nameservers",
    ],
  ] as const)("gives the nameservers one state: %s", (_case, hasNameservers, check, expected) => {
    expect(status.delegationStateOf(hasNameservers, check, now)).toBe(expected);
  });
});

describe("the state of a payment", () => {
  const paused = (reason: "dispute" | "early_fraud_warning" | "refund_owed") =>
    ({ state: "paused", reason }) as const;

  it.each([
    ["pending", null, "awaiting_payment", "pending"],
    ["pending", null, "cancelled", "canceled"],
    ["failed", null, "awaiting_payment", "failed"],
    ["failed", null, "cancelled", "canceled"],
    ["received", { state: "running" }, "completed", "received"],
    ["received", { state: "running" }, "cancelled", "received"],
    ["received", paused("early_fraud_warning"), "completed", "paused"],
    ["received", paused("refund_owed"), "completed", "paused"],
    ["disputed", paused("dispute"), "completed", "disputed"],
    ["disputed", { state: "ended" }, "completed", "dispute_lost"],
    ["confirmed", { state: "done" }, "completed", "confirmed"],
    ["refunded", { state: "ended" }, "completed", "refunded"],
  ] as const)(
    "%s with the cooldown %o, of an order that is %s, is %s",
    (state, cooldown, order, expected) => {
      expect(status.paymentStateOf({ status: state, cooldown }, order)).toBe(expected);
    },
  );
});
