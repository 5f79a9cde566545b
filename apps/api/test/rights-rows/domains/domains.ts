import { newDsRecord } from "../../support/start-api.ts";
import { type MakeTarget, type Row, type Rows, unknownName, type World } from "../row.ts";

const dsQuery = () =>
  Object.fromEntries(Object.entries(newDsRecord()).map(([name, value]) => [name, String(value)]));
const ownDomain = async ({ workspace }: World) => ({ path: { name: await workspace.addDomain() } });
const missingDomain = { path: { name: unknownName } };
const withDs: MakeTarget = async (world) => ({
  ...(await ownDomain(world)),
  body: newDsRecord(),
});

const removal: Row = {
  success: 200,
  own: async ({ workspace }) => {
    const ds = newDsRecord();
    const name = await workspace.addDomain({ dsRecords: [ds] });
    const query = Object.fromEntries(Object.entries(ds).map(([key, value]) => [key, String(value)]));
    return { path: { name }, query };
  },
  missing: { ...missingDomain, query: dsQuery() },
};

export const domainRows: Rows = {
  rest: {
    listMyDomains: { success: 200 },
    searchDomain: { success: 200, own: async () => ({ query: { q: "a-free-name.com" } }) },
    listDomainHistory: { success: 200, own: ownDomain, missing: missingDomain },
    getDnssec: { success: 200, own: ownDomain, missing: missingDomain },
    publishDsRecord: {
      success: 201,
      own: async (world) => ({ ...(await ownDomain(world)), body: newDsRecord() }),
      missing: { ...missingDomain, body: newDsRecord() },
    },
    removeDsRecord: removal,
  },
  trpc: {
    "domains.page": { right: "domains:read", success: 200 },
    "domains.counts": { right: "domains:read", success: 200 },
    "domains.find": { right: "domains:read", success: 200 },
    "domains.matching": { right: "domains:read", success: 200 },
    "domains.portfolio": { right: "domains:read", success: 200 },
    "domains.get": { right: "domains:read", success: 200, own: ownDomain, missing: missingDomain },
    "domains.search": {
      right: "domains:read",
      success: 200,
      own: async () => ({ query: { q: "a-free-name.com" } }),
    },
    "domains.notifications": { right: "domains:read", success: 200, own: ownDomain, missing: missingDomain },
    "domains.history": { right: "domains:read", success: 200, own: ownDomain, missing: missingDomain },
    "domains.dnssec": { right: "domains:read", success: 200, own: ownDomain, missing: missingDomain },
    "domains.publishDsRecord": {
      right: "dnssec:write",
      success: 200,
      own: withDs,
      missing: { ...missingDomain, body: newDsRecord() },
    },
    "domains.removeDsRecord": { ...removal, right: "dnssec:write" },
  },
};
