import { TypeID } from "typeid-js";
import { v7 } from "uuid";

/** An id's prefix before the underscore, for the kind of resource. */
export type IdPrefix =
  | "aud"
  | "con"
  | "dba"
  | "dhe"
  | "dnf"
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

export const newId = (): string => v7();

const processId = v7().replaceAll("-", "");
let requests = 0;

/** Identifies a request in logs and responses: this process, then a counter. */
export function newRequestId(): string {
  requests += 1;
  return `req_${processId}_${requests.toString(36).padStart(8, "0")}`;
}

const recentIds = new Map<string, string>();
const recentIdLimit = 5_000;

/** Cached, because every request of a session uses the same few ids. */
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

/** Undefined if the text isn't an id of that kind. */
export function rowId(prefix: IdPrefix, text: string): string | undefined {
  try {
    const parsed = TypeID.fromString(text);
    return parsed.getType() === prefix ? parsed.toUUID() : undefined;
  } catch {
    return undefined;
  }
}

/** The wall time at which a row's id was created: a UUIDv7 begins with the milliseconds (RFC 9562 section 5.7). */
export const createdAtMs = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
