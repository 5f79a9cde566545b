"use client";
import { useEffect, useEffectEvent } from "react";

/** What Escape does in each open dialog and drawer, the topmost last. */
const layers: (() => void)[] = [];

function closeTopmost(event: KeyboardEvent) {
  const { target } = event;
  // Mantine marks a field or menu whose dropdown is open: Escape closes the dropdown first.
  const hasDropdown = target instanceof Element && target.matches("[data-mantine-stop-propagation=true]");
  if (event.key === "Escape" && !event.repeat && !event.isComposing && !hasDropdown) {
    layers.at(-1)?.();
  }
}

/**
 * Closes a dialog or drawer on Escape, if it is the topmost one. Mantine's own handling gives each open dialog the same
 * keypress, including one that the keypress has just opened.
 */
export function useEscape(isOpen: boolean, close: () => void) {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) {
      return;
    }
    const layer = () => onEscape();
    if (layers.push(layer) === 1) {
      window.addEventListener("keydown", closeTopmost, true);
    }
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) {
        window.removeEventListener("keydown", closeTopmost, true);
      }
    };
  }, [isOpen]);
}
