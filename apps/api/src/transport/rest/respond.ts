import { isHeld, strongTag, weakTag } from "../../kernel/http/entity-tag.ts";
import { type RequestContext, requestHeader } from "./request.ts";

const leastCompressedLength = 1_024;

/** For what was read: without a body if the caller has it already (RFC 9110 section 13.1.2). */
export function completeRead(
  c: RequestContext,
  status: number,
  body: string,
  headers: Record<string, string>,
  { isStrong = false } = {},
): Response {
  headers.etag ??= isStrong ? strongTag(body, { isCompressed: isCompressed(c, body) }) : weakTag(body);
  return isHeld(requestHeader(c, "if-none-match"), headers.etag)
    ? completeJson(c, 304, null, headers)
    : completeCompressed(c, status, body, headers);
}

/** Compresses long bodies for callers that accept it. Not for secrets: the length of the result tells about them (BREACH). */
export function completeCompressed(
  c: RequestContext,
  status: number,
  body: string | null,
  headers: Record<string, string>,
): Response {
  if (body === null || !isCompressed(c, body)) {
    return completeJson(c, status, body, headers);
  }
  headers["content-encoding"] = "gzip";
  const compressed = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  return completeJson(c, status, compressed, headers);
}

const isCompressed = (c: RequestContext, body: string): boolean =>
  body.length > leastCompressedLength && acceptsGzip(requestHeader(c, "accept-encoding"));

/** Also as a part of `*`; not with the weight 0. */
function acceptsGzip(header = ""): boolean {
  const weights = new Map(
    header
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [coding = "", weight] = part.split(";");
        return [coding.trim(), Number(/q\s*=\s*([\d.]+)/.exec(weight ?? "")?.[1] ?? 1)] as const;
      }),
  );
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}

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
