import { expect, it } from "vitest";
import { deliverUnderFaults } from "./support/webhooks/deliveries-under-faults.ts";

it("delivers 20,000 events though twelve workers are killed and PostgreSQL is restarted three times", async () => {
  const kills = ["kill the worker", "kill the worker", "kill the worker", "kill the worker"] as const;
  const restart = "restart PostgreSQL" as const;
  const { arrivals, claimedAtFaults, statuses } = await deliverUnderFaults({
    eventCount: 20_000,
    faults: [...kills, restart, ...kills, restart, ...kills, restart],
  });
  expect(arrivals.filter((times) => times === 0)).toEqual([]);
  const repeats = arrivals.reduce((sum, times) => sum + times - 1, 0);
  expect(repeats).toBeLessThanOrEqual(claimedAtFaults);
  expect(statuses).toEqual([{ status: "succeeded", count: 20_000 }]);
});
