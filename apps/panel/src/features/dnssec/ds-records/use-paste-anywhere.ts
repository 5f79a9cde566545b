import { useEffect, useEffectEvent } from "react";

const takesText = "input, textarea, select, [contenteditable], [role=dialog]";

/** Text that is pasted while no field has the focus: a page with one thing to paste needs no click into its field. */
export function usePasteAnywhere(onPasted: (text: string) => void) {
  const take = useEffectEvent(onPasted);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      const text = clipboardData?.getData("text/plain").trim();
      const isElsewhere = target instanceof Element && target.closest(takesText) !== null;
      if (!text || event.defaultPrevented || isElsewhere || document.querySelector("[role=dialog]")) {
        return;
      }
      event.preventDefault();
      take(text);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}
