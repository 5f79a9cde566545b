"use client";
import { useEffect, useRef } from "react";
import { returnFocus } from "@/ui/focus/return-focus.ts";

/** The focused element; for a menu item, which closes with its menu, the menu's button. */
function focusedOpener(): Element | null {
  const focused = document.activeElement;
  const menuButtonId = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return menuButtonId ? document.getElementById(menuButtonId) : focused;
}

/**
 * Returns the focus and runs a callback once the dialog around it is gone. Mantine reports the end of the transition
 * earlier, while a click still reaches the content. Such a click may itself render the removal, so this waits for its
 * handlers.
 */
export function WhenGone({ run }: { run?: (() => void) | undefined }) {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const opener = focusedOpener();
    return () =>
      void setTimeout(() => {
        latest.current?.();
        // Mantine does so too, but not if the action removed or disabled the opener, or removed the dialog with it.
        returnFocus(opener);
      });
  }, []);
  return null;
}
