import type { OrderLineKind, OrderLineState, RefundEffect } from "@zonepost/schema";
import { isOpenLine } from "../model/policy.ts";

/** What a refund has to know about a line. */
export type RefundableLine = {
  id: string;
  kind: OrderLineKind;
  state: OrderLineState;
  /** It waits for the confirmation of its payment. */
  isHeld: boolean;
  /** With tax, after refunds that succeeded or are on their way. */
  leftCents: number;
  /** Its domain is still new, and its registry returns the cost of the registration. */
  isUndoable: boolean;
  /** Its domain was deleted in its add grace period, or its mail plan was taken back. */
  isUndone: boolean;
  /** What can be taken back of a mail plan; null for everything else. */
  planEffect: "plan_ended" | "plan_reverted" | null;
};

export type RefundWish = {
  /** Everything that is left, if neither is given. */
  lineIds?: readonly string[] | undefined;
  allocation?: readonly { lineId: string; amountCents: number }[] | undefined;
  /** Only money goes back. */
  keepGoods?: boolean | undefined;
};

export type PlannedLine = { id: string; amountCents: number; effect: RefundEffect };

/** The lines that a wish concerns, each once. */
export function chosenIds(lines: readonly Pick<RefundableLine, "id">[], wish: RefundWish): string[] {
  const named = wish.lineIds ?? wish.allocation?.map(({ lineId }) => lineId);
  return [...new Set(named ?? lines.map(({ id }) => id))];
}

/** While its order is being carried out, it isn't known what a line has cost. */
export const isBeingCarriedOut = ({ state, isHeld }: Pick<RefundableLine, "state" | "isHeld">): boolean =>
  !isHeld && isOpenLine(state);

/** How much of each line goes back, and what becomes of its goods. Lines with nothing left are left out. */
export function planLines(lines: readonly RefundableLine[], wish: RefundWish): PlannedLine[] {
  const chosen = new Set(chosenIds(lines, wish));
  return lines
    .filter(({ id }) => chosen.has(id))
    .map((line) => {
      const amountCents = amountOf(line, wish);
      return { id: line.id, amountCents, effect: effectOf(line, amountCents, wish) };
    })
    .filter(({ amountCents }) => amountCents > 0);
}

function amountOf({ id, leftCents }: RefundableLine, { allocation }: RefundWish): number {
  const parts = allocation?.filter(({ lineId }) => lineId === id);
  return parts ? parts.reduce((sum, { amountCents }) => sum + amountCents, 0) : leftCents;
}

/** In full, the goods go with the money; in part, nothing changes. */
function effectOf(line: RefundableLine, amountCents: number, { keepGoods }: RefundWish): RefundEffect {
  if (keepGoods || amountCents < line.leftCents || line.isUndone) {
    return "money_only";
  }
  if (line.isHeld || line.state === "failed") {
    return "not_carried_out";
  }
  return line.isUndoable ? "domain_deleted" : (line.planEffect ?? "given_away");
}

/** The seller gets back what these cost, so a workspace may ask for them itself. */
export const isWithoutOperator = ({ effect }: Pick<PlannedLine, "effect">): boolean =>
  effect === "domain_deleted" || effect === "not_carried_out";

/** A workspace may undo this many registrations in a month, or a tenth of the month's if that is more; none if null. */
export const undoneLimit = (settingCount: number | null, registeredCount: number): number =>
  settingCount === null ? 0 : Math.max(settingCount, Math.floor(registeredCount / 10));
