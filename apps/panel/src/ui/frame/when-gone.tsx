"use client";
import { useEffect, useRef } from "react";

/** The focused element; for a menu item, which closes with its menu, the menu's button. */
function focusedOpener(): Element | null {
  const focused = document.activeElement;
  const menuButtonId = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return menuButtonId ? document.getElementById(menuButtonId) : focused;
}

const canTakeFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  !element.matches(":disabled");

/**
 * Mantine returns the focus to the button that opened a dialog, but not if the action removed or disabled it, or removed
 * the dialog along with it. Then the dialog below gets the focus, or the page's title.
 */
function returnFocus(opener: Element | null) {
  const focused = document.activeElement;
  if (focused && focused !== document.body) {
    return;
  }
  if (canTakeFocus(opener)) {
    opener.focus({ preventScroll: true });
    return;
  }
  const place = [...document.querySelectorAll<HTMLElement>("[role=dialog], main h1")];
  const below = place.findLast((element) => element.role === "dialog") ?? place[0];
  if (below) {
    below.tabIndex = -1;
    below.focus({ preventScroll: true });
  }
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
        returnFocus(opener);
      });
  }, []);
  return null;
}
