import { invalid } from "./errors.ts";

/** A cursor is the sort key of the last row seen; opaque to callers, and of no use beyond their own rows. */
export const encodeCursor = (key: string): string => Buffer.from(key, "utf8").toString("base64url");

export function decodeCursor(cursor: string): string {
  const key = Buffer.from(cursor, "base64url").toString("utf8");
  if (key === "" || encodeCursor(key) !== cursor)
    throw invalid([
      { pointer: "/query/cursor", message: "is not a cursor of this list; leave it out to start again" },
    ]);
  return key;
}
