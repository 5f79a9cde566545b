import type { Problem } from "@zonepost/schema";
import { ProblemError } from "./problem-of.ts";

type RestCall = { method?: "GET" | "POST"; body?: unknown; answerWithinMs?: number };

/**
 * Calls routes outside tRPC: sign-in and the sandbox. Throws {@link ProblemError}; without a response, TypeError or, at
 * the deadline, TimeoutError.
 */
export async function callRest<Answer>(url: string, init: RestCall = {}) {
  const response = await fetch(url, {
    method: init.method ?? "GET",
    credentials: "include",
    cache: "no-store",
    signal: AbortSignal.timeout(init.answerWithinMs ?? 30_000),
    ...(init.body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(init.body) }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
    throw new ProblemError(
      { status: response.status, ...(answer as Partial<Problem> | undefined) },
      Number.isFinite(retryAfter) ? retryAfter : undefined,
    );
  }
  return answer as Answer;
}
