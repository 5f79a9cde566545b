import { expect, it } from "vitest";
import { changeUnderFaults, type ZoneFault } from "./support/dns/zones-under-faults.ts";

it("loses no change set of 1,000 and skips no event though workers, primary and a nameserver are killed 30 times", async () => {
  const round: ZoneFault[] = ["worker", "primary", "nameserver"];
  const result = await changeUnderFaults({
    changeSets: 1_000,
    zoneCount: 20,
    faults: Array.from({ length: 10 }, () => round).flat(),
  });
  expect(result.lost).toEqual([]);
  expect(result.different).toEqual([]);
  expect(result.changedEvents).toBe(1_000);
  expect(result.publishedOutOfOrder).toEqual([]);
});
