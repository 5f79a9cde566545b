import type { DnssecChangeResult, DsRecord, PreflightMode } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { acceptedOrDone, type MaybeAccepted } from "../../../kernel/http/accepted.ts";
import { dnssecWouldBreak, wrongDnssecInterface } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { AddedDsRecord, DnsPorts, DomainPorts } from "../ports.ts";
import { changeAtRegistry } from "../registry-sync/change-at-registry.ts";
import type { IntentChange } from "../registry-sync/intents/intent-change.ts";
import { dsRecordWarnings } from "../rules/ds-records.ts";
import { preflightDsRecords } from "./check-ds-records.ts";
import { preflightWarnings } from "./dnssec-messages.ts";
import { dsRecordsAfter } from "./dnssec-preflight.ts";
import { dnssecStateOf } from "./get-dnssec.ts";

export type DsRecordChange = { add: AddedDsRecord[]; remove: DsRecord[] };

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
  options: { isCompleteDsSet?: boolean } = {},
): Promise<MaybeAccepted<DnssecChangeResult>> {
  const { dnssecInterface } = ctx.registrars.rulesOf(domain.tld);
  if (change.add.some(({ key }) => (dnssecInterface === "keys") !== (key !== undefined))) {
    throw wrongDnssecInterface(domain.tld, dnssecInterface);
  }
  const added = change.add.map(({ key: _key, ...dsRecord }) => dsRecord);
  const pendingVerdict =
    preflight && preflightDsRecords(ctx, domain, dsRecordsAfter(domain.dsRecords, { ...change, add: added }));
  if (preflight === "enforce" && pendingVerdict) {
    const verdict = await pendingVerdict;
    // Removing records from a broken zone makes nothing worse, and may be a step of the fix.
    const isNoWorse = change.add.length === 0 && verdict.before === "breaks";
    if (verdict.outcome === "breaks" && !isNoWorse) {
      throw dnssecWouldBreak(verdict);
    }
  }
  const intents: IntentChange[] = [
    ...change.remove.map((dsRecord) => ({ kind: "remove_ds_record", dsRecord }) as const),
    ...added.map((dsRecord) => ({ kind: "publish_ds_record", dsRecord }) as const),
  ];
  const [{ row, operation }, verdict] = await Promise.all([
    changeAtRegistry(
      ctx,
      domain,
      intents,
      (registrar, call) => registrar.changeDsRecords(domain.name, change, call),
      options,
    ),
    pendingVerdict,
  ]);
  const warnings = [...added.flatMap(dsRecordWarnings), ...(verdict ? preflightWarnings(verdict) : [])];
  const result = { ...dnssecStateOf(row), warnings: warnings.length > 0 ? warnings : undefined };
  return acceptedOrDone(result, operation);
}
