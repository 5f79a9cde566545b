import { vi } from "vitest";
import { hourMs, minuteMs } from "../../src/kernel/durations.ts";

/**
 * Stops this process's clock 20 seconds into a minute. That minute has passed, because ids never go back: after a
 * moment in the future, the ids of this process would sort after those of the others.
 */
export const stopClock = (): void => {
  vi.useFakeTimers({
    toFake: ["Date"],
    now: Math.floor((Date.now() - hourMs) / minuteMs) * minuteMs + 20_000,
  });
};

/** Stops this process's clock where it is: nothing runs out, and no new minute or day begins, however slow the machine is. */
export const holdClock = (): void => {
  vi.useFakeTimers({ toFake: ["Date"] });
};
