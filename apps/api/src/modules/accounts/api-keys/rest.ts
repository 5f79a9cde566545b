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
import { named, operation } from "../../../kernel/http/operation.ts";
import type { AccountPorts } from "../ports.ts";
import { changeApiKey, readAddressesBefore } from "./change-api-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { getApiKey } from "./get-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { reactivateApiKey } from "./reactivate-api-key.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rollApiKey } from "./roll-api-key.ts";

export const apiKeyOperations = (ports: AccountPorts) =>
  named({
    listApiKeys: operation({
      method: "GET",
      path: "/api-keys",
      tag: "API keys",
      summary: "List API keys",
      right: "api_keys:read",
      query: pageQuery,
      output: z.array(apiKey),
      outputDescription: "Active keys first, then keys that ended in the last 30 days, each newest first",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listApiKeys(ctx, query),
    }),
    createApiKey: operation({
      method: "POST",
      path: "/api-keys",
      tag: "API keys",
      summary: "Create an API key",
      description:
        "The response contains the key. It is not shown again. A key can't have more permissions than its creator.",
      right: "api_keys:write",
      body: apiKeyInput,
      output: apiKeyCreated,
      outputDescription: "The API key, including the key itself",
      successStatus: 201,
      problems: [409],
      onceOnlyFields: ["key"],
      handle: (ctx, { body }) => createApiKey({ ...ctx, ...ports }, body),
    }),
    getApiKey: operation({
      method: "GET",
      path: "/api-keys/{id}",
      tag: "API keys",
      summary: "Get an API key",
      right: "api_keys:read",
      parameters: apiKeyParameters,
      output: apiKey,
      outputDescription: "The API key, without the key itself",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getApiKey(ctx, parameters),
    }),
    updateApiKey: operation({
      method: "PATCH",
      path: "/api-keys/{id}",
      tag: "API keys",
      summary: "Update an API key",
      description:
        "Changes the name or the allowed addresses. Scopes never change; create a new key instead.",
      right: "api_keys:write",
      parameters: apiKeyParameters,
      body: apiKeyPatch,
      output: apiKey,
      outputDescription: "The updated API key",
      successStatus: 200,
      problems: [404, 409],
      readBefore: (ctx, { parameters, body }) => readAddressesBefore(ctx, { ...parameters, patch: body }),
      handle: (ctx, { parameters, body }) => changeApiKey(ctx, { ...parameters, patch: body }),
    }),
    revokeApiKey: operation({
      method: "DELETE",
      path: "/api-keys/{id}",
      tag: "API keys",
      summary: "Revoke an API key",
      description:
        "Takes effect immediately and can't be undone. Does nothing if the key is already revoked.",
      right: "api_keys:write",
      parameters: apiKeyParameters,
      output: z.void(),
      outputDescription: "The API key was revoked",
      successStatus: 204,
      problems: [404],
      handle: (ctx, { parameters }) => revokeApiKey(ctx, parameters),
    }),
    rollApiKey: operation({
      method: "POST",
      path: "/api-keys/{id}/roll",
      tag: "API keys",
      summary: "Roll an API key",
      description:
        "Creates a new key that replaces this one. The response contains the new key; it is not shown again. The old key keeps working for the overlap, one day by default.",
      right: "api_keys:write",
      parameters: apiKeyParameters,
      body: apiKeyRollInput,
      output: apiKeyCreated,
      outputDescription: "The new API key, including the key itself",
      successStatus: 201,
      problems: [404, 409],
      onceOnlyFields: ["key"],
      handle: (ctx, { parameters, body }) => rollApiKey({ ...ctx, ...ports }, { ...parameters, roll: body }),
    }),
    reactivateApiKey: operation({
      method: "POST",
      path: "/api-keys/{id}/reactivate",
      tag: "API keys",
      summary: "Reactivate an API key",
      description:
        "Turns on a key that is off since the installation was restored from a backup (`heldAt`). The backup may be older than the key's revocation, so only an owner can decide. The owners are notified by email. Does nothing if the key is on.",
      right: "workspace:own",
      sessionOnly: true,
      parameters: apiKeyParameters,
      output: apiKey,
      outputDescription: "The API key, which works again",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters }) => reactivateApiKey(ctx, parameters),
    }),
  });
