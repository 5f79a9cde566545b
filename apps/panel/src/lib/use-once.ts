"use client";
import { useMemo, useRef } from "react";

/** A repeatable submit ignores a click within this time of one with the same input. */
const doubleClickMs = 300;

/**
 * Admits one click at a time. A ref holds the others off, since a state only changes with the next render. After a
 * success they are held off until `reset`, because a dialog accepts clicks while it closes, and a page until the next
 * one is there.
 */
export function useOnce(isRepeatable: boolean) {
  const isHeld = useRef(false);
  const lastClick = useRef({ atMs: Number.NEGATIVE_INFINITY, input: "" });
  return useMemo(
    () => ({
      admit: (given: unknown): boolean => {
        const click = { atMs: Date.now(), input: JSON.stringify(given ?? null) };
        const before = lastClick.current;
        lastClick.current = click;
        const isSecondClick =
          isRepeatable && click.input === before.input && click.atMs - before.atMs < doubleClickMs;
        if (isHeld.current || isSecondClick) {
          return false;
        }
        isHeld.current = true;
        return true;
      },
      succeeded: () => {
        isHeld.current = !isRepeatable;
      },
      failed: () => {
        isHeld.current = false;
      },
      reset: () => {
        isHeld.current = false;
      },
    }),
    [isRepeatable],
  );
}
