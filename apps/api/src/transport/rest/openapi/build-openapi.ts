import { problem } from "@zonepost/schema";
import { type AuthOperation, isPublished, type Operation } from "../../../kernel/http/operation.ts";
import { titleOfStatus } from "../../../kernel/http/problem.ts";
import { describeAuthOperation, describeOperation, problemHeaders, problemResponses } from "./operations.ts";
import { collectSchemas, type Json, jsonContent } from "./schemas.ts";
import { webhooksOf } from "./webhooks.ts";

const tags = [
  { name: "Session", description: "Sign in and out" },
  { name: "Attention", description: "Problems of a workspace, worst first" },
  { name: "Domains", description: "Search, registration, settings, transfers and history" },
  { name: "Contacts", description: "People and organizations that own or manage domains" },
  { name: "DNSSEC", description: "DS records published at the registry" },
  { name: "Zones", description: "DNS hosting: zones, records, versions and their publication" },
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
    description: "For the people who run this installation. Everyone else gets the 404 of an unknown path.",
  },
  { name: "Health", description: "For load balancers and operators" },
];

export function buildOpenApi(deps: {
  apiUrl: string;
  cookieName: string;
  operations: readonly Operation[];
  authOperations: readonly AuthOperation[];
}): Json {
  const { components, schemaOf } = collectSchemas();
  const paths: Record<string, Json> = {};
  const addOperation = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const operation of deps.operations.filter(isPublished)) {
    addOperation(operation.path, operation.method, describeOperation(operation, schemaOf));
  }
  for (const operation of deps.authOperations.filter(({ isInternal }) => !isInternal)) {
    addOperation(operation.path, operation.method, describeAuthOperation(operation, schemaOf));
  }
  addOperation("/health/live", "GET", health("isAlive", "Check that the API is running", [200]));
  const ready = "Check that the API and its database are ready, and whether the registry responds";
  addOperation("/health/ready", "GET", health("isReady", ready, [200, 503]));
  const mode = "Check whether the installation is in quarantine";
  addOperation("/health/mode", "GET", health("getMode", mode, [200, 503]));

  const pathsText = JSON.stringify(paths);
  const problemSchema = schemaOf(problem, "output");
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
    servers: [{ url: deps.apiUrl, description: "This installation" }],
    tags,
    paths,
    webhooks: webhooksOf(schemaOf),
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
        IfMatch: {
          name: "If-Match",
          in: "header",
          required: false,
          description:
            "The ETag of the GET of the same object. If it has changed since, nothing is changed, and the response is 412 with `changed` or `zone_changed`.",
          schema: { type: "string" },
        },
        IfNoneMatch: {
          name: "If-None-Match",
          in: "header",
          required: false,
          description:
            "The ETag of an earlier response. If nothing has changed since, the response is 304 without a body.",
          schema: { type: "string" },
        },
      },
      responses: {
        NotModified: { description: "Not modified: the response is still the one with this ETag" },
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
      schemas: Object.fromEntries([...components].sort(([one], [other]) => one.localeCompare(other))),
    },
  };
}

const healthSchema = {
  type: "object",
  required: ["status"],
  properties: {
    status: { type: "string", enum: ["ok", "unavailable"] },
    version: { type: ["string", "null"], description: "The version of Zonepost; only of `/health/live`" },
    commit: {
      type: ["string", "null"],
      description: "The commit that it was built from; only of `/health/live`",
    },
    mode: {
      type: "string",
      enum: ["quarantine"],
      description:
        "Only in an installation that was restored from a backup and isn't released yet; not of `/health/live`",
    },
    checks: { type: "object", additionalProperties: { type: "string" } },
  },
};

const health = (operationId: string, summary: string, statuses: (200 | 503)[]): Json => ({
  operationId,
  tags: ["Health"],
  summary,
  security: [],
  responses: {
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        { description: status === 200 ? "OK" : "Unavailable", content: jsonContent(healthSchema) },
      ]),
    ),
    ...problemResponses([405], {}),
  },
});
