import type { RequestContext } from "./request.ts";

/** Builds the whole response at once: setting headers on a finished response costs as much as the request itself. */
export function completeJson(
  c: RequestContext,
  status: number,
  body: string | ReadableStream | null,
  headers: Record<string, string> = {},
): Response {
  c.set("isComplete", true);
  const type = status >= 400 ? "application/problem+json" : "application/json";
  const all = Object.assign(c.get("commonHeaders"), headers);
  if (body !== null) {
    all["content-type"] ??= type;
  }
  return new Response(body, { status, headers: all });
}
