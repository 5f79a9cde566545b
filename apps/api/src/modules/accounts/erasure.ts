import {
  apiKeys,
  backupCodes,
  changeNotices,
  credentials,
  digestNotices,
  emailOutcomes,
  erasures,
  invitations,
  members,
  operators,
  outgoingEmails,
  personTokens,
  sandboxOutbox,
  sessions,
  trustedDevices,
  twoFactors,
  users,
  verifications,
  workspaces,
} from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type ErasedPerson, type ErasureRule, rowsWith } from "../../kernel/erasure/erasure-rule.ts";

const ofPerson =
  (userId: PgColumn) =>
  (person: ErasedPerson): SQL =>
    sql`${userId} = ${person.userId}::uuid`;
const toPerson =
  (address: PgColumn) =>
  ({ addresses }: ErasedPerson): SQL =>
    sql`lower(${address}) = any (${sql.param([...addresses])}::text[])`;
/** Without the email about the erasure itself. */
const sentBefore = (at: PgColumn, { startedAt }: ErasedPerson): SQL =>
  sql`${at} < ${startedAt.toISOString()}::timestamptz`;

/** A person's row goes in the first transaction, and with it all rows that refer to it. */
export const accountErasure: readonly ErasureRule[] = [
  {
    table: sessions,
    workspace: false,
    personRows: ofPerson(sessions.userId),
    columns: { person: ["token", "user_id", "ip_address", "user_agent", "signed_in_by"] },
  },
  {
    table: twoFactors,
    workspace: false,
    personRows: ofPerson(twoFactors.userId),
    columns: { person: ["user_id", "secret_encrypted"] },
  },
  {
    table: backupCodes,
    workspace: false,
    personRows: ofPerson(backupCodes.userId),
    columns: { person: ["user_id", "code_hash"] },
  },
  {
    table: operators,
    workspace: false,
    personRows: ofPerson(operators.userId),
    columns: { person: ["user_id"] },
  },
  {
    table: trustedDevices,
    workspace: false,
    personRows: ofPerson(trustedDevices.userId),
    columns: { person: ["user_id", "token_hash", "user_agent"] },
  },
  {
    table: personTokens,
    workspace: false,
    personRows: ofPerson(personTokens.userId),
    columns: { person: ["user_id", "purpose", "token_hash", "email"] },
  },
  {
    table: credentials,
    workspace: false,
    personRows: ofPerson(credentials.userId),
    columns: {
      person: [
        "user_id",
        "account_id",
        "provider_id",
        "access_token",
        "refresh_token",
        "id_token",
        "scope",
        "password",
      ],
    },
  },
  {
    table: members,
    workspace: { fate: "deleted", rows: rowsWith(members.workspaceId) },
    personRows: ofPerson(members.userId),
    columns: { person: ["user_id", "role", "domain_names", "notification_topics", "notification_choices"] },
  },
  {
    table: digestNotices,
    workspace: { fate: "deleted", rows: rowsWith(digestNotices.workspaceId) },
    personRows: ofPerson(digestNotices.userId),
    columns: {
      person: ["user_id"],
      workspace: ["domain_names", "texts"],
      impersonal: ["kind", "topic"],
    },
  },
  {
    table: users,
    workspace: false,
    personRows: ofPerson(users.id),
    columns: { person: ["name", "email", "image", "language"] },
  },
  {
    // Sign-in links: the library stores the address in the value, a provider's sign-in only a random state.
    table: verifications,
    workspace: false,
    personRows: ({ addresses }) => sql`exists (
      select from unnest(${sql.param([...addresses])}::text[]) as given (address)
      where position(to_json(given.address)::text in lower(${verifications.value})) > 0)`,
    columns: { person: ["identifier", "value", "browser_hash"] },
  },
  {
    table: invitations,
    workspace: { fate: "deleted", rows: rowsWith(invitations.workspaceId) },
    personRows: toPerson(invitations.email),
    columns: {
      person: ["email"],
      actors: ["invited_by"],
      impersonal: ["role", "domain_names", "token_hash"],
    },
  },
  {
    // They belong to their workspace, and keep working when their creator leaves.
    table: apiKeys,
    workspace: { fate: "deleted", rows: rowsWith(apiKeys.workspaceId) },
    columns: {
      actors: ["created_by"],
      workspace: ["name", "ip_ranges", "last_used_ip_address", "domain_names"],
      impersonal: ["key_hash", "start", "scopes"],
    },
  },
  {
    table: changeNotices,
    workspace: { fate: "deleted", rows: rowsWith(changeNotices.workspaceId) },
    personRows: toPerson(changeNotices.toAddress),
    forPerson: [
      {
        where: ({ userId }) => sql`${changeNotices.actor} ->> 'id' = ${userId}
          and (${changeNotices.ipAddress} is not null or ${changeNotices.userAgent} is not null)`,
        set: { ip_address: () => sql`null`, user_agent: () => sql`null` },
      },
    ],
    columns: {
      actors: ["actor"],
      person: ["to_address", "ip_address", "user_agent"],
      workspace: ["target", "detail"],
      impersonal: ["kind"],
    },
  },
  {
    table: outgoingEmails,
    workspace: false,
    personRows: (person) =>
      sql`${toPerson(outgoingEmails.toAddress)(person)} and ${sentBefore(outgoingEmails.createdAt, person)}`,
    columns: { person: ["to_address", "subject", "content_encrypted"], impersonal: ["kind"] },
  },
  {
    table: sandboxOutbox,
    workspace: false,
    personRows: (person) =>
      sql`${toPerson(sandboxOutbox.toAddress)(person)} and ${sentBefore(sandboxOutbox.sentAt, person)}`,
    columns: { person: ["to_address", "subject", "text", "html"], impersonal: ["kind"] },
  },
  { table: emailOutcomes, workspace: false, columns: { impersonal: ["outcome"] } },
  {
    table: erasures,
    workspace: false,
    columns: {
      impersonal: ["subject", "requested_by", "counts"],
      kept: { addresses: "Until the erasure is done, which empties it." },
    },
  },
  {
    // The row stays for receipts and ledger, which refer to it. Its ID is the workspace's anonymous ID.
    table: workspaces,
    workspace: { fate: "anonymized", rows: rowsWith(workspaces.id) },
    columns: {
      blanked: {
        name: sql`'Deleted workspace'::text`,
        slug: sql`'deleted-' || ${workspaces.id}`,
        language: sql`null::text`,
        default_nameservers: sql`'{}'::text[]`,
      },
    },
  },
];
