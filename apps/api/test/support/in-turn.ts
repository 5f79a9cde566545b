/**
 * Whether every combination of the tables over all operations is asked, as before a release or after a change of rights.
 * Otherwise each operation is asked with a few values, and the values take turns, so that each is asked over the whole.
 */
export const asksAll = process.env.RIGHTS_MATRIX === "whole";

/** All values, or the next `count` of them at each turn. */
export const inTurn = <Value>(values: readonly Value[], turn: number, count: number): Value[] =>
  asksAll
    ? [...values]
    : Array.from(
        { length: Math.min(count, values.length) },
        (_, index) => values[(turn * count + index) % values.length] as Value,
      );

/** All candidates, or the one of them that was chosen least often so far in its group. */
export function createChoice<Value>() {
  const timesOf = new Map<string, Map<Value, number>>();
  return (group: string, candidates: readonly Value[]): Value[] => {
    if (asksAll) {
      return [...candidates];
    }
    const times = timesOf.get(group) ?? new Map<Value, number>();
    timesOf.set(group, times);
    const countOf = (value: Value) => times.get(value) ?? 0;
    const chosen = candidates.toSorted((one, other) => countOf(one) - countOf(other)).slice(0, 1);
    for (const value of chosen) {
      times.set(value, countOf(value) + 1);
    }
    return chosen;
  };
}
