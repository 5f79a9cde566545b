import type { z } from "zod";
import type { WebhookTransport } from "../ports.ts";

type BodyWithUrl = { url?: string | undefined };

/** The body's schema, which also refuses a URL that the transport would: in one response with all that is wrong. */
export function bodyWithUrl<Body extends z.ZodType<BodyWithUrl>>(
  body: Body,
  ports: { transport: WebhookTransport },
) {
  const refusal = (value: unknown): string | undefined => {
    const url = (value as BodyWithUrl).url;
    const verdict = url === undefined ? undefined : ports.transport.checkUrl(url);
    return verdict && !verdict.ok ? verdict.message : undefined;
  };
  return body.refine((value) => refusal(value) === undefined, {
    path: ["url"],
    error: ({ input }) => refusal(input),
    // Also if other fields are invalid, but not if the URL already is.
    when: ({ value, issues }) =>
      typeof (value as BodyWithUrl | null)?.url === "string" &&
      issues.every(({ path }) => path?.[0] !== "url"),
  });
}
