import { randomBytes } from "node:crypto";
import { newDnskey, newDsRecord } from "../../support/start-api.ts";
import { type Rows, unknownName, type World } from "../row.ts";

const ownDomain = async ({ workspace }: World) => ({ path: { name: await workspace.addDomain() } });
const missingDomain = { path: { name: unknownName } };
const replaced = async (world: World) => ({
  ...(await ownDomain(world)),
  body: { dsRecords: [newDsRecord()] },
});
const missingReplaced = { ...missingDomain, body: { dsRecords: [newDsRecord()] } };

/** Of a registry that takes keys. */
const withKeys = (body: () => object) => ({
  own: async ({ workspace }: World) => ({
    path: { name: await workspace.addDomain({ name: `test-${randomBytes(6).toString("hex")}.be` }) },
    body: body(),
  }),
  missing: { ...missingDomain, body: body() },
});

export const domainDnssecRows: Rows = {
  rest: {
    replaceDsRecords: { success: 200, own: replaced, missing: missingReplaced },
    publishDnskey: { success: 201, ...withKeys(newDnskey) },
    replaceDnskeys: { success: 200, ...withKeys(() => ({ keys: [newDnskey()] })) },
    // Changes nothing, so it has no entry in the log.
    checkDsRecords: {
      success: 200,
      changesNothing: true,
      own: async (world) => ({ ...(await ownDomain(world)), body: {} }),
      missing: { ...missingDomain, body: {} },
    },
    getKeyTimeline: { success: 200, own: ownDomain, missing: missingDomain },
  },
  trpc: {
    "domains.keyTimeline": { right: "domains:read", success: 200, own: ownDomain, missing: missingDomain },
    "domains.preflight": {
      right: "domains:read",
      success: 200,
      own: async (world) => ({ ...(await ownDomain(world)), body: {} }),
      missing: { ...missingDomain, body: {} },
    },
    "domains.publishDnskey": { right: "dnssec:write", success: 200, ...withKeys(newDnskey) },
    "domains.replaceDnskeys": {
      right: "dnssec:write",
      success: 200,
      ...withKeys(() => ({ keys: [newDnskey()] })),
    },
    "domains.replaceDsRecords": {
      right: "dnssec:write",
      success: 200,
      own: replaced,
      missing: missingReplaced,
    },
  },
};
