import type { DomainOperation, OrderLineState } from "@zonepost/schema";
import { hourMs, secondMs } from "../../../kernel/durations.ts";
import { isOpenLine, patienceMs } from "../model/policy.ts";

/** What is found out about a claimed line, or what became of an attempt at it. Drawn in `docs/orders.md`. */
export const attemptEvents = [
  /** Nothing has begun. */
  "due",
  /** Its order isn't being carried out, or has no payment. */
  "unpaid",
  /** The registry has changed nothing in an earlier attempt, or lost its command: the same one can succeed now. */
  "lost",
  /** The same in this attempt, or the registry isn't reachable. */
  "unavailable",
  /** Another line has to end first. */
  "blocked",
  /** The registry hasn't answered yet. */
  "unanswered",
  /** The other registrar has days to answer a transfer. */
  "with_registrar",
  "succeeded",
  "refused",
  /** The line has ended in the transaction that carried it out. */
  "carried_out",
  /** What came late was deleted at its registry. */
  "undone",
  "not_undone",
  /** What came late can't be deleted, and stays with the workspace. */
  "kept",
  /** What came late has left already. */
  "gone",
] as const;

export type AttemptEvent = (typeof attemptEvents)[number];

/** `leave`: nothing is written. `rest`: nothing is left to do. */
export type LineStep =
  | "begin"
  | "wait"
  | "rest"
  | "complete"
  | "fail"
  | "give_up"
  | "undo"
  | "give_away"
  | "leave";

/** A line that was given up can still be carried out by its registry. */
type Stage = "open" | "given_up" | "ended";
/** The second is taken once the line's time is over. */
type Cell = LineStep | readonly [inTime: LineStep, overdue: LineStep];

const nothingLeft = Object.fromEntries(attemptEvents.map((event) => [event, "rest"])) as Record<
  AttemptEvent,
  LineStep
>;

const steps: Record<Stage, Record<AttemptEvent, Cell>> = {
  open: {
    due: "begin",
    unpaid: "rest",
    lost: ["begin", "fail"],
    unavailable: ["wait", "fail"],
    blocked: "wait",
    unanswered: ["wait", "give_up"],
    with_registrar: "wait",
    succeeded: "complete",
    refused: "fail",
    carried_out: "leave",
    undone: "leave",
    not_undone: "leave",
    kept: "leave",
    gone: "leave",
  },
  given_up: { ...nothingLeft, succeeded: "undo", not_undone: "wait", kept: "give_away" },
  ended: nothingLeft,
};

type DecidedLine = { state: OrderLineState; givesUpAt: Date | null; isGivenUp: boolean };

export type LineDecision = { step: LineStep; nextAttemptAt: Date | null };

/** What is done with a line, and when it is looked at again. */
export function decideLine(line: DecidedLine, event: AttemptEvent, now: Date): LineDecision {
  const cell = steps[stageOf(line)][event];
  const isOverdue = line.givesUpAt !== null && line.givesUpAt <= now;
  const step = typeof cell === "string" ? cell : cell[isOverdue ? 1 : 0];
  return { step, nextAttemptAt: step === "wait" ? nextAttempt(line, now) : null };
}

function stageOf({ state, isGivenUp }: DecidedLine): Stage {
  if (isOpenLine(state)) {
    return "open";
  }
  return isGivenUp ? "given_up" : "ended";
}

/** The registry has changed nothing, or lost the command: the same one can succeed later. */
const temporaryCodes: readonly string[] = [
  "registry_unavailable",
  "registry_failed",
  "not_registered",
  "not_carried_out",
];

export function eventOfOperation(
  { kind, state, reason }: Pick<DomainOperation, "kind" | "state" | "reason">,
  { isOfThisAttempt }: { isOfThisAttempt: boolean },
): AttemptEvent {
  switch (state) {
    case "succeeded":
      return "succeeded";
    case "failed":
      if (!temporaryCodes.includes(reason?.code ?? "")) {
        return "refused";
      }
      return isOfThisAttempt ? "unavailable" : "lost";
    case "pending":
    case "action_required":
      return kind === "transfer_in" ? "with_registrar" : "unanswered";
  }
}

const firstWaitMs = 15 * secondMs;
const longestLookMs = 6 * hourMs;

/**
 * The next attempt at a line, or look at its operation: the older it is, the later, but hourly until its last moment, and
 * not after it. Only a transfer takes longer.
 */
export function nextAttempt({ givesUpAt }: { givesUpAt: Date | null }, now: Date): Date {
  const startedAt = givesUpAt ? givesUpAt.getTime() - patienceMs : now.getTime();
  const longestWaitMs = givesUpAt && givesUpAt > now ? hourMs : longestLookMs;
  const waitMs = Math.min(Math.max(now.getTime() - startedAt, firstWaitMs), longestWaitMs);
  const next = now.getTime() + waitMs;
  const last = givesUpAt && givesUpAt > now ? givesUpAt.getTime() : Number.POSITIVE_INFINITY;
  return new Date(Math.min(next, last));
}
