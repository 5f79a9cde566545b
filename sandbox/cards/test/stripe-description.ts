import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import qs from "qs";

type Schema = Record<string, unknown>;
type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;
type RequestBody = { content: Record<string, { schema: Schema }> };
type Description = {
  paths: Record<string, Record<string, { responses: Responses; requestBody?: RequestBody }>>;
  components: { schemas: Record<string, Schema> };
};

const file = new URL("../../../../shared/data/stripe/spec3-trimmed.json", import.meta.url);

/** Stripe's published description of its API, if it is on this machine. */
export const hasDescription = existsSync(file);

const options = { strict: false, allErrors: true, validateFormats: false };
const ajv = new Ajv(options);
/** The values of a form are text. */
const formAjv = new Ajv({ ...options, coerceTypes: true });
const validators = new Map<string, ValidateFunction>();
let description: Description | undefined;

function read(): Description {
  if (!description) {
    description = withNull(JSON.parse(readFileSync(file, "utf8"))) as Description;
    for (const each of [ajv, formAjv]) {
      each.addSchema({ $id: "stripe", components: description.components });
    }
  }
  return description;
}

/** OpenAPI 3.0 writes `nullable`, JSON Schema a type or an alternative. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withNull);
  }
  if (value === null || typeof value !== "object") {
    return value;
  }
  const schema: Schema = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withNull(item)]),
  );
  if (typeof schema.$ref === "string") {
    return { $ref: schema.$ref.replace("#/", "stripe#/") };
  }
  if (schema.nullable !== true) {
    return schema;
  }
  const { nullable: _nullable, ...rest } = schema;
  return { anyOf: [rest, { type: "null" }] };
}

export type Answer = { method: string; path: string; status: number; body: unknown };

/** The problems of an answer. Answers of paths that Stripe doesn't describe have one too. */
export function problemsOfAnswer({ method, path, status, body }: Answer): string[] {
  if (!hasDescription) {
    return [];
  }
  const template = templateOf(path);
  const responses = template ? read().paths[template]?.[method.toLowerCase()]?.responses : undefined;
  const schema = (responses?.[status] ?? responses?.default)?.content?.["application/json"]?.schema;
  return schema
    ? problems(`${method} ${template} ${status}`, schema, body)
    : [`${method} ${path} is not described`];
}

/** The problems of a request's form. */
export function problemsOfRequest(method: string, path: string, form: string): string[] {
  if (!hasDescription) {
    return [];
  }
  const template = templateOf(path);
  const body = template ? read().paths[template]?.[method.toLowerCase()]?.requestBody : undefined;
  const schema = body?.content["application/x-www-form-urlencoded"]?.schema;
  if (!schema) {
    return [`${method} ${path} is not described`];
  }
  return problems(`${method} ${template} form`, schema, qs.parse(form), formAjv);
}

function templateOf(path: string): string | undefined {
  return Object.keys(read().paths)
    .sort((one, other) => one.split("{").length - other.split("{").length)
    .find((each) => new RegExp(`^${each.replace(/\{\w+\}/g, "[^/]+")}$`).test(path));
}

/** The problems of an object in an event, by its `object` field. */
export function problemsOfObject(object: { object: string }): string[] {
  if (!hasDescription) {
    return [];
  }
  read();
  return problems(object.object, { $ref: `stripe#/components/schemas/${object.object}` }, object);
}

function problems(name: string, schema: Schema, value: unknown, compiler = ajv): string[] {
  const validate = validators.get(name) ?? compiler.compile(schema);
  validators.set(name, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).slice(0, 5).map((error) => `${name} ${error.instancePath} ${error.message}`);
}
