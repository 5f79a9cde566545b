import type {
  ContactDisclosure,
  ContactInfo,
  ContactStatus,
  PhoneNumber,
  PostalInfo,
  TransferState,
} from "@zonepost/epp";
import type postgres from "postgres";
import { type Queryable, toJson, withDates } from "./json.ts";

/** A contact as the registry stores it. */
export type StoredContact = {
  id: string;
  roid: string;
  sponsor: string;
  statuses: ContactStatus[];
  postalInfos: PostalInfo[];
  voice: PhoneNumber | null;
  fax: PhoneNumber | null;
  email: string;
  authInfoHash: string | null;
  disclosure: ContactDisclosure | null;
  createdBy: string;
  createdAt: Date;
  updatedBy: string | null;
  updatedAt: Date | null;
  transfer: TransferState | null;
  /** When the registry decides on a pending transfer. */
  transferDueAt: Date | null;
  transferredAt: Date | null;
};

function contactColumns(sql: Queryable) {
  return sql`
    id, roid, sponsor, statuses, postal_infos as "postalInfos", voice, fax, email,
    auth_info_hash as "authInfoHash", disclosure, created_by as "createdBy", created_at as "createdAt",
    updated_by as "updatedBy", updated_at as "updatedAt", transfer, transfer_due_at as "transferDueAt",
    transferred_at as "transferredAt"`;
}

function usedBy(sql: Queryable, id: string) {
  return sql`
    select name from registry.domains where registrant = ${id}
    union all
    select name from registry.domains where contacts @> ${toJson(sql, [{ id }])}`;
}

/** A contact, and whether a domain uses it. */
export async function findContact(
  sql: Queryable,
  id: string,
): Promise<(StoredContact & { isLinked: boolean }) | undefined> {
  const [row] = await sql<(StoredContact & { isLinked: boolean })[]>`
    select ${contactColumns(sql)}, exists (${usedBy(sql, id)}) as "isLinked"
    from registry.contacts where id = ${id}`;
  return row && withTransferDates(row);
}

const withTransferDates = <Row extends StoredContact>(row: Row): Row => ({
  ...row,
  transfer: row.transfer && withDates(row.transfer),
});

export async function lockContact(
  tx: postgres.TransactionSql,
  id: string,
): Promise<StoredContact | undefined> {
  const [row] = await tx<StoredContact[]>`
    select ${contactColumns(tx)} from registry.contacts where id = ${id} for update`;
  return row && withTransferDates(row);
}

/** The contacts with a transfer that the registry has to decide by then. */
export async function lockDueContacts(
  tx: postgres.TransactionSql,
  until: Date,
  limit: number,
): Promise<StoredContact[]> {
  const rows = await tx<StoredContact[]>`
    select ${contactColumns(tx)} from registry.contacts where transfer_due_at <= ${until}
    order by transfer_due_at limit ${limit} for update`;
  return rows.map(withTransferDates);
}

/** Some of the domains that use a contact. */
export async function domainsWithContact(sql: Queryable, id: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from (${usedBy(sql, id)}) used group by name order by name limit 100`;
  return rows.map((row) => row.name);
}

/** The names in a TLD that a contact is the registrant of. */
export async function isRegistrantBelow(sql: Queryable, id: string, tld: string): Promise<boolean> {
  const [row] = await sql`
    select from registry.domains where registrant = ${id} and name like ${`%.${tld}`} limit 1`;
  return row !== undefined;
}

/** Reads these contacts and locks them against removal until the transaction ends. */
export async function holdContacts(
  tx: postgres.TransactionSql,
  ids: readonly string[],
): Promise<Pick<StoredContact, "id" | "postalInfos">[]> {
  if (ids.length === 0) {
    return [];
  }
  return await tx<StoredContact[]>`
    select id, postal_infos as "postalInfos" from registry.contacts
    where id in ${tx([...ids])} order by id for share`;
}

export async function contactWithRoid(
  sql: Queryable,
  roid: string,
): Promise<{ id: string; authInfoHash: string | null } | undefined> {
  const [row] = await sql<{ id: string; authInfoHash: string | null }[]>`
    select id, auth_info_hash as "authInfoHash" from registry.contacts where roid = ${roid}`;
  return row;
}

export async function existingContacts(sql: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select id from registry.contacts where id in ${sql([...ids])}`;
  return new Set(rows.map((row) => row.id));
}

export type NewContact = Omit<
  StoredContact,
  "roid" | "statuses" | "updatedBy" | "updatedAt" | "transfer" | "transferDueAt" | "transferredAt"
>;

/** Returns false if the identifier is in use. */
export async function insertContact(sql: Queryable, contact: NewContact): Promise<boolean> {
  const inserted = await sql`
    insert into registry.contacts
      (id, sponsor, postal_infos, voice, fax, email, auth_info_hash, disclosure, created_by, created_at)
    values (
      ${contact.id}, ${contact.sponsor}, ${toJson(sql, contact.postalInfos)},
      ${contact.voice && toJson(sql, contact.voice)}, ${contact.fax && toJson(sql, contact.fax)}, ${contact.email},
      ${contact.authInfoHash}, ${contact.disclosure && toJson(sql, contact.disclosure)}, ${contact.createdBy},
      ${contact.createdAt}
    )
    on conflict (id) do nothing returning id`;
  return inserted.length > 0;
}

export async function saveContact(tx: postgres.TransactionSql, contact: StoredContact): Promise<void> {
  await tx`
    update registry.contacts set
      statuses = ${contact.statuses}, postal_infos = ${toJson(tx, contact.postalInfos)},
      voice = ${contact.voice && toJson(tx, contact.voice)}, fax = ${contact.fax && toJson(tx, contact.fax)},
      email = ${contact.email}, auth_info_hash = ${contact.authInfoHash},
      disclosure = ${contact.disclosure && toJson(tx, contact.disclosure)}, updated_by = ${contact.updatedBy},
      updated_at = ${contact.updatedAt}, sponsor = ${contact.sponsor},
      transfer = ${contact.transfer && toJson(tx, contact.transfer)},
      transfer_due_at = ${contact.transferDueAt}, transferred_at = ${contact.transferredAt}
    where id = ${contact.id}`;
}

export async function removeContact(sql: Queryable, id: string): Promise<void> {
  await sql`delete from registry.contacts where id = ${id}`;
}

/** With the status of a pending transfer. */
export const heldStatuses = ({ statuses, transferDueAt }: StoredContact): ContactStatus[] =>
  transferDueAt ? [...statuses, "pendingTransfer"] : statuses;

/** A contact in an EPP response to its sponsor, or to a client with its authorization information. */
export function describeContact(contact: StoredContact, isLinked: boolean): ContactInfo {
  const { id, roid, postalInfos, voice, fax, email, sponsor, createdBy, createdAt, disclosure } = contact;
  const held: ContactStatus[] = [...heldStatuses(contact), ...(isLinked ? (["linked"] as const) : [])];
  return {
    id,
    roid,
    statuses: heldStatuses(contact).length === 0 ? ["ok", ...held] : held,
    postalInfos,
    ...(voice && { voice }),
    ...(fax && { fax }),
    email,
    sponsoringClientId: sponsor,
    createdBy,
    createdAt,
    ...(contact.updatedBy !== null && { updatedBy: contact.updatedBy }),
    ...(contact.updatedAt && { updatedAt: contact.updatedAt }),
    ...(contact.transferredAt && { transferredAt: contact.transferredAt }),
    ...(disclosure && { disclosure }),
  };
}
