import {
  deliveries,
  deliveryAttempts,
  deliveryFaults,
  deliveryHours,
  deliveryQueue,
  eventSequences,
  events,
  webhookCatchUps,
  webhookEndpoints,
} from "@zonepost/db";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type ErasureRule, rowsWith } from "../../kernel/erasure/erasure-rule.ts";

const own = (column: PgColumn) => ({ fate: "deleted", rows: rowsWith(column) }) as const;

/** Endpoints and the queue first, so that nothing more is sent. */
export const webhookErasure: readonly ErasureRule[] = [
  {
    table: webhookEndpoints,
    workspace: own(webhookEndpoints.workspaceId),
    columns: {
      workspace: ["url", "target_host", "description", "tags", "secret_encrypted", "next_secret_encrypted"],
      impersonal: ["events", "deactivation_reason"],
    },
  },
  {
    table: deliveryQueue,
    workspace: own(deliveryQueue.workspaceId),
    columns: { workspace: ["subject"], impersonal: ["kind"] },
  },
  {
    table: webhookCatchUps,
    workspace: own(webhookCatchUps.workspaceId),
    columns: { impersonal: ["state"] },
  },
  {
    table: deliveryAttempts,
    workspace: own(deliveryAttempts.workspaceId),
    columns: {
      workspace: ["request", "response_headers", "response_body"],
      impersonal: ["error", "error_stage"],
    },
  },
  {
    table: deliveries,
    workspace: own(deliveries.workspaceId),
    columns: {
      workspace: ["subject", "request", "response_headers", "response_body"],
      impersonal: ["event_type", "status", "missed_as", "error", "error_stage"],
    },
  },
  {
    table: deliveryHours,
    workspace: own(deliveryHours.workspaceId),
    columns: { impersonal: ["duration_counts", "succeeded_within"] },
  },
  {
    table: events,
    workspace: own(events.workspaceId),
    columns: { workspace: ["subject", "body"], impersonal: ["type"] },
  },
  {
    table: eventSequences,
    workspace: own(eventSequences.workspaceId),
    columns: { workspace: ["subject"] },
  },
  { table: deliveryFaults, workspace: false, columns: { impersonal: ["fault"] } },
];
