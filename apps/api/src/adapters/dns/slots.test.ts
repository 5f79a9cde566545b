import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createSlots } from "./slots.ts";

it("lets so many tasks run at a time, in the order in which they came, and frees a slot however a task ends", async () => {
  const inSlot = createSlots(2);
  const started: number[] = [];
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const results = [0, 1, 2, 3].map((at) =>
    inSlot(() => {
      started.push(at);
      return new Promise<number>((resolve, reject) => ends.push({ resolve, reject }));
    }).catch((error: Error) => error.message),
  );
  await turn();
  expect(started).toEqual([0, 1]);
  ends[1]?.reject(new Error("broken"));
  await turn();
  expect(started).toEqual([0, 1, 2]);
  ends[0]?.resolve(10);
  await turn();
  expect(started).toEqual([0, 1, 2, 3]);
  ends[2]?.resolve(12);
  ends[3]?.resolve(13);
  expect(await Promise.all(results)).toEqual([10, "broken", 12, 13]);
});
