"use client";
import { useEffect, useEffectEvent } from "react";

const typing = "input, textarea, select, [contenteditable], [role=dialog]";

/** Lines that are pasted anywhere on the page but into a field. */
export function usePastedRecords(isPossible: boolean, onPaste: (text: string) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    const isElsewhere = event.target instanceof Element && event.target.closest(typing) !== null;
    if (isPossible && !isElsewhere && /\S\s+\S/.test(text)) {
      event.preventDefault();
      onPaste(text);
    }
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);
}
