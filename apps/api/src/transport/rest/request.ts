import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { AppError, declareError } from "../../kernel/errors.ts";

export type HonoEnv = {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    commonHeaders: Record<string, string>;
    /** Set by a route whose response already has the common headers. */
    isComplete?: boolean;
    actorKey?: string;
  };
};
export type RequestContext = Context<HonoEnv>;

/** Reads the header from Node: Hono would build a Headers object for each request. */
export function requestHeader(c: RequestContext, name: string): string | undefined {
  const value = c.env.incoming.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

const maxBodyBytes = 1_048_576;

/**
 * The client's address. Behind `trustedProxyCount` of our own proxies, it is the one seen by the outermost; entries
 * further left in X-Forwarded-For come from the client and are never used.
 */
export function clientAddress(c: RequestContext, trustedProxyCount: number): string {
  const peer = c.env.incoming.socket.remoteAddress ?? "unknown";
  if (trustedProxyCount === 0) {
    return peer;
  }
  const chain = (requestHeader(c, "x-forwarded-for") ?? "").split(",").map((part) => part.trim());
  return chain.at(-trustedProxyCount) || peer;
}

const bodyTooLarge = declareError("too_large", "body_too_large", {
  message: `The request body can have at most ${maxBodyBytes} bytes.`,
  cause: "The request body is larger than 1 MiB.",
  fix: "Send less in one request.",
});

const incompleteBody = declareError("malformed", "incomplete_body", {
  message: "The connection closed before the end of the body.",
  cause: "The connection closed before the whole request body arrived.",
  fix: "Send the request again, with a Content-Length that matches the body.",
});

const malformedBody = declareError("malformed", "malformed_body", {
  message: "The request body is not valid UTF-8.",
  cause: "The request body is not valid UTF-8.",
  fix: "Encode the body in UTF-8.",
});

const malformedJson = declareError("malformed", "malformed_json", {
  message: (message: string) => message,
  cause: "The request body is empty or not valid JSON.",
  fix: "Send one JSON object, encoded in UTF-8.",
});

const unsupportedMediaType = declareError("unsupported_media_type", "unsupported_media_type", {
  message: "Send the request body as application/json.",
  cause: "The request body was not sent as JSON.",
  fix: "Set Content-Type: application/json.",
});

const foreignOrigin = declareError("forbidden", "foreign_origin", {
  message: "Requests from other websites can't make changes here.",
  cause:
    "A browser sent this request from another website. Only the panel and the API itself can make changes with your cookie.",
  fix: "Use the panel, or call the API from a program that sends no Origin header.",
});

/** Returns the body as text, at most 1 MiB. A larger Content-Length is refused before reading. */
export async function readBody(c: RequestContext): Promise<string> {
  if (Number(requestHeader(c, "content-length") ?? 0) > maxBodyBytes) {
    throw bodyTooLarge();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = c.req.raw.body;
  if (!stream) {
    return "";
  }
  try {
    for await (const chunk of stream) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) {
        throw bodyTooLarge();
      }
      chunks.push(Buffer.from(chunk));
    }
  } catch (error) {
    if (error instanceof AppError || c.env.incoming.complete) {
      throw error;
    }
    throw incompleteBody();
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw malformedBody();
  }
}

export function parseJson(c: RequestContext, text: string): unknown {
  if (text === "") {
    throw malformedJson("The request body is empty. Send JSON.");
  }
  requireJson(c);
  try {
    return JSON.parse(text);
  } catch {
    // No cause: the parser's message quotes the body, which may contain a password.
    throw malformedJson("The request body is not valid JSON.");
  }
}

/** Forms on other sites can't send this type without a preflight request. */
export function requireJson(c: RequestContext): void {
  const type = requestHeader(c, "content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw unsupportedMediaType();
  }
}

/** True if the browser's headers show that another site's page sent this; other programs don't send these headers. */
export function isForeign(c: RequestContext, ownOrigins: ReadonlySet<string>): boolean {
  const origin = requestHeader(c, "origin");
  return origin === undefined ? requestHeader(c, "sec-fetch-site") === "cross-site" : !ownOrigins.has(origin);
}

/**
 * Browsers send the origin of a write; only our own origins may use cookies here. A program without Origin and Fetch
 * metadata isn't a browser, so it can't have been tricked into sending the cookie.
 */
export function checkOrigin(c: RequestContext, ownOrigins: ReadonlySet<string>): void {
  if (c.req.method === "GET" || c.req.method === "HEAD" || c.req.method === "OPTIONS") {
    return;
  }
  if (isForeign(c, ownOrigins)) {
    throw foreignOrigin();
  }
}

/** A repeated parameter stays a list, which our schemas reject. */
export function singleValues(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}
