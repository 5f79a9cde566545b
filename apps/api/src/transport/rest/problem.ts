import { AppError } from "../../kernel/errors.ts";
import type { ToProblem } from "../../kernel/http/problem.ts";
import { type RequestContext, requestHeader } from "./request.ts";

/** Returns any error as application/problem+json; internal details only go to the log. */
export function problemResponse(c: RequestContext, toProblem: ToProblem, error: unknown): Response {
  const body = toProblem(error, c.get("requestId"));
  const { retryAfterSeconds, allow } = error instanceof AppError ? error : {};
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      "content-type": "application/problem+json",
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
      ...(allow ? { allow: allow.join(", ") } : {}),
      ...(body.status === 401 ? { "www-authenticate": challenge(c) } : {}),
    },
  });
}

/** RFC 6750 section 3: the error is only named if the request carried credentials. */
const challenge = (c: RequestContext): string =>
  requestHeader(c, "authorization") === undefined
    ? 'Bearer realm="Zonepost"'
    : 'Bearer realm="Zonepost", error="invalid_token"';
