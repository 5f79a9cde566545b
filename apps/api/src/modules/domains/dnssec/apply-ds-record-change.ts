import type { DnssecChangeResult, DsRecord, PreflightMode } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dnssecWouldBreak } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DnsPorts, DomainPorts } from "../ports.ts";
import { changeAtRegistry } from "../registry-sync/change-at-registry.ts";
import type { IntentChange } from "../registry-sync/intents/intent-change.ts";
import { dsRecordWarnings } from "../rules/ds-records.ts";
import { judgeDsRecords } from "./check-ds-records.ts";
import { preflightWarnings } from "./dnssec-messages.ts";
import { dsRecordsAfter } from "./dnssec-preflight.ts";
import { dnssecStateOf } from "./get-dnssec.ts";

export type DsRecordChange = { add: DsRecord[]; remove: DsRecord[] };

/**
 * For callers that have already checked the right. Makes one update at the registry, with an intent for each record.
 * Nameservers are checked only on request, because that can take seconds: before the change with `enforce`, in parallel
 * with `warn`.
 */
export async function applyDsRecordChange(
  ctx: WorkspaceCtx & DomainPorts & DnsPorts,
  domain: DomainRow,
  change: DsRecordChange,
  preflight: PreflightMode | undefined,
  options: { isWholeDsSet?: boolean } = {},
): Promise<DnssecChangeResult> {
  const verdict = preflight && judgeDsRecords(ctx, domain, dsRecordsAfter(domain.dsRecords, change));
  if (preflight === "enforce" && verdict) {
    const judged = await verdict;
    // Removing records from a broken zone makes nothing worse, and may be a step of the fix.
    const isNoWorse = change.add.length === 0 && judged.before === "breaks";
    if (judged.outcome === "breaks" && !isNoWorse) {
      throw dnssecWouldBreak(judged);
    }
  }
  const intents: IntentChange[] = [
    ...change.remove.map((dsRecord) => ({ kind: "remove_ds_record", dsRecord }) as const),
    ...change.add.map((dsRecord) => ({ kind: "publish_ds_record", dsRecord }) as const),
  ];
  const [row, judged] = await Promise.all([
    changeAtRegistry(
      ctx,
      domain,
      intents,
      (registrar, call) => registrar.changeDsRecords(domain.name, change, call),
      options,
    ),
    verdict,
  ]);
  const warnings = [...change.add.flatMap(dsRecordWarnings), ...(judged ? preflightWarnings(judged) : [])];
  return { ...dnssecStateOf(row), warnings: warnings.length > 0 ? warnings : undefined };
}
