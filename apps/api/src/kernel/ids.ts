import { TypeID } from "typeid-js";
import { v7 } from "uuid";

/** The kind of thing an id names: its prefix before the underscore. */
export type IdPrefix =
  | "aud"
  | "con"
  | "dba"
  | "dhe"
  | "dom"
  | "dop"
  | "evt"
  | "inv"
  | "key"
  | "mac"
  | "mal"
  | "mbr"
  | "pay"
  | "ses"
  | "usr"
  | "whd"
  | "whe"
  | "wsp";

/** A UUIDv7 for a new row. */
export const newId = (): string => v7();

const processId = v7().replaceAll("-", "");
let requests = 0;

/** Names a request in logs and answers: this process, then a count. */
export function newRequestId(): string {
  requests += 1;
  return `req_${processId}_${requests.toString(36).padStart(8, "0")}`;
}

const recentIds = new Map<string, string>();
const recentIdLimit = 5_000;

/** The id as callers see it. The same few are asked for again and again, by every request of a session. */
export function publicId(prefix: IdPrefix, id: string): string {
  const key = prefix + id;
  const known = recentIds.get(key);
  if (known !== undefined) {
    return known;
  }
  const made = TypeID.fromUUID(prefix, id).toString();
  if (recentIds.size >= recentIdLimit) {
    recentIds.clear();
  }
  recentIds.set(key, made);
  return made;
}

/** The UUID behind a public id; undefined where the text is not an id of that kind. */
export function rowId(prefix: IdPrefix, text: string): string | undefined {
  try {
    const parsed = TypeID.fromString(text);
    return parsed.getType() === prefix ? parsed.toUUID() : undefined;
  } catch {
    return undefined;
  }
}

/** The wall time at which a row's id was made: a UUIDv7 begins with the milliseconds (RFC 9562 section 5.7). */
export const createdAtMs = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
