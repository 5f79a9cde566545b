import type { Problem } from "@zonepost/schema";
import { ProblemError } from "./problem-of.ts";

/** Calls routes outside tRPC: sign-in and the sandbox. Throws {@link ProblemError}, or TypeError without a response. */
export async function callRest<Answer>(url: string, init: { method?: "GET" | "POST"; body?: unknown } = {}) {
  const response = await fetch(url, {
    method: init.method ?? "GET",
    credentials: "include",
    cache: "no-store",
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
