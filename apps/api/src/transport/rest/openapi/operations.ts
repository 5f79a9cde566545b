import { freshProofOf } from "../../../kernel/fresh-proof.ts";
import { type AuthOperation, mayBeEmpty, type RestOperation } from "../../../kernel/http/operation.ts";
import { rightsOf } from "../../../kernel/rights.ts";
import { type Json, jsonContent, parametersOf, requestBody, type SchemaOf, shapeOf } from "./schemas.ts";

const alwaysPossible = [400, 401, 403, 422, 429] as const;
const possibleWithBody = [413, 415] as const;

export function describeOperation(operation: RestOperation, schemaOf: SchemaOf): Json {
  const statuses = operation.isForOperators
    ? [...alwaysPossible.filter((status) => status !== 401), 404, ...operation.problems]
    : [...alwaysPossible, ...operation.problems];
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, needOf(operation), proofOf(operation)].filter(Boolean).join("\n\n"),
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
      ...(hasEtag(operation) ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
      ...(operation.isMatchable && operation.method !== "GET"
        ? [{ $ref: "#/components/parameters/IfMatch" }]
        : []),
    ],
    requestBody: operation.body && requestBody(schemaOf(operation.body, "input"), !mayBeEmpty(operation)),
    responses: {
      [operation.successStatus]: {
        description: operation.outputDescription,
        headers: successHeaders(operation),
        content: operation.successStatus === 204 ? undefined : contentOf(operation, schemaOf),
      },
      ...(hasEtag(operation) ? { 304: { $ref: "#/components/responses/NotModified" } } : {}),
      ...(operation.accepted
        ? {
            202: {
              description: operation.accepted.outputDescription,
              headers: successHeaders(operation),
              content: jsonContent(schemaOf(operation.accepted.output, "output")),
            },
          }
        : {}),
      ...(operation.dryRun ? { 200: dryRunResponse(operation, operation.dryRun, schemaOf) } : {}),
      ...problemResponses(statuses, operation),
    },
  };
}

/** The same status as that of the change itself can have. */
function dryRunResponse(
  operation: RestOperation,
  { output, outputDescription }: NonNullable<RestOperation["dryRun"]>,
  schemaOf: SchemaOf,
): Json {
  const preview = schemaOf(output, "output");
  return operation.successStatus === 200
    ? {
        description: `${operation.outputDescription}. ${outputDescription}`,
        headers: successHeaders(operation),
        content: jsonContent({ anyOf: [schemaOf(operation.output, "output"), preview] }),
      }
    : { description: outputDescription, content: jsonContent(preview) };
}

export const describeAuthOperation = (operation: AuthOperation, schemaOf: SchemaOf): Json => ({
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

const hasEtag = ({ method, file }: RestOperation) => method === "GET" && file === undefined;

const header = (description: string, schema: Json = { type: "string" }) => ({ description, schema });
const requiredScopeHeader = {
  "X-Required-Scope": header(
    "The scope that the operation requires of an API key, or several of which one is enough",
  ),
};
const retryHeader = { "Retry-After": header("Seconds to wait", { type: "integer" }) };
export const problemHeaders: Record<string, Json> = {
  401: requiredScopeHeader,
  403: requiredScopeHeader,
  429: retryHeader,
  503: retryHeader,
};
const cookieHeader = { "Set-Cookie": header("The session cookie") };

export function problemResponses(statuses: readonly number[], { body }: { body?: unknown }): Json {
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
    ...(hasEtag(operation)
      ? {
          ETag: header(
            operation.isMatchable
              ? "The version of this response, for If-None-Match, and for If-Match of a change"
              : "The version of this response, for If-None-Match",
          ),
        }
      : {}),
    ...(operation.file ? { "Content-Disposition": header("`attachment` with a file name") } : {}),
    ...(operation.method === "POST"
      ? { "Idempotency-Replayed": header("True if this is a repeat of an earlier response") }
      : {}),
    ...(operation.query && "limit" in shapeOf(operation.query)
      ? { Link: header('Link to the next page, as rel="next"') }
      : {}),
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

function contentOf(operation: RestOperation, schemaOf: SchemaOf): Json {
  const schema = schemaOf(operation.describedOutput ?? operation.output, "output");
  const mediaType = operation.file?.mediaType.split(";")[0];
  return mediaType ? { [mediaType]: { schema } } : jsonContent(schema);
}
