import type { Api } from "./start-api.ts";
import { until } from "./until.ts";

/** Until all work is done that has become due, however long it takes; the route itself answers within a minute. */
export async function advanceClock(
  { call }: Pick<Api, "call">,
  seconds: number,
  deadlineMs = 600_000,
): Promise<void> {
  const readClock = async () => (await call({ path: "/sandbox/clock" })).json;
  const { offsetSeconds } = await readClock();
  await call({ method: "POST", path: "/sandbox/clock/advance", body: { seconds } });
  await until(
    `the clock has advanced by ${seconds} s`,
    async () => {
      const state = await readClock();
      return state.offsetSeconds >= offsetSeconds + seconds && state.busy.length === 0;
    },
    deadlineMs,
  );
}
