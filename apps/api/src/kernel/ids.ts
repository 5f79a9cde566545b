import { TypeID } from "typeid-js";
import { v7 } from "uuid";

/** What an id names, as it stands before the underscore. */
export type IdPrefix =
  | "aud"
  | "dhe"
  | "dom"
  | "evt"
  | "mac"
  | "mal"
  | "pay"
  | "ses"
  | "usr"
  | "whd"
  | "whe"
  | "wsp";

/** A UUIDv7 for a new row. */
export const newId = (): string => v7();

/** The id as callers see it. */
export const publicId = (prefix: IdPrefix, id: string): string => TypeID.fromUUID(prefix, id).toString();

/** The UUID behind a public id; undefined where the text is not an id of that kind. */
export function rowId(prefix: IdPrefix, text: string): string | undefined {
  try {
    const parsed = TypeID.fromString(text);
    return parsed.getType() === prefix ? parsed.toUUID() : undefined;
  } catch {
    return undefined;
  }
}
