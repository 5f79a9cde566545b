import { hash } from "node:crypto";
import { declareError } from "../errors.ts";

/** The tag of a response's text, without its quotes. */
const digestOf = (body: string): string => hash("sha256", body, "base64url").slice(0, 27);

/** Weak, because the same content is sent compressed or not. */
export const weakTag = (body: string): string => `W/"${digestOf(body)}"`;

/** Strong, for If-Match (RFC 9110 section 13.1.1), so that the compressed form has one of its own (section 8.8.3.3). */
export const strongTag = (body: string, { isCompressed = false } = {}): string =>
  `"${digestOf(body)}${isCompressed ? "-gzip" : ""}"`;

/** The weak comparison, for If-None-Match: clients may leave out the mark. */
export function isHeld(header: string | undefined, etag: string): boolean {
  const own = etag.replace(/^W\//, "");
  return header !== undefined && (header.trim() === "*" || tagsIn(header).some(({ tag }) => tag === own));
}

/** The strong comparison, for If-Match, with the tags of both forms of the same content. */
export function isMatched(header: string, body: string): boolean {
  const own = [strongTag(body), strongTag(body, { isCompressed: true })];
  return header.trim() === "*" || tagsIn(header).some(({ isWeak, tag }) => !isWeak && own.includes(tag));
}

const tagsIn = (header: string) =>
  [...header.matchAll(/(W\/)?("[^"]*")/g)].map(([, weak, tag = ""]) => ({ isWeak: weak !== undefined, tag }));

export const changed = declareError("precondition_failed", "changed", {
  message: "It has changed since you read it. Nothing was changed.",
  cause:
    "The ETag in If-Match isn't the current one: someone else has changed the object since, or is changing it now. An ETag that starts with W/, as some proxies write it, never matches.",
  fix: "Read the object again, apply your change to what it is now, and send the new ETag.",
});
