import {
  zoneAllowances,
  zonePublications,
  zoneRecordSets,
  zoneServerLease,
  zones,
  zoneVersions,
  zoneWithdrawals,
} from "@zonepost/db";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type ErasureRule, rowsWith } from "../../kernel/erasure/erasure-rule.ts";

const deletedWith = (column: PgColumn) => ({ fate: "deleted", rows: rowsWith(column) }) as const;

/** Zones are withdrawn when the erasure starts; the nameservers are told then. */
export const dnsErasure: readonly ErasureRule[] = [
  {
    table: zoneRecordSets,
    workspace: deletedWith(zoneRecordSets.workspaceId),
    columns: { workspace: ["name", "values", "comment", "tags"], impersonal: ["type", "managed_by"] },
  },
  {
    table: zoneVersions,
    workspace: deletedWith(zoneVersions.workspaceId),
    columns: { workspace: ["diff", "message"], actors: ["actor"] },
  },
  {
    table: zonePublications,
    workspace: deletedWith(zonePublications.workspaceId),
    columns: { workspace: ["problem", "servers"] },
  },
  {
    table: zones,
    workspace: deletedWith(zones.workspaceId),
    columns: { workspace: ["name", "delegated_to"], impersonal: ["basis", "end_reason", "delegation"] },
  },
  {
    table: zoneWithdrawals,
    workspace: { fate: "kept", rows: rowsWith(zoneWithdrawals.workspaceId) },
    columns: { kept: { name: "The nameservers have to be told, and the row is deleted then." } },
  },
  {
    table: zoneAllowances,
    workspace: deletedWith(zoneAllowances.workspaceId),
    columns: { workspace: ["name"] },
  },
  { table: zoneServerLease, workspace: false },
];
