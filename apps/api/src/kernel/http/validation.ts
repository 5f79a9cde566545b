import type { z } from "zod";
import { type FieldError, invalid } from "../errors.ts";

const escapePointer = (part: PropertyKey) => String(part).replaceAll("~", "~0").replaceAll("/", "~1");

/** Limits the errors in one problem, so that a response is never much longer than its request. */
const maxFieldErrors = 100;

/** Zod's issues as RFC 6901 pointers below `base` ("" for the body, "/query" for the query string); the first 100. */
function fieldErrors(error: z.core.$ZodError, base = ""): FieldError[] {
  return error.issues
    .slice(0, maxFieldErrors)
    .flatMap((issue) => errorsOf(issue, base))
    .slice(0, maxFieldErrors);
}

function errorsOf(issue: z.core.$ZodIssue, base: string): FieldError[] {
  const meant = issue.code === "invalid_union" ? meantOption(issue.errors) : undefined;
  if (meant) {
    return meant.flatMap((inner) => errorsOf({ ...inner, path: [...issue.path, ...inner.path] }, base));
  }
  const path = issue.path.map((part) => `/${escapePointer(part)}`).join("");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, maxFieldErrors).map((key) => ({
      pointer: `${base}${path}/${escapePointer(key)}`,
      message: "Unknown field.",
    }));
  }
  return [{ pointer: `${base}${path}`, message: messageOf(issue) }];
}

/** The option of a union that the input has the fields of, if it is the only one. */
function meantOption(options: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const isOtherShape = (issue: z.core.$ZodIssue) =>
    issue.path.length === 0 || (issue.path.length === 1 && /received undefined$/.test(issue.message));
  const [meant, ...others] = options.filter((issues) => !issues.some(isOtherShape));
  return others.length === 0 ? meant : undefined;
}

const zodDefaultMessage = /^(Invalid|Too big|Too small|Unrecognized)/;
const articles: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  object: "an object",
};

/** The schema's own message if it has one; otherwise zod's, in our wording. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!zodDefaultMessage.test(issue.message)) {
    return issue.message;
  }
  switch (issue.code) {
    case "invalid_type":
      if (/received undefined$/.test(issue.message)) {
        return "This field is required.";
      }
      return `Expected ${articles[issue.expected] ?? `a ${issue.expected}`}.`;
    case "invalid_value":
      return `Use ${issue.values.length === 1 ? "" : "one of: "}${issue.values.map(String).join(", ")}.`;
    case "invalid_format":
      return issue.format === "datetime"
        ? "Enter a date and time in UTC, such as 2026-03-01T09:30:00Z."
        : issue.message;
    case "too_small":
      return `Use ${issue.minimum} or more.`;
    case "too_big":
      return `Use ${issue.maximum} or less.`;
    default:
      return issue.message;
  }
}

export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  base = "",
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) {
    return result.data;
  }
  // Without a cause: the response is complete, and a body made of invalid values would fill the log.
  throw invalid(fieldErrors(result.error, base));
}
