import type { HostAddress } from "@zonepost/epp";
import ipaddr from "ipaddr.js";
import type postgres from "postgres";
import type { DsRecord } from "../rules/delegation.ts";
import { type DnsRecord, type RecordSetChange, wireName } from "./dns-messages.ts";

/** Short, so that changes are visible immediately. */
export const ttlSeconds = 2;

/** A name's delegation in the zone of its TLD. */
export type Delegation = {
  name: string;
  nameservers: string[];
  dsRecords: DsRecord[];
  /** The nameservers below the name, which need glue addresses. */
  glue: { name: string; addresses: HostAddress[] }[];
};

/**
 * The names in the zone: registered, with nameservers, not on hold (RFC 5731 section 2.3) and not deleted.
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

/** The names that are in a zone. */
export async function readDelegations(sql: postgres.Sql, names: readonly string[]): Promise<Delegation[]> {
  return await sql<Delegation[]>`${selectDelegations(sql)} and domain.name in ${sql([...names])}`;
}

/** The records of a delegation, including glue. */
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
        data: Buffer.from(ipaddr.parse(address).toByteArray()),
      })),
    ),
  ];
}

/** The changes that bring a name's records up to date. `glueNames` are the hosts that may have glue in the zone. */
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
