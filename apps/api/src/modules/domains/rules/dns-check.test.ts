import { expect, it } from "vitest";
import { type CheckState, type Found, firstCheckAt, newsOf, nextCheckOf, stateAfter } from "./dns-check.ts";

const at = (minutes: number) => new Date(Date.UTC(2027, 0, 1, 0, minutes));
const fresh: CheckState = {
  hasAnswered: false,
  breaksSince: null,
  silentSince: null,
  isBroken: false,
  isSilent: false,
};
const works: Found = { asked: 2, answering: 2, dnssec: "validates", isBusy: false };
const breaks: Found = { ...works, dnssec: "breaks" };
const silent: Found = { ...works, answering: 0, dnssec: "unknown" };
const after = (...checks: [Found, number][]) =>
  checks.reduce((state, [found, minutes]) => stateAfter(state, found, at(minutes)), fresh);

it.each<[string, [Found, number][], Partial<CheckState>]>([
  ["works", [[works, 0]], { isBroken: false, isSilent: false, hasAnswered: true }],
  ["breaks at one check", [[breaks, 0]], { breaksSince: at(0), isBroken: false }],
  [
    "breaks at two",
    [
      [breaks, 0],
      [breaks, 15],
    ],
    { breaksSince: at(0), isBroken: true },
  ],
  [
    "breaks at two that are too close",
    [
      [breaks, 0],
      [breaks, 14],
    ],
    { isBroken: false },
  ],
  [
    "broke, and works again",
    [
      [breaks, 0],
      [breaks, 15],
      [works, 30],
    ],
    { breaksSince: null, isBroken: false },
  ],
  [
    "is silent after it has answered",
    [
      [works, 0],
      [silent, 1],
      [silent, 16],
    ],
    { silentSince: at(1), isSilent: true },
  ],
  [
    "has never answered",
    [
      [silent, 0],
      [silent, 60],
    ],
    { silentSince: null, isSilent: false },
  ],
  [
    "has no nameservers any more",
    [
      [works, 0],
      [{ ...silent, asked: 0 }, 60],
    ],
    { isSilent: false },
  ],
])("a domain that %s", (_what, checks, expected) => {
  expect(after(...checks)).toMatchObject(expected);
});

it("is looked at again soon after a problem, and else after a day", () => {
  expect(nextCheckOf(after([works, 0]), at(0))).toEqual(at(24 * 60));
  expect(nextCheckOf(after([breaks, 0]), at(0))).toEqual(at(15));
});

it("spreads first checks over an hour, by the domain's ID", () => {
  expect(firstCheckAt("00000000-0000-7000-8000-000000000000", at(0))).toEqual(at(0));
  expect(firstCheckAt("00000000-0000-7000-8000-000000800000", at(0))).toEqual(at(30));
});

const broken: CheckState = { ...fresh, breaksSince: at(0), isBroken: true };
const quiet: CheckState = { ...fresh, hasAnswered: true, silentSince: at(0), isSilent: true };

it.each<[string, CheckState, CheckState, Found, ReturnType<typeof newsOf>]>([
  ["finds nothing new", fresh, fresh, works, []],
  ["suspects a problem", fresh, { ...fresh, breaksSince: at(0) }, breaks, []],
  ["confirms a broken chain", fresh, broken, breaks, [{ problem: "dnssec", since: at(0) }]],
  ["finds it broken again", broken, broken, breaks, []],
  ["finds it repaired", broken, fresh, works, [{ problem: "dnssec", since: null }]],
  ["can't see whether it is repaired", broken, fresh, silent, []],
  ["confirms silence", fresh, quiet, silent, [{ problem: "nameservers", since: at(0) }]],
  ["finds an answer again", quiet, fresh, works, [{ problem: "nameservers", since: null }]],
])("a check that %s tells people just that", (_, before, next, found, news) => {
  expect(newsOf(before, next, found)).toEqual(news);
});
