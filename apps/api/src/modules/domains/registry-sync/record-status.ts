import type { DomainStatus } from "@zonepost/schema";
import { currentNoticeWindow } from "../model/policy.ts";
import { addDays, laterOf } from "../model/schedule.ts";
import { rulesOfTld } from "../model/tld-rules.ts";
import type { RegistryDomain } from "../ports.ts";
import type { IntentChange } from "./intents.ts";
import type { Recording, RowChange } from "./record-answer.ts";
import { beginOperation, openOperationOf, settleOperation } from "./settle-operation.ts";
import { enqueueTransferOutNotice } from "./tell-of-transfer-out.ts";

/** The status that the registry's words and our paid time make together. */
export function statusOf(
  held: Pick<RegistryDomain, "statuses" | "graceStatuses">,
  paidUntil: Date,
  now: Date,
): DomainStatus {
  if (held.statuses.includes("pendingDelete")) {
    return held.graceStatuses.includes("redemptionPeriod") || held.graceStatuses.includes("pendingRestore")
      ? "redemption"
      : "pending_delete";
  }
  if (held.statuses.includes("pendingTransfer")) {
    return "pending_transfer";
  }
  return paidUntil <= now ? "expired" : "active";
}

/** Moves the domain from one status to the next. That paid time ends is the sweep's to say, with its event. */
export async function recordStatus(
  recording: Recording,
  held: RegistryDomain,
  paidUntil: Date,
): Promise<RowChange> {
  const { row, tx, now, transfer } = recording;
  const told = statusOf(held, paidUntil, now);
  const wasLeaving = row.status === "redemption" || row.status === "pending_delete";
  const status = told === "expired" && row.status !== "expired" && !wasLeaving ? "active" : told;
  if (row.status === "pending_transfer" && status !== "pending_transfer") {
    await endTransferOut(recording);
  }
  if (status === row.status) {
    if (status === "pending_transfer") {
      await askOwner(recording, row.statusEndsAt);
    }
    return lookAgain(recording);
  }

  switch (status) {
    case "redemption": {
      const intent = recording.credit((change) => change.kind === "delete");
      const statusEndsAt = addDays(now, rulesOfTld(row.tld).redemptionDays);
      await recording.record({
        intent,
        kind: "deletion",
        action: "domain.deletion_begun",
        summary: "Given up at the registry: it can be restored until it is deleted",
        details: { from: row.status, to: status, restorableUntil: statusEndsAt.toISOString() },
      });
      await settleOperation(tx, intent?.operationId, { state: "succeeded" }, now);
      return { status, statusEndsAt, nextLookAt: statusEndsAt };
    }
    case "pending_delete": {
      const statusEndsAt = addDays(now, rulesOfTld(row.tld).pendingDeleteDays);
      await recording.record({
        kind: "deletion",
        action: "domain.deletion_due",
        summary: "Can no longer be restored: the registry deletes it",
        details: { from: row.status, to: status, until: statusEndsAt.toISOString() },
      });
      return { status, statusEndsAt, nextLookAt: laterOf(statusEndsAt, now) };
    }
    case "pending_transfer": {
      const waitsUntil = transfer?.state === "pending" ? transfer.actsAt : null;
      await recording.record({
        kind: "transfer",
        action: "domain.transfer_requested",
        summary: "Another registrar asks for the domain",
        details: { direction: "out", until: waitsUntil?.toISOString() ?? null },
      });
      const isAsked = await askOwner(recording, waitsUntil);
      const nextLookAt = isAsked ? waitsUntil && laterOf(waitsUntil, now) : laterOf(now, now);
      return { status, statusEndsAt: waitsUntil, nextLookAt };
    }
    default: {
      if (!wasLeaving) {
        return { status, ...settledDown, ...noticeOf(row, paidUntil, now) };
      }
      const intent = recording.credit((change) => change.kind === "restore");
      const restoredUntil = restoredTerm(intent?.change, held, paidUntil);
      await recording.record({
        intent,
        kind: "restore",
        action: "domain.restored",
        summary: "Restored",
        details: { from: row.status, expiresAt: restoredUntil.toISOString() },
      });
      await settleOperation(tx, intent?.operationId, { state: "succeeded" }, now);
      return {
        ...settledDown,
        status: restoredUntil <= now ? "expired" : "active",
        paidUntil: restoredUntil,
      };
    }
  }
}

/** An operation to answer, and a mail. False where another operation of the domain has to end first, or asks already. */
async function askOwner({ tx, ctx, row, now }: Recording, waitsUntil: Date | null): Promise<boolean> {
  const operationId = await beginOperation(
    tx,
    ctx,
    row,
    {
      kind: "transfer_out",
      state: "action_required",
      reason: {
        code: "approve_or_reject",
        message: "Another registrar asks for the domain: approve or reject it.",
      },
      waitsUntil,
      actor: { kind: "registry", id: null, name: "registry" },
    },
    now,
  );
  if (operationId === undefined) {
    return false;
  }
  await enqueueTransferOutNotice(tx, operationId);
  return true;
}

const settledDown = { statusEndsAt: null, nextLookAt: null } as const;

/** No notices are given while a domain is on its way elsewhere: the one that fell due meanwhile is caught up. */
const noticeOf = (row: Recording["row"], paidUntil: Date, now: Date): RowChange =>
  row.status === "pending_transfer" && currentNoticeWindow(paidUntil, now) !== undefined
    ? { nextNoticeAt: now }
    : {};

/**
 * A restore is paid for with its year, whether that was renewed right away or the registry renews it by itself. Where
 * nobody here wanted it, the registry's own date says for how long it is back.
 */
function restoredTerm(change: IntentChange | undefined, held: RegistryDomain, paidUntil: Date): Date {
  if (change?.kind === "restore" && Date.parse(change.paidUntil) === paidUntil.getTime()) {
    return new Date(change.toPaidUntil);
  }
  return held.registryExpiresAt > paidUntil ? held.registryExpiresAt : paidUntil;
}

/** A status that should have ended and has not is looked at again, so that nothing waits for ever. */
function lookAgain({ row, now }: Recording): RowChange {
  return row.nextLookAt && row.nextLookAt <= now ? { nextLookAt: laterOf(row.nextLookAt, now) } : {};
}

async function endTransferOut(recording: Recording): Promise<void> {
  const { row, tx, now, transfer } = recording;
  const intent = recording.credit((change) => change.kind === "reject_transfer");
  const isRejected = intent !== undefined || transfer?.state === "rejected";
  const reason = isRejected
    ? { code: "transfer_rejected", message: "The transfer was rejected; the domain stays." }
    : { code: "transfer_cancelled", message: "The other registrar withdrew the transfer; the domain stays." };
  await recording.record({
    intent,
    kind: "transfer",
    action: isRejected ? "domain.transfer_rejected" : "domain.transfer_cancelled",
    summary: reason.message,
    details: { direction: "out" },
  });
  const operationId = await openOperationOf(tx, row, "transfer_out");
  await settleOperation(tx, operationId, { state: "failed", reason }, now);
}
