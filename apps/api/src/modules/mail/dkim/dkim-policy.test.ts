import type { DkimShown } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import { hintOf, nextStepOfPending, retiresAt, shownBy, stringsOf, waitsForOf } from "./dkim-policy.ts";

const now = new Date("2026-03-10T12:00:00.000Z");
const before = (ms: number) => new Date(now.getTime() - ms);
const after = (ms: number) => new Date(now.getTime() + ms);
const server = (nameserver: string, status: DkimShown["status"]): DkimShown => ({
  nameserver,
  status,
  values: [],
});
const everywhere = [server("ns1", "shown"), server("ns2", "shown")];
const none = { live: 0, holding: 0 };
const two = { live: 2, holding: 2 };
const oneOfTwo = { live: 2, holding: 1 };

describe("the next step of a pending key", () => {
  const waiting = (seenAt: Date | null, nextCheckAt: Date, tellsOwners = false) => ({
    to: "pending",
    seenAt,
    nextCheckAt,
    tellsOwners,
  });
  const fresh = { createdAt: now };
  const anHourOld = { createdAt: before(hourMs) };
  const weekOld = { createdAt: before(7 * dayMs) };

  it.each([
    ["shown by all nameservers, held by all hosts", fresh, everywhere, two, { to: "active", seenAt: now }],
    ["shown by all nameservers, without any host", fresh, everywhere, none, { to: "active", seenAt: now }],
    [
      "shown before, held only now",
      { ...anHourOld, seenAt: before(minuteMs) },
      everywhere,
      two,
      { to: "active", seenAt: before(minuteMs) },
    ],
    ["held by one of two hosts", fresh, everywhere, oneOfTwo, waiting(now, after(minuteMs))],
    [
      "held by one of two hosts for 80 minutes",
      { ...weekOld, seenAt: before(80 * minuteMs), toldAt: now },
      everywhere,
      oneOfTwo,
      waiting(before(80 * minuteMs), after(20 * minuteMs)),
    ],
    [
      "missing at one nameserver",
      fresh,
      [server("ns1", "shown"), server("ns2", "missing")],
      two,
      waiting(null, after(minuteMs)),
    ],
    [
      "wrong at one nameserver",
      fresh,
      [server("ns1", "wrong"), server("ns2", "shown")],
      two,
      waiting(null, after(minuteMs)),
    ],
    [
      "one nameserver without an answer",
      anHourOld,
      [server("ns1", "shown"), server("ns2", "unreachable")],
      two,
      waiting(null, after(15 * minuteMs)),
    ],
    ["a domain without nameservers", anHourOld, [], two, waiting(null, after(15 * minuteMs))],
    [
      "shown before, and missing now",
      { ...anHourOld, seenAt: before(minuteMs) },
      [server("ns1", "missing")],
      oneOfTwo,
      waiting(null, after(15 * minuteMs)),
    ],
    [
      "waiting for almost a week",
      { createdAt: before(7 * dayMs - 1) },
      [server("ns1", "missing")],
      none,
      waiting(null, after(12 * hourMs)),
    ],
    [
      "waiting for a week",
      weekOld,
      [server("ns1", "missing")],
      none,
      waiting(null, after(12 * hourMs), true),
    ],
    [
      "waiting for a week, the owners being told",
      { ...weekOld, toldAt: before(dayMs) },
      [server("ns1", "missing")],
      none,
      waiting(null, after(12 * hourMs)),
    ],
    ["a week old, and shown at last", weekOld, everywhere, two, { to: "active", seenAt: now }],
  ])("%s", (_case, key, shown, hosts, expected) => {
    const dates = { seenAt: null, retiringAt: null, toldAt: null, ...key };
    expect(nextStepOfPending(dates, { shown, hosts, now })).toEqual(expected);
  });
});

it("a key retires a week after another one replaced it", () => {
  expect(retiresAt(now)).toEqual(after(7 * dayMs));
});

describe("the answer of a nameserver", () => {
  const answered = (...values: string[]) => ({ kind: "answered" as const, values, alias: null });
  it.each([
    ["the record", answered("v=DKIM1; k=rsa; p=KEY+/=="), "shown"],
    ["the record with other spaces and order", answered("p=KEY+ /==;k=rsa ; v=DKIM1;"), "shown"],
    ["the record without optional tags", answered("p=KEY+/=="), "shown"],
    ["the record for any service and hash", answered("v=DKIM1; h=sha1:sha256; s=*; p=KEY+/=="), "shown"],
    ["the record for other services", answered("v=DKIM1; s=tlsrpt; p=KEY+/=="), "wrong"],
    ["the record for SHA-1 alone", answered("v=DKIM1; h=sha1; p=KEY+/=="), "wrong"],
    ["another type of key", answered("v=DKIM1; k=ed25519; p=KEY+/=="), "wrong"],
    ["another key", answered("v=DKIM1; k=rsa; p=OTHER"), "wrong"],
    ["a key cut off after 255 octets", answered("v=DKIM1; k=rsa; p=KEY+"), "wrong"],
    ["a revoked key", answered("v=DKIM1; k=rsa; p="), "wrong"],
    ["another text", answered("hello"), "wrong"],
    ["two records", answered("v=DKIM1; k=rsa; p=KEY+/==", "v=DKIM1; k=rsa; p=OTHER"), "wrong"],
    ["no record", answered(), "missing"],
    ["no answer", { kind: "away" as const, reason: "timeout" as const }, "unreachable"],
  ])("with %s", (_case, answer, status) => {
    expect(shownBy("ns1", answer, "KEY+/==").status).toBe(status);
  });
});

it("splits a record into strings of at most 255 octets that join to it", () => {
  const record = `v=DKIM1; k=rsa; p=${"A".repeat(392)}`;
  const strings = stringsOf(record);
  expect(strings.map(({ length }) => length)).toEqual([255, 155]);
  expect(strings.join("")).toBe(record);
  expect(stringsOf("v=DKIM1; p=A")).toEqual(["v=DKIM1; p=A"]);
});

describe("what a key waits for", () => {
  it.each([
    ["pending", null, "record", "Not shown yet by ns1. No answer from ns2. The key signs once"],
    ["pending", now, "mail_servers", "The key signs as soon as all mail servers hold it"],
    ["active", null, null, "receivers can't verify it without the record"],
    ["retiring", now, "mail_on_its_way", "Keep its record published"],
    ["retired", now, null, "You can remove its record"],
  ] as const)("%s, shown since %s", (stage, seenAt, waitsFor, hint) => {
    const shown = [server("ns1", "missing"), server("ns2", "unreachable")];
    expect(waitsForOf({ stage, seenAt })).toBe(waitsFor);
    expect(hintOf({ stage, seenAt, shown, checkedAt: now })).toContain(hint);
  });

  it("an active key that hasn't been checked has no complaint", () => {
    expect(hintOf({ stage: "active", seenAt: null, shown: [], checkedAt: null })).not.toContain("can't");
  });
});
