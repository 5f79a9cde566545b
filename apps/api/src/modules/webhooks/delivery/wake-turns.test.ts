import { expect, it } from "vitest";
import { WakeTurns } from "./wake-turns.ts";

const wakes = (turns: WakeTurns, count: number, found: number, waitedMs = 1) => {
  for (let wake = 0; wake < count; wake += 1) {
    turns.found(found, waitedMs);
  }
};

it("stands by after many wakes that found nothing, but not after a few", () => {
  const turns = new WakeTurns(() => 0.5);
  wakes(turns, 5, 0);
  expect(turns.delayMs()).toBe(0);
  wakes(turns, 15, 0);
  expect(turns.delayMs()).toBe(300);
});

it("stays awake while it finds something, although some wakes find nothing", () => {
  const turns = new WakeTurns(() => 0);
  for (let round = 0; round < 200; round += 1) {
    wakes(turns, 4, 1);
    wakes(turns, 1, 0);
    expect(turns.delayMs()).toBe(0);
  }
});

it("returns from standby for overdue deliveries, and goes back if there were no more", () => {
  const turns = new WakeTurns(() => 0);
  wakes(turns, 50, 0);
  wakes(turns, 1, 3, 20);
  expect(turns.delayMs()).toBeGreaterThan(0);
  wakes(turns, 1, 3, 60);
  expect(turns.delayMs()).toBe(0);
  wakes(turns, 1, 0);
  expect(turns.delayMs()).toBeGreaterThan(0);
});
