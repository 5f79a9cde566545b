import { expect, it } from "vitest";
import { killWorkers } from "./support/kill-workers.ts";

it("loses none of 5,000 events with twelve killed workers, and only repeats those in flight", async () => {
  const { arrivals, inFlightAtKill, statuses } = await killWorkers({ events: 5_000, kills: 12 });
  const doubles = arrivals.reduce((sum, times) => sum + Math.max(0, times - 1), 0);
  expect(arrivals.filter((times) => times === 0)).toEqual([]);
  expect(doubles).toBeLessThanOrEqual(inFlightAtKill.reduce((sum, count) => sum + count, 0));
  expect(statuses).toEqual([{ status: "succeeded", count: 5_000 }]);
});
