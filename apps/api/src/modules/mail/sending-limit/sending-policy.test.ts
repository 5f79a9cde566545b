import { expect, it } from "vitest";
import { type CountedMinute, limitedUntil, sumOf } from "./sending-policy.ts";

const counted = (...minutes: [minute: number, recipients: number][]): CountedMinute[] =>
  minutes.map(([minute, recipients]) => ({ minute: new Date(Date.UTC(2026, 2, 1, 12, minute)), recipients }));

it.each<[title: string, minutes: CountedMinute[], until: string | null]>([
  ["nothing was sent", [], null],
  ["one below the limit", counted([0, 4], [1, 5]), null],
  ["at the limit, from when the oldest minute no longer counts", counted([0, 4], [1, 6]), "13:01"],
  ["over it by more than the oldest minute", counted([0, 1], [5, 1], [9, 10]), "13:10"],
  ["all in one minute", counted([30, 10]), "13:31"],
  // As after a change to a plan with a lower limit.
  ["far over it", counted([0, 50], [10, 9], [20, 1]), "13:11"],
])("a limit of 10: %s", (_, minutes, until) => {
  const found = limitedUntil(minutes, 10);
  expect(found?.toISOString().slice(11, 16) ?? null).toBe(until);
  expect(sumOf(minutes)).toBe(minutes.reduce((sum, { recipients }) => sum + recipients, 0));
});
