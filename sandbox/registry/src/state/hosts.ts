import type { HostAddress, HostInfo, HostStatus } from "@zonepost/epp";
import type postgres from "postgres";
import { type Queryable, toJson } from "./json.ts";

/** A host as the registry stores it. */
export type StoredHost = {
  name: string;
  roid: string;
  sponsor: string;
  superordinate: string | null;
  statuses: HostStatus[];
  addresses: HostAddress[];
  createdBy: string;
  createdAt: Date;
  updatedBy: string | null;
  updatedAt: Date | null;
  transferredAt: Date | null;
};

function hostColumns(sql: Queryable) {
  return sql`
    name, roid, sponsor, superordinate, statuses, addresses, created_by as "createdBy", created_at as "createdAt",
    updated_by as "updatedBy", updated_at as "updatedAt", transferred_at as "transferredAt"`;
}

/** A host, and whether a domain is delegated to it. */
export async function findHost(
  sql: Queryable,
  name: string,
): Promise<(StoredHost & { isLinked: boolean }) | undefined> {
  const [row] = await sql<(StoredHost & { isLinked: boolean })[]>`
    select ${hostColumns(sql)},
      exists (select from registry.domains where nameservers @> array[hosts.name]) as "isLinked"
    from registry.hosts where name = ${name}`;
  return row;
}

export async function lockHost(tx: postgres.TransactionSql, name: string): Promise<StoredHost | undefined> {
  const [row] = await tx<StoredHost[]>`
    select ${hostColumns(tx)} from registry.hosts where name = ${name} for update`;
  return row;
}

/** The hosts that exist, locked against removal until the transaction ends. */
export async function holdHosts(
  tx: postgres.TransactionSql,
  names: readonly string[],
): Promise<Pick<StoredHost, "name" | "addresses">[]> {
  if (names.length === 0) {
    return [];
  }
  return await tx<StoredHost[]>`
    select name, addresses from registry.hosts where name in ${tx([...names])} order by name for share`;
}

export async function hostAddresses(
  sql: Queryable,
  names: readonly string[],
): Promise<Map<string, HostAddress[]>> {
  if (names.length === 0) {
    return new Map();
  }
  const rows = await sql<Pick<StoredHost, "name" | "addresses">[]>`
    select name, addresses from registry.hosts where name in ${sql([...names])}`;
  return new Map(rows.map(({ name, addresses }) => [name, addresses]));
}

export async function existingHosts(sql: Queryable, names: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select name from registry.hosts where name in ${sql([...names])}`;
  return new Set(rows.map((row) => row.name));
}

export async function hostsBelow(sql: Queryable, domain: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from registry.hosts where superordinate = ${domain} order by name`;
  return rows.map((row) => row.name);
}

export type NewHost = {
  name: string;
  sponsor: string;
  superordinate: string | null;
  addresses?: HostAddress[];
  createdBy: string;
  createdAt: Date;
};

/** Returns false if the name is in use. */
export async function insertHost(sql: Queryable, host: NewHost): Promise<boolean> {
  const { name, sponsor, superordinate, addresses = [], createdBy, createdAt } = host;
  const inserted = await sql`
    insert into registry.hosts (name, sponsor, superordinate, addresses, created_by, created_at)
    values (${name}, ${sponsor}, ${superordinate}, ${toJson(sql, addresses)}, ${createdBy}, ${createdAt})
    on conflict (name) do nothing returning name`;
  return inserted.length > 0;
}

/** Stores a host's changes. A new name applies to every domain that is delegated to it (RFC 5732 section 3.2.5). */
export async function saveHost(
  tx: postgres.TransactionSql,
  formerName: string,
  host: StoredHost,
): Promise<void> {
  await tx`
    update registry.hosts set
      name = ${host.name}, superordinate = ${host.superordinate}, statuses = ${host.statuses},
      addresses = ${toJson(tx, host.addresses)}, updated_by = ${host.updatedBy}, updated_at = ${host.updatedAt}
    where name = ${formerName}`;
  if (host.name === formerName) {
    return;
  }
  await tx`
    update registry.domains set nameservers = array_replace(nameservers, ${formerName}, ${host.name})
    where nameservers @> array[${formerName}]`;
}

export async function removeHost(sql: Queryable, name: string): Promise<void> {
  await sql`delete from registry.hosts where name = ${name}`;
}

/** Transfers the hosts below a domain with it (RFC 5731 section 3.2.4). */
export async function moveHosts(sql: Queryable, domain: string, sponsor: string, at: Date): Promise<void> {
  await sql`
    update registry.hosts set sponsor = ${sponsor}, transferred_at = ${at}
    where superordinate = ${domain} and sponsor <> ${sponsor}`;
}

/** Other domains that are delegated to a host, or to any host below a domain. */
export async function domainsUsingHosts(
  sql: Queryable,
  hosts: readonly string[],
  except: string,
): Promise<{ name: string; sponsor: string }[]> {
  if (hosts.length === 0) {
    return [];
  }
  return await sql<{ name: string; sponsor: string }[]>`
    select name, sponsor from registry.domains
    where nameservers && ${[...hosts]} and name <> ${except} order by name limit 100`;
}

/** A host in an EPP response. */
export function describeHost(host: StoredHost, isLinked: boolean): HostInfo {
  const { name, roid, addresses, sponsor, createdBy, createdAt } = host;
  const held: HostStatus[] = [...host.statuses, ...(isLinked ? (["linked"] as const) : [])];
  return {
    name,
    roid,
    statuses: host.statuses.length === 0 ? ["ok", ...held] : held,
    addresses,
    sponsoringClientId: sponsor,
    createdBy,
    createdAt,
    ...(host.updatedBy !== null && { updatedBy: host.updatedBy }),
    ...(host.updatedAt && { updatedAt: host.updatedAt }),
    ...(host.transferredAt && { transferredAt: host.transferredAt }),
  };
}
