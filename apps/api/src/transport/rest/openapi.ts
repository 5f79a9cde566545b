import { eventBodies, eventCatalog, eventTypes, problem } from "@zonepost/schema";
import { z } from "zod";
import { freshProofOf } from "../../kernel/fresh-proof.ts";
import {
  type AuthOperation,
  isPublished,
  mayBeEmpty,
  type Operation,
  type RestOperation,
} from "../../kernel/http/operation.ts";
import { titleOfStatus } from "../../kernel/http/problem.ts";
import { rightsOf } from "../../kernel/rights.ts";

type Json = Record<string, unknown>;
type Direction = "input" | "output";

const alwaysPossible = [400, 401, 403, 422, 429] as const;
const possibleWithBody = [413, 415] as const;

export function buildOpenApi(deps: {
  apiUrl: string;
  cookieName: string;
  operations: readonly Operation[];
  authOperations: readonly AuthOperation[];
}): Json {
  const schemas = new Map<string, Json>();
  const schemaOf = (schema: z.ZodType, io: Direction) => hoist(schema, io, schemas);
  const paths: Record<string, Json> = {};
  const addOperation = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };

  for (const operation of deps.operations.filter(isPublished)) {
    const statuses = operation.isForOperators
      ? [...alwaysPossible.filter((status) => status !== 401), 404, ...operation.problems]
      : [...alwaysPossible, ...operation.problems];
    addOperation(operation.path, operation.method, {
      operationId: operation.operationId,
      tags: [operation.tag],
      summary: operation.summary,
      description: [operation.description, needOf(operation), proofOf(operation)]
        .filter(Boolean)
        .join("\n\n"),
      "x-fresh-proof": freshProofOf(operation.operationId)?.proof,
      "x-required-right": operation.right ?? undefined,
      security: [
        { session: [] },
        ...(operation.sessionOnly ? [] : rightsOf(operation).map((right) => ({ apiKey: [right] }))),
      ],
      parameters: [
        ...parametersOf(operation.parameters, "path", schemaOf),
        ...parametersOf(operation.query, "query", schemaOf),
        ...(operation.method === "POST" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
      ],
      requestBody: operation.body && requestBody(schemaOf(operation.body, "input"), !mayBeEmpty(operation)),
      responses: {
        [operation.successStatus]: {
          description: operation.outputDescription,
          headers: successHeaders(operation),
          content: operation.successStatus === 204 ? undefined : contentOf(operation, schemaOf),
        },
        ...(operation.accepted
          ? {
              202: {
                description: operation.accepted.outputDescription,
                headers: successHeaders(operation),
                content: jsonContent(schemaOf(operation.accepted.output, "output")),
              },
            }
          : {}),
        ...(operation.dryRun
          ? {
              200: {
                description: operation.dryRun.outputDescription,
                content: jsonContent(schemaOf(operation.dryRun.output, "output")),
              },
            }
          : {}),
        ...problemResponses(statuses, operation),
      },
    });
  }

  for (const operation of deps.authOperations.filter(({ isInternal }) => !isInternal)) {
    addOperation(operation.path, operation.method, {
      operationId: operation.operationId,
      tags: [operation.tag],
      summary: operation.summary,
      description: [operation.description, proofOf(operation)].filter(Boolean).join("\n\n"),
      "x-fresh-proof": freshProofOf(operation.operationId)?.proof,
      security: operation.access === "open" ? [] : [{ session: [] }],
      parameters: parametersOf(operation.query, "query", schemaOf),
      requestBody: operation.body && requestBody(schemaOf(operation.body, "input")),
      responses: {
        ...(operation.redirects
          ? {
              302: {
                description: "Redirect to the panel",
                headers: { Location: header("Redirect target"), ...cookieHeader },
              },
            }
          : {
              200: {
                description: "Done",
                headers: operation.setsCookie ? cookieHeader : undefined,
                content: jsonContent(schemaOf(operation.output, "output")),
              },
            }),
        ...problemResponses(operation.problems, operation),
      },
    });
  }

  for (const [path, operationId, summary] of [
    ["/health/live", "isAlive", "Check that the API is running"],
    ["/health/ready", "isReady", "Check that the API, database and registry are ready"],
  ] as const) {
    addOperation(path, "GET", {
      operationId,
      tags: ["Health"],
      summary,
      security: [],
      responses: {
        200: { description: "OK", content: jsonContent(healthSchema) },
        ...(path === "/health/ready"
          ? { 503: { description: "Unavailable", content: jsonContent(healthSchema) } }
          : {}),
        ...problemResponses([405], {}),
      },
    });
  }

  const pathsText = JSON.stringify(paths);
  const problemSchema = schemaOf(problem, "output");
  const webhooks = Object.fromEntries(
    eventTypes.map((type) => [type, webhookOf(type, schemaOf(eventBodies[type], "output"))]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Zonepost API",
      version: "1.0.0",
      summary: "Domains, DNSSEC, mail hosting and signed webhooks.",
      description:
        "Manage domains, DNSSEC, mail hosting and webhooks over one REST API. Errors are RFC 9457 problem details. Changes are additive: new fields and operations can appear at any time. Before anything is removed or changes its meaning, it is announced with Deprecation and Sunset headers.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl(deps.apiUrl), description: "This installation" }],
    tags: [
      { name: "Session", description: "Sign in and out" },
      { name: "Domains", description: "Search, registration, settings, transfers and history" },
      { name: "Contacts", description: "People and organizations that own or manage domains" },
      { name: "DNSSEC", description: "DS records published at the registry" },
      { name: "Mail", description: "Mail hosting: domains, accounts and aliases" },
      { name: "Orders", description: "Buy and renew domains and mail plans" },
      { name: "Payments", description: "Prices and saved cards" },
      {
        name: "Webhooks",
        description: "Events, the endpoints that receive them, and their deliveries",
        externalDocs: { description: "Event types", url: "/docs/event-types" },
      },
      { name: "People", description: "The workspace, its members and its invitations" },
      { name: "API keys", description: "Keys for programs that use the API" },
      { name: "Audit log", description: "A record of who did what, when and from where" },
      { name: "Me", description: "The signed-in person's profile, sessions and workspaces" },
      {
        name: "Operator",
        description:
          "For the people who run this installation. Everyone else gets the 404 of an unknown path.",
      },
      { name: "Health", description: "For load balancers and operators" },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "zp_…",
          description:
            "A workspace API key with the scope that the operation requires. Every response repeats that scope in X-Required-Scope.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: deps.cookieName,
          description: "The signed session cookie",
        },
      },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description:
            "Makes a request safe to repeat. For 24 hours, a repeat with the same key returns the first final response, without fields that are shown only once.",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      },
      responses: {
        Problem: {
          description: "Problem details",
          content: { "application/problem+json": { schema: problemSchema } },
        },
        ...Object.fromEntries(
          Object.entries(titleOfStatus)
            .filter(([status]) => pathsText.includes(`#/components/responses/Problem${status}"`))
            .map(([status, title]) => [
              `Problem${status}`,
              {
                description: title,
                headers: problemHeaders[status],
                content: { "application/problem+json": { schema: problemSchema } },
              },
            ]),
        ),
      },
      schemas: Object.fromEntries([...schemas].sort(([one], [other]) => one.localeCompare(other))),
    },
  };
}

