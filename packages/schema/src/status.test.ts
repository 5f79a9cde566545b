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

  it.each(entries.filter(({ entry }) => "check" in entry.evidence && entry.tone === "good"))(
    "$name isn't good without a check within twice its interval",
    ({ entry }) => {
      const hours = "check" in entry.evidence ? entry.evidence.intervalMs / 3_600_000 : 0;
      expect(status.statusAt(entry, hoursAgo(2 * hours), now)).toBe(entry);
      expect(status.statusAt(entry, hoursAgo(2 * hours + 0.1), now)).toBe(status.couldNotCheck);
      expect(status.statusAt(entry, null, now)).toBe(status.notCheckedYet);
    },
  );

  it("neither a missing nor a stale check is good or bad", () => {
    expect([status.notCheckedYet.tone, status.couldNotCheck.tone]).toEqual(["waiting", "waiting"]);
  });

  it("a record stays true however old it is", () => {
    expect(status.statusAt(status.paymentStates.confirmed, null, now).word).toBe("Confirmed");
    expect(status.statusAt(status.paymentStates.confirmed, hoursAgo(10_000), now).word).toBe("Confirmed");
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
