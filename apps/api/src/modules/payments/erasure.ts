import {
  billingProfiles,
  cardPages,
  inboundNotices,
  ledgerEntries,
  paymentAttempts,
  paymentCustomers,
  paymentDisputes,
  paymentMethods,
  paymentReconciliations,
  payments,
  processorReadings,
  processorTransactions,
  receipts,
  refunds,
  registryAccounts,
} from "@zonepost/db";
import { sql } from "drizzle-orm";
import { type ErasureRule, rowsWith } from "../../kernel/erasure/erasure-rule.ts";

const books = "Part of the books, which tax law keeps for years.";
const evidence = "Refunds and disputes of the payment are found by it at the processor.";

export const paymentErasure: readonly ErasureRule[] = [
  {
    table: cardPages,
    workspace: { fate: "deleted", rows: rowsWith(cardPages.workspaceId) },
    columns: { actors: ["opened_by"], impersonal: ["processor", "processor_id", "request_id"] },
  },
  {
    table: paymentMethods,
    workspace: { fate: "deleted", rows: rowsWith(paymentMethods.workspaceId) },
    columns: {
      actors: ["removal_requested_by"],
      workspace: ["brand", "last4"],
      impersonal: ["processor", "processor_id", "removal_request_id"],
    },
  },
  {
    table: billingProfiles,
    workspace: { fate: "deleted", rows: rowsWith(billingProfiles.workspaceId) },
    columns: { workspace: ["company", "address", "country_code", "vat_id"] },
  },
  {
    // Deleted with the customer at the processor, by `deleteCustomers`.
    table: paymentCustomers,
    workspace: { fate: "kept", rows: rowsWith(paymentCustomers.workspaceId) },
    columns: {
      impersonal: ["processor"],
      kept: { processor_id: "Until the customer is deleted at the processor, which then deletes the row." },
    },
  },
  {
    table: payments,
    workspace: { fate: "kept", rows: rowsWith(payments.workspaceId) },
    columns: {
      impersonal: ["status", "currency", "failure", "cooldown_state", "pause_reason"],
      kept: { card: "The brand and last four digits prove how the receipt was paid." },
    },
  },
  {
    table: paymentAttempts,
    workspace: { fate: "anonymized", rows: rowsWith(paymentAttempts.workspaceId) },
    columns: {
      actors: ["requested_by"],
      impersonal: ["kind", "state", "processor", "failure"],
      blanked: {
        processor_card_id: sql`null::text`,
        return_url: sql`null::text`,
        url: sql`null::text`,
        request_id: sql`null::text`,
      },
      kept: { intent_id: evidence, page_id: evidence, charge_id: evidence },
    },
  },
  {
    table: refunds,
    workspace: { fate: "anonymized", rows: rowsWith(refunds.workspaceId) },
    columns: {
      actors: ["requested_by"],
      impersonal: ["state", "reason", "line_amounts", "processor", "send_key", "failure"],
      blanked: { request_id: sql`null::text` },
      kept: {
        note: "Why the operator returned money, or a workspace asked for it: part of the books.",
        processor_id: evidence,
      },
    },
  },
  {
    table: paymentDisputes,
    workspace: { fate: "kept", rows: rowsWith(paymentDisputes.workspaceId) },
    columns: { impersonal: ["processor", "kind", "state"], kept: { processor_id: evidence } },
  },
  {
    table: receipts,
    workspace: { fate: "kept", rows: rowsWith(receipts.workspaceId) },
    columns: {
      impersonal: ["tax_percent"],
      kept: {
        billing: "Tax law requires the buyer's name and address on a receipt, unchanged, for years.",
        seller: "The operator's own name and address.",
      },
    },
  },
  {
    table: ledgerEntries,
    workspace: { fate: "kept", rows: rowsWith(ledgerEntries.workspaceId) },
    columns: { impersonal: ["account", "currency"], kept: { cause: books, description: books } },
  },
  { table: inboundNotices, workspace: false, columns: { impersonal: ["processor", "id"] } },
  {
    table: processorTransactions,
    workspace: false,
    columns: { impersonal: ["processor", "kind", "currency"], kept: { id: books, source_id: books } },
  },
  { table: processorReadings, workspace: false, columns: { impersonal: ["id", "processor", "last_id"] } },
  { table: registryAccounts, workspace: false, columns: { impersonal: ["registrar", "currency"] } },
  {
    table: paymentReconciliations,
    workspace: false,
    columns: { impersonal: ["day", "differences", "unchecked"] },
  },
];
