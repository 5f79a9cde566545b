import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { AppError } from "../../kernel/errors.ts";

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

/** Returns the body as text, at most 1 MiB. A larger Content-Length is refused before reading. */
export async function readBody(c: RequestContext): Promise<string> {
  const tooLarge = () =>
    new AppError("too_large", "body_too_large", `The request body can have at most ${maxBodyBytes} bytes.`);
  if (Number(requestHeader(c, "content-length") ?? 0) > maxBodyBytes) {
    throw tooLarge();
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
        throw tooLarge();
      }
      chunks.push(Buffer.from(chunk));
    }
  } catch (error) {
    if (error instanceof AppError || c.env.incoming.complete) {
      throw error;
    }
    throw new AppError("malformed", "incomplete_body", "The connection closed before the end of the body.");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new AppError("malformed", "malformed_body", "The request body is not valid UTF-8.");
  }
}

export function parseJson(c: RequestContext, text: string): unknown {
  if (text === "") {
    throw new AppError("malformed", "malformed_json", "The request body is empty. Send JSON.");
  }
  requireJson(c);
  try {
    return JSON.parse(text);
  } catch {
    // No cause: the parser's message quotes the body, which may contain a password.
    throw new AppError("malformed", "malformed_json", "The request body is not valid JSON.");
  }
}

/** Forms on other sites can't send this type without a preflight request. */
export function requireJson(c: RequestContext): void {
  const type = requestHeader(c, "content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new AppError(
      "unsupported_media_type",
      "unsupported_media_type",
      "Send the request body as application/json.",
    );
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
    throw new AppError(
      "forbidden",
      "foreign_origin",
      "Requests from other websites can't make changes here.",
    );
  }
}

/** A repeated parameter stays a list, which our schemas reject. */
export function singleValues(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}
