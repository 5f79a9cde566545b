import type { z } from "zod";

/** Each line of the message names a row of the file and its field. */
export class ConfigFileError extends Error {
  override readonly name = "ConfigFileError";
}

/** `unknownField` follows the path of a field that the schema doesn't have. */
export function parseConfigFile<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
  unknownField: string,
): z.output<Schema> {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch (error) {
    throw new ConfigFileError(`must be JSON: ${error instanceof Error ? error.message : error}`);
  }
  return parseConfig(schema, content, unknownField);
}

/** `at` is the place of the value in its file. */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  unknownField: string,
  at: readonly string[] = [],
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  const lines = result.error.issues.flatMap((issue) => {
    const path = [...at, ...issue.path.map(String)];
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => `${[...path, key].join(".")}: ${unknownField}`);
    }
    if (issue.code === "invalid_key") {
      return issue.issues.map(({ message }) => `${path.join(".")}: ${message}`);
    }
    const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
    return [`${path.join(".")}: ${isMissing ? "must be set" : issue.message}`];
  });
  throw new ConfigFileError(lines.join("\n"));
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
