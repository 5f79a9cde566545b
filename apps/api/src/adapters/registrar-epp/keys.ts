import type { EppClient, SecDnsUpdate } from "@zonepost/epp";
import type { DsRecord } from "@zonepost/schema";
import { type AddedDsRecord, RegistrarError } from "../../modules/domains/ports.ts";
import { dsRecordOfKey } from "./map.ts";

/** For a registry with the key interface (RFC 5910 section 4): the keys of the DS records to add and remove. */
export async function keyChange(
  client: EppClient,
  name: string,
  { add, remove }: { add: AddedDsRecord[]; remove: DsRecord[] },
): Promise<SecDnsUpdate> {
  const added = add.map(({ key }) => {
    if (!key) {
      throw new RegistrarError("refused", `the registry of ${name} takes keys only`);
    }
    return key;
  });
  const removed = remove.length > 0 ? await findKeys(client, name, remove) : [];
  return {
    remove: removed.length > 0 ? { keyData: removed } : undefined,
    add: added.length > 0 ? { keyData: added } : undefined,
  };
}

async function findKeys(client: EppClient, name: string, dsRecords: readonly DsRecord[]) {
  const { data } = await client.domainInfo(name);
  const keys = await Promise.all(
    (data.secDns?.keyData ?? []).map(async (key) => ({
      key,
      digest: (await dsRecordOfKey(name, key)).digest,
    })),
  );
  return dsRecords.map(({ digest }) => {
    const found = keys.find((one) => one.digest === digest.toUpperCase());
    if (!found) {
      throw new RegistrarError("missing", `the registry has no such key of ${name}`);
    }
    return found.key;
  });
}
