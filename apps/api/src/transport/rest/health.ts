import type { Hono } from "hono";
import type { QuarantineGuard } from "../../kernel/quarantine/quarantine-guard.ts";
import type { HonoEnv } from "./request.ts";

type ReadinessCheck = {
  run(): Promise<void>;
  /** Whether the API takes no traffic without it. Else only what needs it fails. */
  isRequired: boolean;
};

/** What the API depends on, by name. */
export type ReadinessChecks = Record<string, ReadinessCheck>;

type State = "ok" | "unavailable";

const checkTimeoutMs = 3_000;
/** Proxies wait for a few seconds, and this answer doesn't depend on the check. */
const optionalTimeoutMs = 1_000;

/** Null where the process was started without them. */
export type Version = { version: string | null; commit: string | null };

export function mountHealth(
  app: Hono<HonoEnv>,
  version: Version,
  checks: ReadinessChecks,
  quarantine: QuarantineGuard,
): void {
  const found = Object.entries(checks).map(([name, { run, isRequired }]) => ({
    name,
    isRequired,
    findState: stateFinder(run, isRequired ? checkTimeoutMs : optionalTimeoutMs),
  }));
  app.get("/health/live", (c) => c.json({ status: "ok", ...version }));
  const readMode = async () => ((await quarantine.isOpen()) ? {} : { mode: "quarantine" });
  // For the panel, which has it on each page: it asks nothing else of anything.
  app.get("/health/mode", async (c) => {
    const mode = await readMode().catch(() => undefined);
    return mode ? c.json({ status: "ok", ...mode }) : c.json({ status: "unavailable" }, 503);
  });
  app.get("/health/ready", async (c) => {
    const states = await Promise.all(
      found.map(async ({ name, isRequired, findState }) => ({ name, isRequired, state: await findState() })),
    );
    const isReady = states.every(({ isRequired, state }) => state === "ok" || !isRequired);
    // If it can't be read, the database is away.
    const mode = await readMode().catch(() => ({}));
    return c.json(
      {
        status: isReady ? "ok" : "unavailable",
        ...mode,
        checks: { api: "ok", ...Object.fromEntries(states.map(({ name, state }) => [name, state])) },
      },
      isReady ? 200 : 503,
    );
  });
}

/** A check without an answer is waited for by all requests together, so that they don't add up. */
function stateFinder(run: () => Promise<void>, timeoutMs: number): () => Promise<State> {
  let running: Promise<void> | undefined;
  return async () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("no answer in time")), timeoutMs);
    try {
      await Promise.race([running, timeout]);
      return "ok";
    } catch {
      return "unavailable";
    } finally {
      clearTimeout(timer);
    }
  };
}
