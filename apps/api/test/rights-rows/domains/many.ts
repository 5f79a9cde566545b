import { domainBatches } from "@zonepost/db";
import { newId, publicId } from "../../../src/kernel/ids.ts";
import { type Rows, unknownId, unknownName, type World } from "../row.ts";

const ownDomain = async ({ workspace }: World) => ({ path: { name: await workspace.addDomain() } });
const missingDomain = { path: { name: unknownName } };
const batch = async ({ workspace }: World) => ({
  body: { names: [await workspace.addDomain()], change: { autoRenew: false } },
});
const missingBatch = { path: { id: unknownId("dba") } };

/** Requested by the workspace's owner: callers limited to some domains only see their own batches. */
async function ownBatch({ api, workspace }: World) {
  const id = newId();
  await api.db.insert(domainBatches).values({
    id,
    workspaceId: workspace.id,
    change: { autoRenew: true },
    actor: { kind: "user", id: workspace.owner.id, name: workspace.owner.email },
    total: 0,
    createdAt: new Date(),
    finishedAt: new Date(),
  });
  return { path: { id: publicId("dba", id) } };
}
const limited = {
  member_of_this_domain: 404,
  member_of_another_domain: 404,
  key_of_this_domain: 404,
  key_of_another_domain: 404,
};
const limitedPeople = { member_of_this_domain: 404, member_of_another_domain: 404 };

export const domainManyRows: Rows = {
  rest: {
    exportDomains: { success: 200 },
    exportDomainHistory: { success: 200, own: ownDomain, missing: missingDomain },
    changeManyDomains: { success: 201, own: batch },
    listDomainBatches: { success: 200 },
    getDomainBatch: { success: 200, own: ownBatch, missing: missingBatch, except: limited },
  },
  trpc: {
    "domains.batches.create": { right: "domains:write", success: 200, own: batch },
    "domains.batches.preview": { right: "domains:write", success: 200, own: batch, changesNothing: true },
    "domains.batches.list": { right: "domains:read", success: 200 },
    "domains.batches.get": {
      right: "domains:read",
      success: 200,
      own: ownBatch,
      missing: missingBatch,
      except: limitedPeople,
    },
  },
};
