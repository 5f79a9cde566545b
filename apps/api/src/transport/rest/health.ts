import type { Hono } from "hono";
import type { HonoEnv } from "./request.ts";

/** Dependencies that must be up before the API takes traffic, by name. */
export type ReadinessChecks = Record<string, () => Promise<void>>;

const checkTimeoutMs = 3_000;

/** Null where the process was started without them. */
export type Version = { version: string | null; commit: string | null };

export function mountHealth(app: Hono<HonoEnv>, version: Version, checks: ReadinessChecks): void {
  app.get("/health/live", (c) => c.json({ status: "ok", ...version }));
  app.get("/health/ready", async (c) => {
    const states = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check)] as const),
    );
    const isReady = states.every(([, state]) => state === "ok");
    return c.json(
      { status: isReady ? "ok" : "unavailable", checks: { api: "ok", ...Object.fromEntries(states) } },
      isReady ? 200 : 503,
    );
  });
}

async function stateOf(check: () => Promise<void>): Promise<"ok" | "unavailable"> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no answer in time")), checkTimeoutMs);
  try {
    await Promise.race([check(), timeout]);
    return "ok";
  } catch {
    return "unavailable";
  } finally {
    clearTimeout(timer);
  }
}
