import {
  apiKey,
  apiKeyCreated,
  apiKeyInput,
  apiKeyParameters,
  apiKeyPatch,
  apiKeyRollInput,
  pageQuery,
} from "@zonepost/schema";
import { z } from "zod";
import { operation } from "../../../kernel/http/operation.ts";
import type { AccountPorts } from "../ports.ts";
import { changeApiKey } from "./change-api-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { getApiKey } from "./get-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rollApiKey } from "./roll-api-key.ts";

/** The operations on API keys. */
export const apiKeyOperations = (ports: AccountPorts) => ({
  listApiKeys: operation({
    operationId: "listApiKeys",
    method: "GET",
    path: "/api-keys",
    tag: "API keys",
    summary: "List the workspace's API keys",
    right: "api_keys:read",
    query: pageQuery,
    output: z.array(apiKey),
    outputDescription: "Those that work, then those that ended within 30 days; each newest first",
    successStatus: 200,
    problems: [],
    handle: (ctx, { query }) => listApiKeys(ctx, query),
  }),
  createApiKey: operation({
    operationId: "createApiKey",
    method: "POST",
    path: "/api-keys",
    tag: "API keys",
    summary: "Make an API key",
    description:
      "The answer carries the key, this one time only. A key can do at most what its maker can. A person confirmed who they are within the last ten minutes.",
    right: "api_keys:write",
    body: apiKeyInput,
    output: apiKeyCreated,
    outputDescription: "The key, with itself",
    successStatus: 201,
    problems: [409],
    onceOnlyFields: ["key"],
    handle: (ctx, { body }) => createApiKey({ ...ctx, ...ports }, body),
  }),
  getApiKey: operation({
    operationId: "getApiKey",
    method: "GET",
    path: "/api-keys/{id}",
    tag: "API keys",
    summary: "Get an API key",
    right: "api_keys:read",
    parameters: apiKeyParameters,
    output: apiKey,
    outputDescription: "What is known of the key, without itself",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => getApiKey(ctx, parameters),
  }),
  updateApiKey: operation({
    operationId: "updateApiKey",
    method: "PATCH",
    path: "/api-keys/{id}",
    tag: "API keys",
    summary: "Change an API key's name, or from where it works",
    description: "What a key may do never changes; that takes a new key.",
    right: "api_keys:write",
    parameters: apiKeyParameters,
    body: apiKeyPatch,
    output: apiKey,
    outputDescription: "The key as it is now",
    successStatus: 200,
    problems: [404, 409],
    handle: (ctx, { parameters, body }) => changeApiKey(ctx, { ...parameters, patch: body }),
  }),
  revokeApiKey: operation({
    operationId: "revokeApiKey",
    method: "DELETE",
    path: "/api-keys/{id}",
    tag: "API keys",
    summary: "Revoke an API key",
    description: "At once and for good. One that was revoked already stays so.",
    right: "api_keys:write",
    parameters: apiKeyParameters,
    output: z.void(),
    outputDescription: "The key works no more",
    successStatus: 204,
    problems: [404],
    handle: (ctx, { parameters }) => revokeApiKey(ctx, parameters),
  }),
  rollApiKey: operation({
    operationId: "rollApiKey",
    method: "POST",
    path: "/api-keys/{id}/roll",
    tag: "API keys",
    summary: "Roll an API key: a new one takes its place",
    description:
      "The answer carries the new key, this one time only. The old one works on for the overlap, a day where none is said. A person confirmed who they are within the last ten minutes.",
    right: "api_keys:write",
    parameters: apiKeyParameters,
    body: apiKeyRollInput,
    output: apiKeyCreated,
    outputDescription: "The new key, with itself",
    successStatus: 201,
    problems: [404, 409],
    onceOnlyFields: ["key"],
    handle: (ctx, { parameters, body }) => rollApiKey({ ...ctx, ...ports }, { ...parameters, roll: body }),
  }),
});
