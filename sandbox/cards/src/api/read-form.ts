import qs from "qs";
import type { ZodError, ZodType } from "zod";
import { invalidRequest, type Refusal } from "../stripe-error.ts";

export type Form = Record<string, unknown>;

/** Parses a form with nested keys: `metadata[order]=1`, `expand[0]=customer`. */
export function readForm(body: string): Form {
  return qs.parse(body, { depth: 8, arrayLimit: 100, parameterLimit: 1000, plainObjects: true });
}

/** Separates `expand`, which every operation accepts, and validates the rest. */
export function readInput<Input>(schema: ZodType<Input>, form: Form): { input: Input; paths: string[] } {
  const { expand = [], ...rest } = form;
  if (!Array.isArray(expand) || expand.some((path) => typeof path !== "string")) {
    throw invalidRequest("Invalid array", { param: "expand" });
  }
  const parsed = schema.safeParse(rest);
  if (!parsed.success) {
    throw refusalOf(parsed.error, rest);
  }
  return { input: parsed.data, paths: expand };
}

/** Stripe only names the first problem. */
function refusalOf(error: ZodError, form: Form): Refusal {
  const [issue] = error.issues;
  if (issue?.code === "unrecognized_keys") {
    const param = paramOf([...issue.path, issue.keys[0] ?? ""]);
    return invalidRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = paramOf(issue?.path ?? []);
  const isMissing = issue?.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    form,
  );
  if (isMissing === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return invalidRequest(`Invalid ${param}: ${issue?.message ?? "not accepted"}`, { param });
}

/** `metadata[order]`, as Stripe names nested parameters. */
function paramOf(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ""}${rest.map((key) => `[${key}]`).join("")}`;
}