/** On localhost, the document's own address is more useful than a host name that differs everywhere. */
const serverUrl = (apiUrl: string) => (new URL(apiUrl).hostname === "localhost" ? "/" : apiUrl);

const header = (description: string, schema: Json = { type: "string" }) => ({ description, schema });
const requiredScopeHeader = {
  "X-Required-Scope": header(
    "The scope that the operation requires of an API key, or several of which one is enough",
  ),
};
const retryHeader = { "Retry-After": header("Seconds to wait", { type: "integer" }) };
const problemHeaders: Record<string, Json> = {
  401: requiredScopeHeader,
  403: requiredScopeHeader,
  429: retryHeader,
  503: retryHeader,
};
const cookieHeader = { "Set-Cookie": header("The session cookie") };
const jsonContent = (schema: Json) => ({ "application/json": { schema } });
const requestBody = (schema: Json, required = true) => ({ required, content: jsonContent(schema) });
const healthSchema = {
  type: "object",
  required: ["status"],
  properties: {
    status: { type: "string", enum: ["ok", "unavailable"] },
    checks: { type: "object", additionalProperties: { type: "string" } },
  },
};

function problemResponses(statuses: readonly number[], { body }: { body?: unknown }): Json {
  const all = new Set([...statuses, ...(body ? possibleWithBody : [])]);
  return {
    ...Object.fromEntries(
      [...all].sort().map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
    default: { $ref: "#/components/responses/Problem" },
  };
}

function successHeaders(operation: RestOperation): Json {
  return {
    "X-Request-Id": header("ID of this request, for support and logs"),
    RateLimit: header("Requests left in the current window"),
    "RateLimit-Policy": header("The rate limit policy"),
    ...(operation.right !== null && !operation.sessionOnly ? requiredScopeHeader : {}),
    ...(operation.file ? { "Content-Disposition": header("`attachment` with a file name") } : {}),
    ...(operation.method === "POST"
      ? { "Idempotency-Replayed": header("True if this is a repeat of an earlier response") }
      : {}),
    ...(operation.query && "limit" in shapeOf(operation.query)
      ? { Link: header('Link to the next page, as rel="next"') }
      : {}),
  };
}

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};

function parametersOf(
  schema: z.ZodType | undefined,
  place: "path" | "query",
  schemaOf: (schema: z.ZodType, io: Direction) => Json,
): Json[] {
  return Object.entries(schema ? shapeOf(schema) : {}).map(([name, field]) => {
    const { description, ...rest } = schemaOf(field, "input") as Json & { description?: string };
    const required = place === "path" || !field.safeParse(undefined).success;
    return { name, in: place, required, description, schema: rest };
  });
}

