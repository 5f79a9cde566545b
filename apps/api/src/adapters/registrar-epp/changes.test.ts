import type { DomainInfo, EppClient, KeyData, SecDnsUpdate } from "@zonepost/epp";
import type { DsRecord } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { changesOf } from "./changes.ts";
import { dsRecordOfKey } from "./map.ts";

const name = "example.be";
const ds = (keyTag: number): DsRecord => ({ keyTag, algorithm: 13, digestType: 2, digest: "AB".repeat(32) });
const key = (publicKey: string): KeyData => ({ flags: 257, protocol: 3, algorithm: 13, publicKey });
const [old, fresh] = [key("AQID"), key("BAUG")];

/** What is sent to a registry with a lifetime of signatures that was set elsewhere. */
async function sentFor(
  dnssecInterface: "ds" | "keys",
  change: { add: (DsRecord & { key?: KeyData })[]; remove: DsRecord[] },
): Promise<SecDnsUpdate | undefined> {
  let sent: SecDnsUpdate | undefined;
  const reply = { code: 1000, message: "", clTRID: "a", svTRID: "b", pending: false };
  const client = {
    domainInfo: async () => ({
      ...reply,
      data: { secDns: { maxSigLife: 604_800, dsData: [], keyData: [old] } } as unknown as DomainInfo,
    }),
    domainUpdate: async (_name: string, { secDns }: { secDns?: SecDnsUpdate }) => {
      sent = secDns;
      return { ...reply, data: {} };
    },
  } as unknown as EppClient;
  const rulesOf = () => ({ costs: null, hostModel: "objects" as const, dnssecInterface, idnExtension: null });
  await changesOf({ client, clientId: "us", currency: "EUR", rulesOf }).changeDsRecords(name, change);
  return sent;
}

describe("a change of DS records", () => {
  it.each<[string, { add: DsRecord[]; remove: DsRecord[] }]>([
    ["a publication", { add: [ds(1)], remove: [] }],
    ["a removal", { add: [], remove: [ds(1)] }],
    ["a replacement", { add: [ds(2)], remove: [ds(1)] }],
  ])("names its records only, and leaves maxSigLife to the registry: %s", async (_case, change) => {
    expect(await sentFor("ds", change)).toStrictEqual({
      add: change.add.length > 0 ? { dsData: change.add } : undefined,
      remove: change.remove.length > 0 ? { dsData: change.remove } : undefined,
    });
  });

  it.each([
    ["a publication", true, false],
    ["a removal", false, true],
    ["a replacement", true, true],
  ])("names its keys only at a registry that takes keys: %s", async (_case, adds, removes) => {
    const add = adds ? [{ ...(await dsRecordOfKey(name, fresh)), key: fresh }] : [];
    const remove = removes ? [await dsRecordOfKey(name, old)] : [];
    expect(await sentFor("keys", { add, remove })).toStrictEqual({
      add: adds ? { keyData: [fresh] } : undefined,
      remove: removes ? { keyData: [old] } : undefined,
    });
  });
});
