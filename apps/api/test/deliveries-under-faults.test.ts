import { expect, it } from "vitest";
import { deliverUnderFaults } from "./support/webhooks/deliveries-under-faults.ts";

it("delivers 200 events though the worker is killed and PostgreSQL is restarted, and only repeats what was claimed", async () => {
  const { arrivals, claimedAtFaults, statuses } = await deliverUnderFaults({
    eventCount: 200,
    faults: ["kill the worker", "restart PostgreSQL"],
  });
  expect(arrivals.filter((times) => times === 0)).toEqual([]);
  const repeats = arrivals.reduce((sum, times) => sum + times - 1, 0);
  expect(repeats).toBeLessThanOrEqual(claimedAtFaults);
  expect(statuses).toEqual([{ status: "succeeded", count: 200 }]);
});
