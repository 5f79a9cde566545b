"use client";
import { useMemo, useRef } from "react";

/** A repeatable submit ignores a click within this time of one with the same input. */
const doubleClickMs = 300;

/**
 * Admits one click at a time. Refs hold the others off, since a state only changes with the next render. After a
 * success the same input is held off until `reset`, because a dialog accepts clicks while it closes, and a page until
 * the next one is there.
 */
export function useOnce(isRepeatable: boolean) {
  const isUnderWay = useRef(false);
  const doneInput = useRef<string>(undefined);
  const lastClick = useRef({ atMs: Number.NEGATIVE_INFINITY, input: "" });
  return useMemo(() => {
    const end = () => {
      isUnderWay.current = false;
    };
    return {
      admit: (given: unknown): boolean => {
        const click = { atMs: Date.now(), input: JSON.stringify(given ?? null) };
        const before = lastClick.current;
        lastClick.current = click;
        const isSecondClick = isRepeatable
          ? click.input === before.input && click.atMs - before.atMs < doubleClickMs
          : click.input === doneInput.current;
        if (isUnderWay.current || isSecondClick) {
          return false;
        }
        isUnderWay.current = true;
        return true;
      },
      succeeded: (given: unknown) => {
        end();
        doneInput.current = JSON.stringify(given ?? null);
      },
      failed: end,
      reset: () => {
        end();
        doneInput.current = undefined;
      },
    };
  }, [isRepeatable]);
}
