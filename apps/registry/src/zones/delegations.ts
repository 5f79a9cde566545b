import type { HostAddress } from "@zonepost/epp";
import type postgres from "postgres";
import type { DsRecord } from "../rules/delegation.ts";
import { type DnsRecord, type RecordSetChange, wireName } from "./dns-messages.ts";

/** Short, so that whoever looks sees a change at once. */
export const ttlSeconds = 2;

/** What a TLD's zone says of a name. */
export type Delegation = {
  name: string;
  nameservers: string[];
  dsRecords: DsRecord[];
  /** The hosts below the name, which nobody could find without their addresses. */
  glue: { name: string; addresses: HostAddress[] }[];
};

/**
 * Names in the zone: registered, with name servers, not on hold (RFC 5731 section 2.3), and not on their way out of the
 * registry.
 */
function selectDelegations(sql: postgres.Sql) {
  return sql`
    select domain.name, domain.nameservers, domain.ds_records as "dsRecords", coalesce(
      (
        select jsonb_agg(jsonb_build_object('name', host.name, 'addresses', host.addresses))
        from registry.hosts host where host.superordinate = domain.name
      ), '[]'
    ) as glue
    from registry.domains domain
    where cardinality(domain.nameservers) > 0 and domain.phase is null
      and not domain.statuses && array['clientHold', 'serverHold', 'pendingCreate', 'pendingDelete']`;
}

const batchSize = 1000;

export async function* allDelegations(sql: postgres.Sql): AsyncGenerator<Delegation> {
  for await (const rows of sql<Delegation[]>`${selectDelegations(sql)}`.cursor(batchSize)) {
    yield* rows;
  }
}

/** Of these names, those that are in a zone. */
export async function readDelegations(sql: postgres.Sql, names: readonly string[]): Promise<Delegation[]> {
  return await sql<Delegation[]>`${selectDelegations(sql)} and domain.name in ${sql([...names])}`;
}

/** A delegation as records, the name's own and its glue. */
function recordsOf(delegation: Delegation): DnsRecord[] {
  const { name, nameservers, dsRecords, glue } = delegation;
  return [
    ...nameservers.map((host) => ({ name, type: "NS" as const, ttlSeconds, data: wireName(host) })),
    ...dsRecords.map((ds) => ({ name, type: "DS" as const, ttlSeconds, data: dsData(ds) })),
    ...glue.flatMap((host) =>
      host.addresses.map(({ address, version }) => ({
        name: host.name,
        type: version === "v6" ? ("AAAA" as const) : ("A" as const),
        ttlSeconds,
        data: addressData(address, version === "v6"),
      })),
    ),
  ];
}

/** What makes a zone say of a name what it should: `glueNames` are hosts that it may have told the addresses of before. */
export function changesOf(
  name: string,
  delegation: Delegation | undefined,
  glueNames: Iterable<string>,
): RecordSetChange[] {
  const records = delegation ? recordsOf(delegation) : [];
  const hosts = new Set([...glueNames, ...(delegation?.glue.map((host) => host.name) ?? [])]);
  const sets: Omit<RecordSetChange, "records">[] = [
    { name, type: "NS" },
    { name, type: "DS" },
    ...[...hosts].flatMap((host) => [
      { name: host, type: "A" as const },
      { name: host, type: "AAAA" as const },
    ]),
  ];
  return sets.map((set) => ({
    ...set,
    records: records.filter((record) => record.name === set.name && record.type === set.type),
  }));
}

function dsData(ds: DsRecord): Buffer {
  const fixed = Buffer.alloc(4);
  fixed.writeUInt16BE(ds.keyTag, 0);
  fixed.writeUInt8(ds.algorithm, 2);
  fixed.writeUInt8(ds.digestType, 3);
  return Buffer.concat([fixed, Buffer.from(ds.digest, "hex")]);
}

function addressData(address: string, isIpv6: boolean): Buffer {
  if (!isIpv6) {
    return Buffer.from(address.split(".").map(Number));
  }
  // The URL parser brings an address to its canonical form, without the dotted ending.
  const [left = "", right] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const groupsIn = (part: string) =>
    part
      .split(":")
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [before, after] = [groupsIn(left), groupsIn(right ?? "")];
  const groups = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
