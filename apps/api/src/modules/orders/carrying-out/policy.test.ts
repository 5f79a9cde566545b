import { orderLineStates } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { isOpenLine, lineTimes } from "../model/policy.ts";
import {
  type AttemptEvent,
  attemptEvents,
  decideLine,
  eventOfOperation,
  type LineStep,
  nextAttempt,
} from "./policy.ts";

const now = new Date("2026-03-01T00:00:00.000Z");
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

/** The step of an open line, in time and once its time is over, and of a line that was given up. */
const table: Record<AttemptEvent, [inTime: LineStep, overdue: LineStep, givenUp: LineStep]> = {
  due: ["begin", "begin", "rest"],
  unpaid: ["rest", "rest", "rest"],
  lost: ["begin", "fail", "rest"],
  unavailable: ["wait", "fail", "rest"],
  blocked: ["wait", "wait", "rest"],
  unanswered: ["wait", "give_up", "rest"],
  with_registrar: ["wait", "wait", "rest"],
  succeeded: ["complete", "complete", "undo"],
  refused: ["fail", "fail", "rest"],
  carried_out: ["leave", "leave", "rest"],
  undone: ["leave", "leave", "rest"],
  not_undone: ["leave", "leave", "wait"],
  kept: ["leave", "leave", "give_away"],
  gone: ["leave", "leave", "rest"],
};

const cases = orderLineStates.flatMap((state) =>
  attemptEvents.flatMap((event) =>
    [at(1), at(0), null].flatMap((givesUpAt) =>
      (isOpenLine(state) ? [false] : [false, true]).map((isGivenUp) => ({
        state,
        event,
        givesUpAt,
        isGivenUp,
      })),
    ),
  ),
);

function expectedOf({ state, event, givesUpAt, isGivenUp }: (typeof cases)[number]): LineStep {
  const [inTime, overdue, givenUp] = table[event];
  if (isOpenLine(state)) {
    return givesUpAt !== null && givesUpAt <= now ? overdue : inTime;
  }
  return isGivenUp ? givenUp : "rest";
}

describe("every line, with everything that can become of it", () => {
  it.each(cases)("$state, $event, until $givesUpAt, given up: $isGivenUp", (given) => {
    const { event, givesUpAt } = given;
    const step = expectedOf(given);
    expect(decideLine(given, event, now)).toEqual({
      step,
      nextAttemptAt: step === "wait" ? nextAttempt({ givesUpAt }, now) : null,
    });
  });
});

describe("an operation", () => {
  const reason = (code: string) => ({ code, message: "" });

  it.each<[string, Parameters<typeof eventOfOperation>[0], AttemptEvent, AttemptEvent]>([
    ["done", { kind: "registration", state: "succeeded", reason: null }, "succeeded", "succeeded"],
    [
      "refused",
      { kind: "renewal", state: "failed", reason: reason("registry_refused") },
      "refused",
      "refused",
    ],
    ["failed for no reason", { kind: "renewal", state: "failed", reason: null }, "refused", "refused"],
    [
      "sent to an absent registry",
      { kind: "renewal", state: "failed", reason: reason("registry_unavailable") },
      "lost",
      "unavailable",
    ],
    [
      "lost by the registry",
      { kind: "renewal", state: "failed", reason: reason("not_carried_out") },
      "lost",
      "unavailable",
    ],
    ["not answered", { kind: "registration", state: "pending", reason: null }, "unanswered", "unanswered"],
    [
      "waiting for its owner",
      { kind: "renewal", state: "action_required", reason: null },
      "unanswered",
      "unanswered",
    ],
    [
      "a transfer that takes days",
      { kind: "transfer_in", state: "pending", reason: null },
      "with_registrar",
      "with_registrar",
    ],
  ])("that is %s, of an earlier attempt and of this one", (_, operation, earlier, now) => {
    expect(eventOfOperation(operation, { isOfThisAttempt: false })).toBe(earlier);
    expect(eventOfOperation(operation, { isOfThisAttempt: true })).toBe(now);
  });
});

it.each([
  [0, 15],
  [60, 60],
  [3_600, 3_600],
  [10 * 3_600, 3_600],
  // Not after the last moment, at which the line gives up.
  [23.5 * 3_600, 1_800],
  [48 * 3_600, 6 * 3_600],
])("%d seconds after the money, the next attempt is in %i seconds", (seconds, waitSeconds) => {
  const { givesUpAt } = lineTimes(new Date(now.getTime() - seconds * 1_000));
  expect(nextAttempt({ givesUpAt }, now)).toEqual(new Date(now.getTime() + waitSeconds * 1_000));
});
