import { expect, it } from "vitest";
import { limitCommandRate } from "./command-rate.ts";

it("allows as many commands as a second permits, and more as time passes", () => {
  let now = 0;
  const limit = limitCommandRate({ commandsPerSecond: 2 }, () => now);
  expect([1, 2, 3].map(() => limit.check("one"))).toEqual([1000, 1000, 2400]);
  now = 500;
  expect([1, 2].map(() => limit.check("one"))).toEqual([1000, 2400]);
  now = 60_000;
  expect([1, 2, 3].map(() => limit.check("one"))).toEqual([1000, 1000, 2400]);
});

it("counts each registrar separately", () => {
  const limit = limitCommandRate({ commandsPerSecond: 1 }, () => 0);
  expect([limit.check("one"), limit.check("two"), limit.check("one")]).toEqual([1000, 1000, 2400]);
});

it("closes the session of a client that continues", () => {
  const limit = limitCommandRate({ commandsPerSecond: 1, refusalsBeforeClose: 2 }, () => 0);
  expect([1, 2, 3, 4].map(() => limit.check("one"))).toEqual([1000, 2400, 2502, 2400]);
});

it("is off by default", () => {
  const limit = limitCommandRate(undefined);
  expect(Array.from({ length: 1000 }, () => limit.check("one"))).not.toContain(2400);
});
