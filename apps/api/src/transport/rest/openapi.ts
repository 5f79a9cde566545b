import { eventBodies, eventCatalogue, eventTypes, problem } from "@zonepost/schema";
import { z } from "zod";
import type { Operation } from "../../kernel/operation.ts";
import { titleOfStatus } from "../../kernel/problem.ts";
import type { AuthOperation } from "../../modules/accounts/index.ts";

type Json = Record<string, unknown>;
type Direction = "input" | "output";

const alwaysPossible = [400, 401, 403, 422, 429] as const;
const possibleWithBody = [413, 415] as const;

/** The API's description, OpenAPI 3.1, made from what the modules declare. */
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

  for (const operation of deps.operations) {
    const statuses = [...alwaysPossible, ...operation.problems];
    addOperation(operation.path, operation.method, {
      operationId: operation.operationId,
      tags: [operation.tag],
      summary: operation.summary,
      description: [operation.description, needOf(operation)].filter(Boolean).join("\n\n"),
      ...(operation.right ? { "x-required-right": operation.right } : {}),
      security: operation.sessionOnly ? [{ session: [] }] : [{ session: [] }, { apiKey: [operation.right] }],
      parameters: [
        ...parametersOf(operation.parameters, "path", schemaOf),
        ...parametersOf(operation.query, "query", schemaOf),
        ...(operation.method === "POST" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
      ],
      ...(operation.body ? { requestBody: requestBody(schemaOf(operation.body, "input")) } : {}),
      responses: {
        [operation.successStatus]: {
          description: operation.outputDescription,
          headers: successHeaders(operation),
          ...(operation.successStatus === 204 ? {} : { content: contentOf(operation, schemaOf) }),
        },
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

  for (const operation of deps.authOperations) {
    addOperation(operation.path, operation.method, {
      operationId: operation.operationId,
      tags: ["Session"],
      summary: operation.summary,
      ...(operation.description ? { description: operation.description } : {}),
      security: operation.access === "open" ? [] : [{ session: [] }],
      parameters: parametersOf(operation.query, "query", schemaOf),
      ...(operation.body ? { requestBody: requestBody(schemaOf(operation.body, "input")) } : {}),
      responses: {
        ...(operation.redirects
          ? {
              302: {
                description: "On to the panel",
                headers: { Location: header("Where to go"), ...cookieHeader },
              },
            }
          : {
              200: {
                description: "Done",
                ...(operation.setsCookie ? { headers: cookieHeader } : {}),
                ...(operation.output ? { content: jsonContent(schemaOf(operation.output, "output")) } : {}),
              },
            }),
        ...problemResponses(operation.problems, operation),
      },
    });
  }

  for (const [path, operationId, summary] of [
    ["/health/live", "isAlive", "Whether the API runs"],
    ["/health/ready", "isReady", "Whether API, database and registry answer"],
  ] as const) {
    addOperation(path, "GET", {
      operationId,
      tags: ["Health"],
      summary,
      security: [],
      responses: {
        200: { description: "Yes", content: jsonContent(healthSchema) },
        ...(path === "/health/ready"
          ? { 503: { description: "Not yet", content: jsonContent(healthSchema) } }
          : {}),
        "4XX": { $ref: "#/components/responses/Problem" },
        default: { $ref: "#/components/responses/Problem" },
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
        "One REST API over domains, DNSSEC, mail hosting and webhooks. Errors are RFC 9457 problem details. Changes are additive: fields and operations are added, none goes or changes its meaning without Deprecation and Sunset headers first.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl(deps.apiUrl), description: "This installation" }],
    tags: [
      { name: "Session", description: "Signing in and out" },
      { name: "Domains", description: "Search, registration, settings, transfers and history" },
      { name: "Contacts", description: "People and organisations that domains are registered to" },
      { name: "DNSSEC", description: "DS records at the parent registry" },
      { name: "Mail", description: "Mail hosting: activation, accounts, aliases" },
      { name: "Webhooks", description: "Endpoints that are told of events, and their deliveries" },
      { name: "People", description: "The workspace, its members and invitations" },
      { name: "API keys", description: "Keys of the workspace, for programs" },
      { name: "Audit log", description: "Who did what, from where" },
      { name: "Me", description: "The caller's own affairs: profile, sessions, workspaces" },
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
            "An API key of the workspace. It needs the scope that the operation names; X-Required-Scope of the answer says it too.",
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
            "Makes a repeat harmless: the first final answer is given again for 24 hours, without fields that are shown once.",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      },
      responses: {
        Problem: {
          description: "A problem",
          content: { "application/problem+json": { schema: problemSchema } },
        },
        ...Object.fromEntries(
          Object.entries(titleOfStatus)
            .filter(([status]) => pathsText.includes(`#/components/responses/Problem${status}"`))
            .map(([status, title]) => [
              `Problem${status}`,
              {
                description: title,
                ...(status === "429" || status === "503"
                  ? { headers: { "Retry-After": header("Seconds to wait", { type: "integer" }) } }
                  : {}),
                content: { "application/problem+json": { schema: problemSchema } },
              },
            ]),
        ),
      },
      schemas: Object.fromEntries([...schemas].sort(([one], [other]) => one.localeCompare(other))),
    },
  };
}

/** On one's own machine the description's own place says more than a name that is different everywhere. */
const serverUrl = (apiUrl: string) => (new URL(apiUrl).hostname === "localhost" ? "/" : apiUrl);

const header = (description: string, schema: Json = { type: "string" }) => ({ description, schema });
const cookieHeader = { "Set-Cookie": header("The session cookie") };
const jsonContent = (schema: Json) => ({ "application/json": { schema } });
const requestBody = (schema: Json) => ({ required: true, content: jsonContent(schema) });
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
  const hasOwnRefusal = [...all].some((status) => status < 500);
  return {
    // An operation that refuses nobody by itself; `default` says as much, but tools look for a refusal by name.
    ...(hasOwnRefusal ? {} : { "4XX": { $ref: "#/components/responses/Problem" } }),
    ...Object.fromEntries(
      [...all].sort().map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
    default: { $ref: "#/components/responses/Problem" },
  };
}

function successHeaders(operation: Operation): Json {
  return {
    "X-Request-Id": header("Names this request in logs"),
    RateLimit: header("What is left of this minute's allowance"),
    "RateLimit-Policy": header("The allowance"),
    ...(operation.method === "POST"
      ? { "Idempotency-Replayed": header("true where the answer is a repeat") }
      : {}),
    ...(operation.query && "limit" in shapeOf(operation.query)
      ? { Link: header('rel="next": where the next page starts') }
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
    return { name, in: place, required, ...(description ? { description } : {}), schema: rest };
  });
}

/**
 * A schema as JSON Schema, what has an id moved to the components. Inputs and outputs of one id are the same. Answers
 * are left open, since fields are added to them without notice.
 */
function hoist(schema: z.ZodType, io: Direction, components: Map<string, Json>): Json {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json & {
    $defs?: Record<string, Json>;
  };
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
  // A schema with an id stands among its own definitions, and the root only points there.
  if (!$defs || !(id in $defs)) {
    components.set(id, moveRefs(root) as Json);
  }
  return { $ref: `#/components/schemas/${id}` };
}

/** Zod writes a schema's id beside its type; a property that is named `id` holds a schema instead. */
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
      "sha256= and the hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret",
      "sha256=0f…",
    ],
    ["X-Service-Timestamp", "Unix time in seconds", "1772357400"],
    ["X-Service-Webhook-Id", "Id of the webhook endpoint", "whe_01k3v2m8q4f7x9b0c1d2e3f4g5"],
    ["X-Service-Attempt", "Attempt number", "1"],
    ["webhook-id", "Id of the event (Standard Webhooks)", "evt_01k3v2m8q4f7x9b0c1d2e3f4g5"],
    ["webhook-timestamp", "Unix time in seconds (Standard Webhooks)", "1772357400"],
    ["webhook-signature", "v1, and the base64 HMAC-SHA256 (Standard Webhooks)", "v1,K5oZ…"],
  ];
  return {
    post: {
      operationId: `receive.${type}`,
      tags: ["Webhooks"],
      summary: type,
      description: eventCatalogue[type].description,
      security: [],
      parameters: headers.map(([name, description, example]) => ({
        name,
        in: "header",
        ...signed(description, example),
      })),
      requestBody: requestBody(schema),
      responses: {
        "2XX": { description: "Any 2xx within 15 seconds: delivered" },
        "4XX": { description: "Anything else: the delivery is tried again" },
      },
    },
  };
}

function needOf(operation: Operation): string {
  if (operation.right === null) {
    return "Needs a person's session.";
  }
  return `Needs the right \`${operation.right}\`${operation.sessionOnly ? ", and a person's session" : ""}.`;
}

function contentOf(operation: Operation, schemaOf: (schema: z.ZodType, io: Direction) => Json): Json {
  const schema = schemaOf(operation.output, "output");
  const mediaType = operation.file?.mediaType.split(";")[0];
  return mediaType ? { [mediaType]: { schema } } : jsonContent(schema);
}
