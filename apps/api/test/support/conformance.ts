import { z } from "zod";
import { problemPages } from "../../src/kernel/errors.ts";
import { accountOperations, authOperations } from "../../src/modules/accounts/index.ts";
import { attentionOperations } from "../../src/modules/attention/index.ts";
import { dnsOperations } from "../../src/modules/dns/index.ts";
import { domainOperations } from "../../src/modules/domains/index.ts";
import { mailAuthOperations, mailOperations } from "../../src/modules/mail/index.ts";
import { orderOperations } from "../../src/modules/orders/index.ts";
import { paymentOperations } from "../../src/modules/payments/index.ts";
import { webhookOperations } from "../../src/modules/webhooks/index.ts";
import { buildOpenApi } from "../../src/transport/rest/openapi/build-openapi.ts";
import type { Answer } from "./answer.ts";

type Schema = Record<string, unknown>;
type Content = Record<string, { schema: Schema }>;
type Response = { $ref?: string; content?: Content; headers?: Record<string, unknown> };
export type Described = {
  operationId: string;
  parameters?: { $ref?: string; name?: string; in?: string }[];
  security?: Record<string, unknown>[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};
export type Description = {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
};

// The operations are only described here, never called, so they need no ports.
const noPorts = {} as never;
const operations = [
  ...Object.values(accountOperations(noPorts)),
  ...Object.values(attentionOperations()),
  ...Object.values(dnsOperations(noPorts)),
  ...Object.values(domainOperations(noPorts)),
  ...Object.values(mailOperations(noPorts)),
  ...Object.values(orderOperations(noPorts)),
  ...Object.values(paymentOperations(noPorts)),
  ...Object.values(webhookOperations(noPorts)),
];
const openOperations = [...authOperations(noPorts), ...mailAuthOperations(noPorts)];
/** Also those of the panel alone, over tRPC. */
export const allOperations = [...operations, ...openOperations];

/** The content of `/openapi.json`; a test compares the two. */
export const description = buildOpenApi({
  apiUrl: "http://localhost:4000",
  cookieName: "zonepost.session_token",
  operations,
  authOperations: openOperations,
}) as unknown as Description;

export type DescribedOperation = { method: string; path: string; operation: Described };

export const describedOperations: DescribedOperation[] = Object.entries(description.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

const patterns = describedOperations
  .map((described) => ({
    ...described,
    pattern: new RegExp(`^${described.path.replace(/\{\w+\}/g, "[^/]+")}$`),
  }))
  // A fixed path precedes one with a parameter.
  .sort((one, other) => Number(one.path.includes("{")) - Number(other.path.includes("{")));

/** Throws if a response doesn't match its operation's description: status, media type, schema. */
export function checkConforms(method: string, target: string, answer: Answer): void {
  const path = target.split("?")[0] ?? "";
  const where = `${method} ${path} answered ${answer.status}`;
  const type = String(answer.headers["content-type"] ?? "").split(";")[0];
  const isPage = path.startsWith("/docs");
  const isTrpc = path.startsWith("/trpc/");
  if (answer.status >= 400 && !isPage && !isTrpc && !(path === "/health/ready" && answer.status === 503)) {
    if (type !== "application/problem+json") {
      throw new Error(`${where} as ${type}: ${answer.text}`);
    }
    mustFit(responseSchema(description.components.responses.Problem, type), answer.json, where);
    const { status, requestId, type: page, code } = answer.json;
    if (status !== answer.status || !page.endsWith(`/docs/problems/${code}`) || !requestId) {
      throw new Error(`${where}, but its problem says otherwise: ${answer.text}`);
    }
    if (!problemPages.has(code)) {
      throw new Error(`${where}, and ${code} has no page`);
    }
  }
  const described = patterns.find((entry) => entry.method === method && entry.pattern.test(path));
  if (!described) {
    return;
  }
  const { responses } = described.operation;
  const declared = responses[answer.status] ?? (answer.status >= 400 ? responses.default : undefined);
  if (!declared) {
    throw new Error(`${where}, which its description does not say`);
  }
  const schema = responseSchema(declared, type ?? "");
  if (schema) {
    mustFit(schema, type?.endsWith("json") ? answer.json : answer.text, where);
  } else if (answer.text !== "" && answer.text !== "null") {
    throw new Error(`${where} with a ${type} body that its description does not have: ${answer.text}`);
  }
}

function responseSchema(response: Response | undefined, type: string): Schema | undefined {
  const found = response?.$ref
    ? description.components.responses[response.$ref.split("/").at(-1) ?? ""]
    : response;
  if (found?.content && !found.content[type]) {
    throw new Error(`a ${type} body where ${Object.keys(found.content)} is described`);
  }
  return found?.content?.[type]?.schema;
}

const validators = new Map<Schema, z.ZodType>();

function mustFit(schema: Schema | undefined, value: unknown, where: string): void {
  if (!schema) {
    return;
  }
  let validator = validators.get(schema);
  if (!validator) {
    validator = z.fromJSONSchema(withDefinitions(schema) as never);
    validators.set(schema, validator);
  }
  const result = validator.safeParse(value);
  if (!result.success) {
    throw new Error(`${where} with what its schema does not allow: ${z.prettifyError(result.error)}`);
  }
}

/**
 * The schema with its components inlined, as the validator needs them. Published responses may gain fields; here an
 * undescribed field is an error.
 */
const withDefinitions = (schema: Schema): Schema => ({ ...withoutFurtherFields(schema), $defs: definitions });

function withoutFurtherFields(schema: Schema): Schema {
  const text = JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/");
  return JSON.parse(text, (_, value) =>
    value?.type === "object" && value.properties ? { additionalProperties: false, ...value } : value,
  ) as Schema;
}

const definitions = withoutFurtherFields(description.components.schemas);

/** Whether a value matches a schema of the description. */
export function fits(schema: Schema, value: unknown): boolean {
  return z.fromJSONSchema(withDefinitions(schema) as never).safeParse(value).success;
}
