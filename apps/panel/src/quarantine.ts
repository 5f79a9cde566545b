import "server-only";
import { internalApiUrl } from "./addresses.ts";

const keptMs = 5_000;
const answerWithinMs = 2_000;

let known: { isQuarantined: Promise<boolean>; readAtMs: number } | undefined;

/** Whether the installation was restored from a backup and isn't released yet. Read at most every five seconds. */
export function readQuarantine(): Promise<boolean> {
  const nowMs = performance.now();
  if (known === undefined || nowMs - known.readAtMs > keptMs) {
    known = { isQuarantined: ask(), readAtMs: nowMs };
  }
  return known.isQuarantined;
}

async function ask(): Promise<boolean> {
  try {
    const response = await fetch(`${internalApiUrl()}/health/mode`, {
      cache: "no-store",
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const answer = (await response.json()) as { mode?: string };
    return answer.mode === "quarantine";
  } catch {
    return false;
  }
}
