import {
  contactHandles,
  contacts,
  domainBatches,
  domainBatchItems,
  domainDnsChecks,
  domainExpiryNotices,
  domainHistory,
  domainIntents,
  domainNotificationEmails,
  domainNotifications,
  domainOperations,
  domains,
  registryBalances,
  registryMessages,
  registryRenewals,
} from "@zonepost/db";
import { sql } from "drizzle-orm";
import { type ErasureRule, erasedName, rowsOf, rowsWith } from "../../kernel/erasure/erasure-rule.ts";

/** A workspace with a domain isn't erased, so these are domains that have left. */
export const domainErasure: readonly ErasureRule[] = [
  {
    table: domainNotificationEmails,
    workspace: {
      fate: "deleted",
      rows: rowsOf(domainNotificationEmails.notificationId, domainNotifications),
    },
    forPerson: [
      {
        where: ({ addresses }) =>
          sql`lower(${domainNotificationEmails.toAddress}) = any (${sql.param([...addresses])}::text[])`,
        set: { to_address: () => sql`${erasedName.user}::text` },
      },
    ],
    columns: { person: ["to_address"] },
  },
  {
    table: domainNotifications,
    workspace: { fate: "deleted", rows: rowsWith(domainNotifications.workspaceId) },
    columns: {
      actors: ["actor"],
      workspace: ["domain_name", "details", "once_key"],
      impersonal: ["kind", "topic", "not_sent"],
    },
  },
  {
    table: domainDnsChecks,
    workspace: { fate: "deleted", rows: rowsOf(domainDnsChecks.domainId, domains) },
    columns: { impersonal: ["dnssec"] },
  },
  {
    table: domainExpiryNotices,
    workspace: { fate: "deleted", rows: rowsOf(domainExpiryNotices.domainId, domains) },
  },
  {
    table: domainHistory,
    workspace: { fate: "deleted", rows: rowsOf(domainHistory.domainId, domains) },
    columns: { actors: ["actor"], workspace: ["summary", "details"], impersonal: ["kind", "request_id"] },
  },
  {
    table: domainIntents,
    workspace: { fate: "deleted", rows: rowsOf(domainIntents.domainId, domains) },
    columns: { actors: ["actor"], workspace: ["change"], impersonal: ["kind", "request_id", "outcome"] },
  },
  {
    // What they cost is in the ledger.
    table: registryRenewals,
    workspace: { fate: "deleted", rows: rowsOf(registryRenewals.domainId, domains) },
    columns: { impersonal: ["currency", "outcome"] },
  },
  {
    table: registryMessages,
    workspace: { fate: "deleted", rows: rowsOf(registryMessages.domainId, domains) },
    columns: {
      workspace: ["domain_name", "text", "details"],
      impersonal: ["registrar", "message_id", "kind"],
    },
  },
  {
    table: domainOperations,
    workspace: { fate: "deleted", rows: rowsWith(domainOperations.workspaceId) },
    columns: {
      actors: ["actor"],
      workspace: ["domain_name", "reason"],
      impersonal: ["kind", "state", "currency", "cost_currency", "request_id"],
    },
  },
  {
    table: domainBatchItems,
    workspace: { fate: "deleted", rows: rowsOf(domainBatchItems.batchId, domainBatches) },
    columns: { workspace: ["domain_name", "reason"], impersonal: ["state"] },
  },
  {
    table: domainBatches,
    workspace: { fate: "deleted", rows: rowsWith(domainBatches.workspaceId) },
    columns: { actors: ["actor"], workspace: ["change"], impersonal: ["request_id"] },
  },
  {
    table: domains,
    workspace: { fate: "deleted", rows: rowsWith(domains.workspaceId) },
    columns: {
      workspace: ["name", "nameservers", "ds_records", "registry_contacts", "glue"],
      impersonal: ["tld", "registrar", "status", "registry_statuses", "suspension_statuses"],
    },
  },
  {
    table: contactHandles,
    workspace: { fate: "deleted", rows: rowsOf(contactHandles.contactId, contacts) },
    columns: { workspace: ["handle"], impersonal: ["registrar"] },
  },
  {
    table: contacts,
    workspace: { fate: "deleted", rows: rowsWith(contacts.workspaceId) },
    columns: {
      workspace: [
        "name",
        "organization",
        "email",
        "phone",
        "street",
        "city",
        "state_or_province",
        "postal_code",
        "country_code",
      ],
    },
  },
  { table: registryBalances, workspace: false, columns: { impersonal: ["registrar", "currency"] } },
];