/** Those of JSON Schema that zod writes. */
const formats = new Set(["date", "date-time", "email", "ipv4", "ipv6", "uri", "uuid"]);

/** Zod's own formats, such as `cidrv4`, are refused by strict validators. They come with a pattern. */
function leaveOutOwnFormat({ jsonSchema }: { jsonSchema: { format?: string } }): void {
  if (jsonSchema.format !== undefined && !formats.has(jsonSchema.format)) {
    delete jsonSchema.format;
  }
}

/**
 * Converts a schema to JSON Schema and moves schemas with an id to the components. Inputs and outputs with the same id
 * are equal. Responses stay open, because fields are added without notice.
 */
function hoist(schema: z.ZodType, io: Direction, components: Map<string, Json>): Json {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: leaveOutOwnFormat,
  }) as Json & { $defs?: Record<string, Json> };
  const isLeftOut = (key: string, value: Json) =>
    (key === "id" && isSchemaId(value)) ||
    (key === "additionalProperties" && io === "output" && value.additionalProperties === false);
  const moveRefs = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(moveRefs);
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !isLeftOut(key, value as Json))
        .map(([key, inner]) =>
          key === "$ref" && typeof inner === "string"
            ? [key, inner.replace("#/$defs/", "#/components/schemas/")]
            : [key, moveRefs(inner)],
        ),
    );
  };
  for (const [id, definition] of Object.entries($defs ?? {})) {
    components.set(id, moveRefs(definition) as Json);
  }
  const id = schema.meta()?.id;
  if (!id) {
    return moveRefs(root) as Json;
  }
  // Zod lists a schema with an id in its own `$defs`; the root only refers to it.
  if (!$defs || !(id in $defs)) {
    components.set(id, moveRefs(root) as Json);
  }
  return { $ref: `#/components/schemas/${id}` };
}

/** Zod writes a schema's id next to its type; a property named `id` contains a schema instead. */
const isSchemaId = (value: Json) =>
  typeof value.id === "string" && ("type" in value || "anyOf" in value || "allOf" in value);

function webhookOf(type: (typeof eventTypes)[number], schema: Json): Json {
  const signed = (description: string, example: string) => ({
    description,
    required: true,
    schema: { type: "string" },
    example,
  });
  const headers: [string, string, string][] = [
    ["X-Service-Event", "Event name", type],
    [
      "X-Service-Signature",
      "`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret",
      "sha256=0f…",
    ],
    ["X-Service-Timestamp", "Unix time in seconds", "1772357400"],
    ["X-Service-Webhook-Id", "ID of the webhook endpoint", "whe_01k3v2m8q4f7x9b0c1d2e3f4g5"],
    ["X-Service-Attempt", "Attempt number", "1"],
    ["webhook-id", "ID of the event (Standard Webhooks)", "evt_01k3v2m8q4f7x9b0c1d2e3f4g5"],
    ["webhook-timestamp", "Unix time in seconds (Standard Webhooks)", "1772357400"],
    ["webhook-signature", "`v1,` and the base64 HMAC-SHA256 (Standard Webhooks)", "v1,K5oZ…"],
  ];
  return {
    post: {
      operationId: `receive.${type}`,
      tags: ["Webhooks"],
      summary: type,
      description: eventCatalog[type].description,
      security: [],
      parameters: headers.map(([name, description, example]) => ({
        name,
        in: "header",
        ...signed(description, example),
      })),
      requestBody: requestBody(schema),
      responses: {
        "2XX": { description: "A 2xx response within 15 seconds counts as delivered" },
        default: {
          description:
            "Any other response is a failure, which is retried up to four times; 410 also deactivates the endpoint",
        },
      },
    },
  };
}

function needOf(operation: RestOperation): string {
  if (operation.isForOperators) {
    const confirmed = "The operator must have confirmed their identity within the last ten minutes.";
    return `Requires an operator of the installation, signed in with two-factor authentication.${operation.method === "GET" ? "" : ` ${confirmed}`}`;
  }
  if (operation.right === null) {
    return "Requires a signed-in person; API keys are not accepted.";
  }
  const needed = rightsOf(operation).map((right) => `\`${right}\``);
  return `Requires the ${needed.join(" or ")} permission${operation.sessionOnly ? " and a signed-in person" : ""}.`;
}

function proofOf(operation: RestOperation | AuthOperation): string | undefined {
  const rule = freshProofOf(operation.operationId);
  switch (rule?.proof) {
    case "required":
      return `A person must have confirmed their identity within the last ten minutes${"dryRun" in operation && operation.dryRun ? ", except for a dry run" : ""}.`;
    case "conditional":
      return `A person must have confirmed their identity within the last ten minutes in this case: ${rule.reason}`;
    default:
      return undefined;
  }
}

function contentOf(operation: RestOperation, schemaOf: (schema: z.ZodType, io: Direction) => Json): Json {
  const schema = schemaOf(operation.describedOutput ?? operation.output, "output");
  const mediaType = operation.file?.mediaType.split(";")[0];
  return mediaType ? { [mediaType]: { schema } } : jsonContent(schema);
}
