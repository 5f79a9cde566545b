import type { DomainContact, DomainInfo, DomainStatus } from "@zonepost/epp";
import type postgres from "postgres";
import type { DsRecord } from "../rules/delegation.ts";
import { shownStatuses } from "../rules/statuses.ts";
import { hashSecret } from "./secrets.ts";

type Queryable = postgres.Sql | postgres.TransactionSql;

/** A domain as the registry keeps it. */
export interface StoredDomain {
  name: string;
  roid: string;
  sponsor: string;
  statuses: DomainStatus[];
  nameservers: string[];
  registrant: string | null;
  contacts: DomainContact[];
  dsRecords: DsRecord[];
  authInfoHash: string | null;
  createdBy: string;
  createdAt: Date;
  updatedBy: string | null;
  updatedAt: Date | null;
  expiresAt: Date;
  transferredAt: Date | null;
}

function selectDomains(sql: Queryable) {
  return sql`
    select name, roid, sponsor, statuses, nameservers, registrant, contacts, ds_records as "dsRecords",
      auth_info_hash as "authInfoHash", created_by as "createdBy", created_at as "createdAt",
      updated_by as "updatedBy", updated_at as "updatedAt", expires_at as "expiresAt",
      transferred_at as "transferredAt"
    from registry.domains`;
}

/** Reads a domain and keeps others from changing it until the transaction ends. */
export async function lockDomain(
  tx: postgres.TransactionSql,
  name: string,
): Promise<StoredDomain | undefined> {
  const [row] = await tx<StoredDomain[]>`${selectDomains(tx)} where name = ${name} for update`;
  return row;
}

/** The domains of a registrar whose expiry date has come. */
export async function lockDueDomains(
  tx: postgres.TransactionSql,
  registrar: string,
  now: Date,
): Promise<StoredDomain[]> {
  return await tx<StoredDomain[]>`
    ${selectDomains(tx)} where sponsor = ${registrar} and expires_at <= ${now} order by name for update`;
}

export async function existingNames(sql: Queryable, names: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select name from registry.domains where name in ${sql([...names])}`;
  return new Set(rows.map((row) => row.name));
}

export interface NewDomain {
  name: string;
  sponsor: string;
  nameservers: string[];
  registrant?: string;
  contacts?: DomainContact[];
  dsRecords: DsRecord[];
  /** Without it, nobody but the sponsor gets at the domain. */
  authInfo?: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Returns whether the name was free. */
export async function insertDomain(sql: Queryable, domain: NewDomain): Promise<boolean> {
  const inserted = await sql`
    insert into registry.domains
      (name, sponsor, nameservers, registrant, contacts, ds_records, auth_info_hash, created_by, created_at, expires_at)
    values (
      ${domain.name}, ${domain.sponsor}, ${domain.nameservers}, ${domain.registrant ?? null},
      ${sql.json((domain.contacts ?? []).map((contact) => ({ ...contact })))},
      ${sql.json(domain.dsRecords.map((ds) => ({ ...ds })))},
      ${domain.authInfo === undefined ? null : await hashSecret(domain.authInfo)}, ${domain.sponsor}, ${domain.createdAt}, ${domain.expiresAt}
    )
    on conflict (name) do nothing returning name`;
  return inserted.length > 0;
}

/** Writes what a registrar or the registry has changed. */
export async function saveDomain(tx: postgres.TransactionSql, domain: StoredDomain): Promise<void> {
  await tx`
    update registry.domains set
      statuses = ${domain.statuses}, nameservers = ${domain.nameservers}, registrant = ${domain.registrant},
      contacts = ${tx.json(domain.contacts.map((contact) => ({ ...contact })))},
      ds_records = ${tx.json(domain.dsRecords.map((ds) => ({ ...ds })))},
      auth_info_hash = ${domain.authInfoHash}, updated_by = ${domain.updatedBy}, updated_at = ${domain.updatedAt},
      expires_at = ${domain.expiresAt}
    where name = ${domain.name}`;
}

/** A domain as EPP shows it to its sponsor. */
export function describeDomain(domain: StoredDomain): DomainInfo {
  const { name, roid, registrant, contacts, sponsor, createdBy, createdAt, expiresAt } = domain;
  return {
    name,
    roid,
    statuses: shownStatuses(domain.statuses, domain.nameservers),
    ...(registrant !== null && { registrant }),
    contacts,
    nameservers: domain.nameservers.map((host) => ({ name: host })),
    subordinateHosts: [],
    sponsoringClientId: sponsor,
    createdBy,
    createdAt,
    ...(domain.updatedBy !== null && { updatedBy: domain.updatedBy }),
    ...(domain.updatedAt && { updatedAt: domain.updatedAt }),
    expiresAt,
    ...(domain.transferredAt && { transferredAt: domain.transferredAt }),
    ...(domain.dsRecords.length > 0 && { secDns: { dsData: domain.dsRecords, keyData: [] } }),
  };
}
