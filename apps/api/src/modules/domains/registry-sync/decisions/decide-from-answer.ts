import type { RegistryAnswer } from "../../ports.ts";
import { scheduleOf } from "../../rules/schedule.ts";
import { decideArrival, isArrival } from "./decide-arrival.ts";
import { decideDeparture } from "./decide-departure.ts";
import { decideDifference } from "./decide-difference.ts";
import { type Decision, emptyDecision, mergeDecisions, type RowChange, type Situation } from "./decision.ts";

/** Derives all consequences of the registry's answer, as data. Pure: reads no clock and no database. */
export function decideFromAnswer(situation: Situation, answer: RegistryAnswer): Decision {
  const decision = mergeDecisions(emptyDecision, decideBy(situation, answer));
  return { ...decision, row: rowAfter(situation, decision.row) };
}

function decideBy(situation: Situation, answer: RegistryAnswer): Partial<Decision> {
  const isArriving = situation.intents.some(({ change }) => isArrival(change));
  if (isArriving || situation.row.status === "pending") {
    return decideArrival(situation, answer);
  }
  return answer.kind === "held"
    ? decideDifference(situation, answer.domain)
    : decideDeparture(situation, answer.kind);
}

/** Every change gets a new version; an unchanged domain is only marked as read. */
function rowAfter({ row, rules, now }: Situation, change: RowChange): RowChange {
  if (Object.keys(change).length === 0) {
    return { syncedAt: now, ...outdatedSchedule(row, rules, now) };
  }
  const scheduled = scheduleOf({ ...row, ...change }, rules, now);
  const isRescheduled = (["status", "paidUntil", "autoRenew"] as const).some((field) => field in change);
  const { nextDeletionAt } = scheduled;
  return {
    ...(isRescheduled ? scheduled : isRegistryDateMoved(row, change) ? { nextDeletionAt } : {}),
    ...change,
    syncedAt: now,
    version: row.version + 1,
  };
}

const isRegistryDateMoved = (row: Situation["row"], { registryExpiresAt }: RowChange): boolean =>
  registryExpiresAt !== undefined && registryExpiresAt.getTime() !== row.registryExpiresAt.getTime();

/** Rows scheduled by an earlier version, or by other rules of their TLD, follow the current ones from the next read. */
function outdatedSchedule(row: Situation["row"], rules: Situation["rules"], now: Date): RowChange {
  const { nextRenewalAt, nextDeletionAt } = scheduleOf(row, rules, now);
  return {
    ...(nextRenewalAt && isLater(row.nextRenewalAt, nextRenewalAt, now) ? { nextRenewalAt } : {}),
    ...(row.nextDeletionAt === null && nextDeletionAt ? { nextDeletionAt } : {}),
  };
}

/** A time in the past is left alone: its work is being retried. */
const isLater = (known: Date | null, scheduled: Date, now: Date): boolean =>
  known === null || (known > scheduled && scheduled > now);
