"use client";
import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/** What a link can ask a page to open, with `?act=renew`. */
export type Act =
  | "account"
  | "alias"
  | "auth-code"
  | "autoRenew"
  | "clock"
  | "delete"
  | "email"
  | "invite"
  | "locked"
  | "password"
  | "renew"
  | "restore"
  | "whoisPrivacy";

export const withAct = (path: string, act: Act) => `${path}?act=${act}`;

function clearAct() {
  const url = new URL(window.location.href);
  url.searchParams.delete("act");
  window.history.replaceState(null, "", url);
}

/** Calls `open` once when the URL asks for this act, unless it isn't possible now. It never changes anything. */
export function useAskedAct(act: Act, open: () => void, isPossible = true) {
  // Not with nuqs, which would add 3 kB to the pages that don't use it.
  const asked = useSearchParams().get("act");
  const answer = useEffectEvent(() => {
    clearAct();
    if (isPossible) {
      open();
    }
  });
  useEffect(() => {
    if (asked === act) {
      answer();
    }
  }, [asked, act]);
}
