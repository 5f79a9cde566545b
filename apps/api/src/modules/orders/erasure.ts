import { orderEmails, orderLines, orders, transferCodes } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { type ErasureRule, rowsWith } from "../../kernel/erasure/erasure-rule.ts";

const onReceipts = "What was bought is part of the receipt, which tax law keeps for years.";

/** Orders belong to the receipts, and stay as long. */
export const orderErasure: readonly ErasureRule[] = [
  {
    table: orderEmails,
    workspace: { fate: "deleted", rows: rowsWith(orderEmails.workspaceId) },
    columns: { impersonal: ["kind"] },
  },
  {
    table: orderLines,
    workspace: { fate: "anonymized", rows: rowsWith(orderLines.workspaceId) },
    columns: {
      impersonal: ["kind", "plan_slug", "previous_plan_slug", "state", "failure"],
      blanked: {
        thing: sql`null::text`,
        held_name: sql`null::text`,
        input: sql`'{}'::jsonb`,
        secret_encrypted: sql`null::text`,
      },
      kept: { domain_name: onReceipts },
    },
  },
  {
    table: transferCodes,
    workspace: { fate: "deleted", rows: rowsWith(transferCodes.workspaceId) },
    personRows: ({ userId }) => sql`${transferCodes.userId} = ${userId}::uuid`,
    columns: { person: ["user_id", "domain_name", "code_encrypted"] },
  },
  {
    table: orders,
    workspace: { fate: "anonymized", rows: rowsWith(orders.workspaceId) },
    forPerson: [
      {
        where: ({ userId }) => sql`${orders.idempotencyActor} = ${`user:${userId}`}`,
        set: { idempotency_actor: () => sql`null`, idempotency_key: () => sql`null` },
      },
    ],
    columns: {
      actors: ["actor"],
      person: ["idempotency_actor", "idempotency_key"],
      impersonal: ["state", "origin", "tax_percent", "currency"],
      blanked: {
        domain_names: sql`null::jsonb`,
        request_id: sql`null::text`,
        idempotency_actor: sql`null::text`,
        idempotency_key: sql`null::text`,
      },
      kept: { replaced_orders: onReceipts },
    },
  },
];
