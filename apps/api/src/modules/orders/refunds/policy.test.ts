import { describe, expect, it } from "vitest";
import {
  isBeingCarriedOut,
  isWithoutOperator,
  planLines,
  type RefundableLine,
  undoneLimit,
} from "./policy.ts";

const line = (given: Partial<RefundableLine> = {}): RefundableLine => ({
  id: "one",
  kind: "registration",
  state: "completed",
  isHeld: false,
  leftCents: 1000,
  isUndoable: false,
  isUndone: false,
  planEffect: null,
  ...given,
});
const held = { state: "pending", isHeld: true } as const;
const failed = { state: "failed" } as const;
const plan = { kind: "mail_plan", planEffect: "plan_ended" } as const;

describe("what becomes of a line's goods", () => {
  it.each([
    ["a new registration, in full", line({ isUndoable: true }), {}, "domain_deleted", true],
    ["a held line", line(held), {}, "not_carried_out", true],
    ["a failed line", line({ ...failed, kind: "renewal" }), {}, "not_carried_out", true],
    ["an old registration", line(), {}, "given_away", false],
    ["a renewal", line({ kind: "renewal" }), {}, "given_away", false],
    ["a restore", line({ kind: "restore" }), {}, "given_away", false],
    ["a transfer", line({ kind: "transfer_in" }), {}, "given_away", false],
    ["a mail plan with nothing left to take back", line({ kind: "mail_plan" }), {}, "given_away", false],
    ["a mail plan", line(plan), {}, "plan_ended", false],
    ["an upgrade", line({ ...plan, planEffect: "plan_reverted" }), {}, "plan_reverted", false],
    ["a mail plan that was taken back before", line({ ...plan, isUndone: true }), {}, "money_only", false],
    ["a mail plan that is kept", line(plan), { keepGoods: true }, "money_only", false],
    [
      "a part of a mail plan",
      line(plan),
      { allocation: [{ lineId: "one", amountCents: 999 }] },
      "money_only",
      false,
    ],
    ["a registration that was undone before", line({ isUndone: true }), {}, "money_only", false],
    ["a new registration that is kept", line({ isUndoable: true }), { keepGoods: true }, "money_only", false],
    ["a held line that is kept", line(held), { keepGoods: true }, "money_only", false],
    [
      "a part of a new registration",
      line({ isUndoable: true }),
      { allocation: [{ lineId: "one", amountCents: 999 }] },
      "money_only",
      false,
    ],
    [
      "the whole of a new registration, as an amount",
      line({ isUndoable: true }),
      { allocation: [{ lineId: "one", amountCents: 1000 }] },
      "domain_deleted",
      true,
    ],
    [
      "what an earlier part has left",
      line({ isUndoable: true, leftCents: 300 }),
      { lineIds: ["one"] },
      "domain_deleted",
      true,
    ],
  ] as const)("%s: %4$s", (_, one, wish, effect, isOwn) => {
    const [planned] = planLines([one], wish);
    expect(planned?.effect).toBe(effect);
    expect(planned && isWithoutOperator(planned)).toBe(isOwn);
  });
});

describe("the amounts of a refund", () => {
  const lines = [line(), line({ id: "two", leftCents: 0 }), line({ id: "three", leftCents: 500 })];
  const amounts = (wish: Parameters<typeof planLines>[1]) =>
    planLines(lines, wish).map(({ id, amountCents }) => [id, amountCents]);

  it.each([
    [
      "everything that is left",
      {},
      [
        ["one", 1000],
        ["three", 500],
      ],
    ],
    ["the chosen lines", { lineIds: ["three"] }, [["three", 500]]],
    ["a line that is named twice, once", { lineIds: ["three", "three"] }, [["three", 500]]],
    ["nothing of a line without a rest", { lineIds: ["two"] }, []],
    ["an allocation", { allocation: [{ lineId: "one", amountCents: 7 }] }, [["one", 7]]],
  ] as const)("%s", (_, wish, expected) => {
    expect(amounts(wish)).toEqual(expected);
  });
});

it.each([
  ["pending", false, true],
  ["running", false, true],
  ["pending", true, false],
  ["completed", false, false],
  ["failed", false, false],
  ["refunded", false, false],
] as const)("a line that is %s (held: %s) is being carried out: %s", (state, isHeld, expected) => {
  expect(isBeingCarriedOut({ state, isHeld })).toBe(expected);
});

it.each([
  [3, 0, 3],
  [3, 39, 3],
  [3, 40, 4],
  [0, 9, 0],
  [0, 10, 1],
  // Only the operator refunds.
  [null, 100, 0],
])("of a limit of %j and %i registrations, %i can be undone", (setting, registered, expected) => {
  expect(undoneLimit(setting, registered)).toBe(expected);
});
