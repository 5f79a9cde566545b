import type { DomainStatus } from "@zonepost/schema";
import type { RegistryDomain } from "../../../ports.ts";
import { currentNoticeWindow } from "../../../rules/notices.ts";
import { addDays, laterOf } from "../../../rules/schedule.ts";
import type { IntentChange } from "../../intents/intent-change.ts";
import {
  applied,
  type Decision,
  emptyDecision,
  finished,
  intentFor,
  mergeDecisions,
  type OperationChange,
  type RowChange,
  type Situation,
} from "../decision.ts";

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

/** Leaves expiry to the expiry sweep, which emits the event. */
export function decideStatus(situation: Situation, held: RegistryDomain): Partial<Decision> {
  const { row, now } = situation;
  const next = statusOf(held, row.paidUntil, now);
  const status = next === "expired" && row.status !== "expired" && !isLeaving(row) ? "active" : next;
  if (status === row.status) {
    return {
      row: readAgainSoon(situation),
      operations: status === "pending_transfer" ? requestApproval(situation, row.statusEndsAt) : [],
    };
  }
  if (row.status === "pending_transfer") {
    return mergeDecisions(
      mergeDecisions(emptyDecision, endTransferOut(situation)),
      enter(situation, status, held),
    );
  }
  return enter(situation, status, held);
}

const isLeaving = ({ status }: Situation["row"]) => status === "redemption" || status === "pending_delete";

function enter(situation: Situation, status: DomainStatus, held: RegistryDomain): Partial<Decision> {
  switch (status) {
    case "redemption":
      return enterRedemption(situation);
    case "pending_delete":
      return enterPendingDelete(situation);
    case "pending_transfer":
      return enterPendingTransfer(situation);
    default:
      return isLeaving(situation.row)
        ? comeBack(situation, held)
        : { row: { status, ...settledColumns, ...noticeOf(situation) } };
  }
}

function enterRedemption({ row, intents, rules, now }: Situation): Partial<Decision> {
  const intent = intentFor(intents, ({ kind }) => kind === "delete");
  const statusEndsAt = addDays(now, rules.redemptionDays);
  return {
    row: { status: "redemption", statusEndsAt, nextLookAt: statusEndsAt, ...noticeOfUnpaid(row, now) },
    departure: { how: "deleted", at: intent?.createdAt ?? now, rules },
    intents: applied(intent),
    operations: finished(intent?.operationId, "succeeded"),
    history: [
      {
        intent,
        kind: "deletion",
        action: "domain.deletion_begun",
        summary: "Deleted; can be restored until the redemption period ends",
        details: { from: row.status, to: "redemption", restorableUntil: statusEndsAt.toISOString() },
      },
    ],
  };
}

/** A domain that was deleted before its date because it wasn't renewed still expires on that date. */
const noticeOfUnpaid = ({ nextDeletionAt, paidUntil }: Situation["row"], now: Date): RowChange =>
  nextDeletionAt && nextDeletionAt <= now && paidUntil > now ? { nextNoticeAt: paidUntil } : {};

function enterPendingDelete({ row, rules, now }: Situation): Partial<Decision> {
  const statusEndsAt = addDays(now, rules.pendingDeleteDays);
  return {
    departure: row.status === "redemption" ? null : { how: "deleted", at: now, rules },
    row: { status: "pending_delete", statusEndsAt, nextLookAt: laterOf(statusEndsAt, now) },
    history: [
      {
        intent: undefined,
        kind: "deletion",
        action: "domain.deletion_due",
        summary: "Redemption period over; about to be released",
        details: { from: row.status, to: "pending_delete", until: statusEndsAt.toISOString() },
      },
    ],
  };
}

function enterPendingTransfer(situation: Situation): Partial<Decision> {
  const { transfer, now } = situation;
  const waitsUntil = transfer?.state === "pending" ? transfer.actsAt : null;
  const operations = requestApproval(situation, waitsUntil);
  const isAsked = operations.length > 0;
  return {
    row: {
      status: "pending_transfer",
      statusEndsAt: waitsUntil,
      nextLookAt: isAsked ? waitsUntil && laterOf(waitsUntil, now) : laterOf(now, now),
    },
    operations,
    history: [
      {
        intent: undefined,
        kind: "transfer",
        action: "domain.transfer_requested",
        summary: "Another registrar requested a transfer",
        details: { direction: "out", until: waitsUntil?.toISOString() ?? null },
      },
    ],
  };
}

/** None if another operation of the domain must end first, or is already asking. */
const requestApproval = ({ openOperation }: Situation, waitsUntil: Date | null): OperationChange[] =>
  openOperation ? [] : [{ kind: "requestApproval", waitsUntil }];

function comeBack(situation: Situation, held: RegistryDomain): Partial<Decision> {
  const { row, intents, now } = situation;
  const intent = intentFor(intents, ({ kind }) => kind === "restore");
  const paidUntil = restoredTerm(intent?.change, held, row.paidUntil);
  return {
    row: { ...settledColumns, status: paidUntil <= now ? "expired" : "active", paidUntil },
    intents: applied(intent),
    operations: finished(intent?.operationId, "succeeded"),
    history: [
      {
        intent,
        kind: "restore",
        action: "domain.restored",
        summary: "Restored",
        details: { from: row.status, expiresAt: paidUntil.toISOString() },
      },
    ],
  };
}

const settledColumns = { statusEndsAt: null, nextLookAt: null } as const;

/** No notices are sent during a transfer; a missed one is sent afterwards. */
const noticeOf = ({ row, now }: Situation): RowChange =>
  row.status === "pending_transfer" && currentNoticeWindow(row.paidUntil, now) !== undefined
    ? { nextNoticeAt: now }
    : {};

/**
 * A restore includes a year, which we renew at once or the registry renews later. For a restore from outside Zonepost,
 * the registry's date becomes the paid date.
 */
function restoredTerm(change: IntentChange | undefined, held: RegistryDomain, paidUntil: Date): Date {
  if (change?.kind === "restore" && Date.parse(change.paidUntil) === paidUntil.getTime()) {
    return new Date(change.toPaidUntil);
  }
  return held.registryExpiresAt > paidUntil ? held.registryExpiresAt : paidUntil;
}

/** A status that should have ended but hasn't is checked again later. */
const readAgainSoon = ({ row, now }: Situation): RowChange =>
  row.nextLookAt && row.nextLookAt <= now ? { nextLookAt: laterOf(row.nextLookAt, now) } : {};

function endTransferOut({ intents, transfer, openOperation }: Situation): Partial<Decision> {
  const intent = intentFor(intents, ({ kind }) => kind === "reject_transfer");
  const isRejected = intent !== undefined || transfer?.state === "rejected";
  const reason = isRejected
    ? { code: "transfer_rejected", message: "The transfer was rejected. The domain stays here." }
    : {
        code: "transfer_cancelled",
        message: "The other registrar canceled the transfer. The domain stays here.",
      };
  return {
    intents: applied(intent),
    operations: openOperation?.kind === "transfer_out" ? finished(openOperation.id, "failed", reason) : [],
    history: [
      {
        intent,
        kind: "transfer",
        action: isRejected ? "domain.transfer_rejected" : "domain.transfer_cancelled",
        summary: reason.message,
        details: { direction: "out" },
      },
    ],
  };
}
