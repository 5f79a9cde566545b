import { rowId } from "../../src/kernel/ids.ts";
import { newApiKey } from "../support/accounts/api-key.ts";
import { once, type Row, type Rows, unknownId, type World } from "./row.ts";

const newKey = async ({ api, workspace }: World) => {
  const { id } = await newApiKey(api, workspace, { scopes: ["domains:read"] });
  return { path: { id } };
};
const ownKey = once(newKey);
const missingKey = { path: { id: unknownId("key") } };

// A key can't grant more than it has, so callers with exactly one scope request that scope.
const creation: Row = {
  success: 201,
  own: async () => ({ body: { name: "Made", scopes: ["api_keys:write"] } }),
};
const reading: Row = { success: 200, own: ownKey, missing: missingKey };
const newKeyOfKeys = async ({ api, workspace }: World) => {
  const { id } = await newApiKey(api, workspace, { scopes: ["api_keys:write"] });
  return { path: { id } };
};
const roll: Row = {
  success: 201,
  own: async (world) => ({ ...(await newKeyOfKeys(world)), body: { overlapSeconds: 0 } }),
  missing: { ...missingKey, body: { overlapSeconds: 0 } },
};

const reactivation: Row = {
  success: 200,
  own: async (world) => {
    const target = await newKey(world);
    await world.api.sql`update api_keys set held_at = now() where id = ${rowId("key", target.path.id) ?? ""}`;
    return target;
  },
  missing: missingKey,
};

export const apiKeyRows: Rows = {
  rest: {
    listApiKeys: { success: 200 },
    createApiKey: creation,
    getApiKey: reading,
    updateApiKey: {
      success: 200,
      own: async (world) => ({ ...(await ownKey(world)), body: { name: "Renamed" } }),
      missing: { ...missingKey, body: { name: "Renamed" } },
    },
    revokeApiKey: { success: 204, own: newKey, missing: missingKey },
    rollApiKey: roll,
    reactivateApiKey: reactivation,
  },
  trpc: {
    "apiKeys.reactivate": { right: "workspace:own", ...reactivation },
    "apiKeys.list": { right: "api_keys:read", success: 200 },
    "apiKeys.create": { right: "api_keys:write", ...creation, success: 200 },
    "apiKeys.update": {
      right: "api_keys:write",
      success: 200,
      own: async (world) => ({ ...(await ownKey(world)), body: { name: "Renamed" } }),
      missing: { ...missingKey, body: { name: "Renamed" } },
    },
    "apiKeys.revoke": { right: "api_keys:write", success: 200, own: newKey, missing: missingKey },
    "apiKeys.roll": {
      right: "api_keys:write",
      success: 200,
      own: async (world) => ({ ...(await newKeyOfKeys(world)), body: { overlapSeconds: 0 } }),
      missing: { ...missingKey, body: { overlapSeconds: 0 } },
    },
  },
};
