import type { z } from "zod";
import { type FieldError, invalid } from "./errors.ts";

const escapePointer = (part: PropertyKey) => String(part).replaceAll("~", "~0").replaceAll("/", "~1");

/** Zod's issues as RFC 6901 pointers below `base` ("" for the body, "/query" for the query string). */
export function fieldErrors(error: z.core.$ZodError, base = ""): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => `/${escapePointer(part)}`).join("");
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({
        pointer: `${base}${path}/${escapePointer(key)}`,
        message: "is not a field of this operation",
      }));
    return [{ pointer: `${base}${path}`, message: issue.message }];
  });
}

/** Parses input with its schema; what does not fit becomes one problem that names every field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  base = "",
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalid(fieldErrors(result.error, base), result.error);
}
