"use client";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { type GoKey, placeOfKeys } from "./shortcuts.ts";

const typing =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox]";

/** "?" opens the list of shortcuts; "g" and another key open a place. Neither works while typing or in a dialog. */
export function useShortcuts(onHelp: () => void, may: (place: GoKey) => boolean) {
  const router = useRouter();
  const help = useEffectEvent(onHelp);
  const open = useEffectEvent((place: GoKey) => {
    if (may(place)) {
      router.push(place.href);
    }
  });
  useEffect(() => {
    let last: { key: string; atMs: number } | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, timeStamp: atMs } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
        return;
      }
      if ((target instanceof Element && target.closest(typing)) || document.querySelector("[role=dialog]")) {
        return;
      }
      const place = placeOfKeys(last, { key, atMs });
      last = { key, atMs };
      if (place) {
        open(place);
      } else if (key === "?") {
        help();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
