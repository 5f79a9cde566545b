import { domainIntents } from "@zonepost/db";
import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { minuteMs } from "../../../../kernel/durations.ts";
import {
  type FinalState,
  finalStates,
  type IntentEvent,
  type IntentState,
  type MovingEvent,
  type OpenState,
  type SettlingEvent,
  statesBefore,
} from "./intent-state.ts";

export type StateColumns = Pick<typeof domainIntents.$inferSelect, "settledAt" | "outcome" | "leasedUntil">;

/** The open states as stored in the column `outcome`; the final ones have their own names. */
const storedNames = {
  unknown: "unknown",
  accepted: "taken",
  confirmed: "confirmed",
  declined: "refused",
} as const;

export function stateOf({ settledAt, outcome, leasedUntil }: StateColumns): IntentState {
  if (settledAt) {
    return { name: outcome as FinalState, settledAt };
  }
  switch (outcome) {
    case storedNames.unknown:
      return { name: "unknown", leasedUntil };
    case storedNames.accepted:
      return { name: "accepted", leasedUntil };
    case storedNames.confirmed:
      return { name: "confirmed", leasedUntil };
    case storedNames.declined:
      return { name: "declined" };
    default:
      return leasedUntil ? { name: "sending", leasedUntil } : { name: "written" };
  }
}

/** {@link stateOf} in SQL, for open intents. */
const openState: SQL<OpenState> = sql`case
  when ${domainIntents.outcome} = ${storedNames.unknown} then 'unknown'
  when ${domainIntents.outcome} = ${storedNames.accepted} then 'accepted'
  when ${domainIntents.outcome} = ${storedNames.confirmed} then 'confirmed'
  when ${domainIntents.outcome} = ${storedNames.declined} then 'declined'
  when ${domainIntents.leasedUntil} is null then 'written'
  else 'sending' end`;

export const isOpen = (): SQL => isNull(domainIntents.settledAt);

export const isInState = (states: readonly OpenState[]): SQL => inArray(openState, [...states]);

export const canHappen = (event: IntentEvent): SQL | undefined =>
  and(isOpen(), isInState(statesBefore(event)));

/** Longer than any command takes: an intent unsettled by then belongs to a dead process. */
export const intentLeaseMs = minuteMs;

/** The columns that an event changes if the intent stays open. Leases use the wall clock. */
export function columnsAfter(event: MovingEvent, wallNow: Date) {
  switch (event) {
    case "send":
      return { outcome: null, leasedUntil: new Date(wallNow.getTime() + intentLeaseMs) };
    case "loseAnswer":
      return { outcome: storedNames.unknown };
    case "accept":
      return { outcome: storedNames.accepted };
    case "confirm":
      return { outcome: storedNames.confirmed };
    case "decline":
      return { outcome: storedNames.declined, leasedUntil: null };
    case "postpone":
      return {
        leasedUntil: sql`greatest(${domainIntents.leasedUntil}, ${wallNow.toISOString()}::timestamptz)`,
      };
  }
}

export const columnsSettled = (event: SettlingEvent, settledAt: Date) => ({
  outcome: finalStates[event],
  settledAt,
});
