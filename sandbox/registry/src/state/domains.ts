import type { DomainContact, KeyData } from "@zonepost/epp";
import type postgres from "postgres";
import type { DsRecord } from "../rules/delegation.ts";
import type { Grace, StoredDomain } from "../rules/domain.ts";
import { type Queryable, toJson, withDates } from "./json.ts";
import { hashAuthInfo } from "./secrets.ts";

function domainColumns(sql: Queryable) {
  return sql`
    name, roid, sponsor, statuses, nameservers, registrant, contacts, ds_records as "dsRecords", key_data as "keys", max_sig_life as "maxSigLife", idn_table as "idnTable",
    auth_info_hash as "authInfoHash", created_by as "createdBy", created_at as "createdAt",
    updated_by as "updatedBy", updated_at as "updatedAt", expires_at as "expiresAt",
    transferred_at as "transferredAt", phase, phase_ends_at as "phaseEndsAt",
    redemption_ends_at as "redemptionEndsAt", auto_renew_not_before as "autoRenewNotBefore", graces, transfer,
    transfer_due_at as "transferDueAt"`;
}

function domainOf<Row extends StoredDomain>(row: Row): Row {
  return { ...row, graces: withDates(row.graces), transfer: row.transfer && withDates(row.transfer) };
}

/** A domain with the hosts below it, in one query. Changes may be due: see `dueAt`. */
export async function findDomain(
  sql: Queryable,
  name: string,
): Promise<{ domain: StoredDomain; subordinateHosts: string[] } | undefined> {
  const [row] = await sql<(StoredDomain & { subordinateHosts: string[] })[]>`
    select ${domainColumns(sql)}, array(
      select host.name from registry.hosts host where host.superordinate = domains.name order by host.name
    ) as "subordinateHosts"
    from registry.domains where name = ${name}`;
  if (!row) {
    return undefined;
  }
  const { subordinateHosts, ...domain } = row;
  return { domain: domainOf(domain), subordinateHosts };
}

/** Reads a domain and locks it until the transaction ends. */
export async function lockDomain(
  tx: postgres.TransactionSql,
  name: string,
): Promise<StoredDomain | undefined> {
  const [row] = await tx<StoredDomain[]>`
    select ${domainColumns(tx)} from registry.domains where name = ${name} for update`;
  return row && domainOf(row);
}

/** The first domains, of any registrar, with a scheduled change until a given time. */
export async function lockDueDomains(
  tx: postgres.TransactionSql,
  until: Date,
  limit: number,
): Promise<StoredDomain[]> {
  const rows = await tx<StoredDomain[]>`
    select ${domainColumns(tx)} from registry.domains
    where due_at <= ${until} order by due_at, name limit ${limit} for update`;
  return rows.map(domainOf);
}

/** Which of these names are registered, and whether a scheduled change is due. */
export async function existingNames(
  sql: Queryable,
  names: readonly string[],
  now: Date,
): Promise<{ name: string; isDue: boolean }[]> {
  return await sql<{ name: string; isDue: boolean }[]>`
    select name, due_at <= ${now} as "isDue" from registry.domains where name in ${sql([...names])}`;
}

export type NewDomain = {
  name: string;
  sponsor: string;
  nameservers: string[];
  registrant?: string | null;
  contacts?: DomainContact[];
  dsRecords: DsRecord[];
  keys?: KeyData[];
  maxSigLife?: number | null;
  idnTable?: string | null;
  statuses?: string[];
  /** Without it, only the sponsor has access to the domain. */
  authInfo?: string;
  graces?: Grace[];
  createdAt: Date;
  expiresAt: Date;
};

/** Returns false if the name is in use. */
export async function insertDomain(sql: Queryable, domain: NewDomain): Promise<boolean> {
  const { name, sponsor, nameservers, registrant = null, statuses = [], createdAt, expiresAt } = domain;
  const authInfoHash = await hashAuthInfo(domain.authInfo);
  const inserted = await sql`
    insert into registry.domains
      (name, sponsor, statuses, nameservers, registrant, contacts, ds_records, key_data, max_sig_life, idn_table, auth_info_hash, graces,
        created_by, created_at, expires_at)
    values (
      ${name}, ${sponsor}, ${statuses}, ${nameservers}, ${registrant}, ${toJson(sql, domain.contacts ?? [])},
      ${toJson(sql, domain.dsRecords)}, ${toJson(sql, domain.keys ?? [])},
      ${domain.maxSigLife ?? null}, ${domain.idnTable ?? null}, ${authInfoHash}, ${toJson(sql, domain.graces ?? [])}, ${sponsor},
      ${createdAt}, ${expiresAt}
    )
    on conflict (name) do nothing returning name`;
  return inserted.length > 0;
}

/** Stores the changes of a registrar or the registry. */
export async function saveDomain(tx: postgres.TransactionSql, domain: StoredDomain): Promise<void> {
  await tx`
    update registry.domains set
      sponsor = ${domain.sponsor}, statuses = ${domain.statuses}, nameservers = ${domain.nameservers},
      registrant = ${domain.registrant}, contacts = ${toJson(tx, domain.contacts)},
      ds_records = ${toJson(tx, domain.dsRecords)}, key_data = ${toJson(tx, domain.keys)},
      max_sig_life = ${domain.maxSigLife},
      auth_info_hash = ${domain.authInfoHash},
      updated_by = ${domain.updatedBy}, updated_at = ${domain.updatedAt}, expires_at = ${domain.expiresAt},
      transferred_at = ${domain.transferredAt}, phase = ${domain.phase}, phase_ends_at = ${domain.phaseEndsAt},
      redemption_ends_at = ${domain.redemptionEndsAt}, auto_renew_not_before = ${domain.autoRenewNotBefore},
      graces = ${toJson(tx, domain.graces)}, transfer = ${domain.transfer && toJson(tx, domain.transfer)},
      transfer_due_at = ${domain.transferDueAt}
    where name = ${domain.name}`;
}

/** Removes a domain, and the hosts below it from all delegations. */
export async function removeDomain(tx: postgres.TransactionSql, name: string): Promise<void> {
  await tx`delete from registry.domains where name = ${name}`;
  const hosts = await tx<{ name: string }[]>`
    delete from registry.hosts where superordinate = ${name} returning name`;
  for (const host of hosts) {
    await tx`
      update registry.domains set nameservers = array_remove(nameservers, ${host.name})
      where nameservers @> array[${host.name}]`;
  }
}
