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
    return { syncedAt: now, ...missingSchedule(row, rules, now) };
  }
  const isRescheduled = (["status", "paidUntil", "autoRenew"] as const).some((field) => field in change);
  return {
    ...(isRescheduled ? scheduleOf({ ...row, ...change }, rules, now) : {}),
    ...change,
    syncedAt: now,
    version: row.version + 1,
  };
}

/** Rows older than the schedule columns get theirs on the next read. */
function missingSchedule(row: Situation["row"], rules: Situation["rules"], now: Date): RowChange {
  const { nextRenewalAt, nextDeletionAt } = scheduleOf(row, rules, now);
  return {
    ...(row.nextRenewalAt === null && nextRenewalAt ? { nextRenewalAt } : {}),
    ...(row.nextDeletionAt === null && nextDeletionAt ? { nextDeletionAt } : {}),
  };
}
