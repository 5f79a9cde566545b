"use client";
import { useQueryState } from "nuqs";
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

/** Calls `open` once when the URL asks for this act, unless it isn't possible now. It never changes anything. */
export function useAskedAct(act: Act, open: () => void, isPossible = true) {
  const [asked, setAsked] = useQueryState("act");
  const answer = useEffectEvent(() => {
    void setAsked(null);
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
