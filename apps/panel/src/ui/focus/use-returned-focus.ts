"use client";
import { type RefObject, useLayoutEffect } from "react";
import { returnFocus } from "./return-focus.ts";

/** Returns the focus if the element has it when it is removed, or when `isOn` ends. */
export function useReturnedFocus(ref: RefObject<HTMLElement | null>, isOn = true) {
  useLayoutEffect(() => {
    const element = ref.current;
    return isOn
      ? () => {
          const dialog = element?.closest("[role=dialog]");
          if (document.activeElement === element) {
            setTimeout(() => {
              // A dialog that is removed too returns the focus to its opener.
              if (dialog?.isConnected ?? true) {
                returnFocus();
              }
            });
          }
        }
      : undefined;
  }, [ref, isOn]);
}
