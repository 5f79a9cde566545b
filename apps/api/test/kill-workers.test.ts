import { expect, it } from "vitest";
import { killWorkers } from "./support/kill-workers.ts";

it("resends a killed worker's deliveries once, and loses nothing", async () => {
  const { arrivals, inFlightAtKill, statuses } = await killWorkers({ events: 12, kills: 1 });
  const doubled = arrivals.filter((times) => times > 1);
  expect(arrivals.every((times) => times >= 1)).toBe(true);
  expect(Math.max(...arrivals)).toBe(2);
  expect(doubled.length).toBeLessThanOrEqual(inFlightAtKill[0] ?? 0);
  expect(statuses).toEqual([{ status: "succeeded", count: 12 }]);
});
