"use client";
import { useCallback, useEffect, useState } from "react";
import { followLinkToken } from "../../lib/follow-link-token.ts";
import { dayMs } from "../../ui/values/durations.ts";

/** Longer than any sign-in takes. Expired tokens are removed. */
const keptForMs = dayMs;

type Kept = { token: string; at: number };

function readKept(store: Storage, key: string): string | undefined {
  try {
    const kept = JSON.parse(store.getItem(key) ?? "null") as Kept | null;
    if (kept && Date.now() - kept.at < keptForMs) {
      return kept.token;
    }
    store.removeItem(key);
  } catch {
    // Storage is unavailable, so the link has to be opened again.
  }
  return undefined;
}

/**
 * Next's router handles `replaceState` in its own effect, which runs after the page's effects. An earlier call, or one
 * without its state, would let it restore the fragment in the address bar.
 */
const removeFragment = () =>
  window.history.replaceState(null, "", window.location.pathname + window.location.search);

/**
 * The token of a mailed link. It is in the fragment, so that no server logs it. It moves from the address bar, where
 * others could read it, to the browser's storage, so that a reload doesn't lose it.
 *
 * @param name the purpose of the link; one token is kept for each
 * @param range `tab` keeps it for this tab; `browser` shares it with a tab that a mail program opens
 * @returns undefined until storage was read, then the token, or null if there is none
 */
export function useLinkToken(name: string, range: "tab" | "browser" = "tab") {
  const key = `zonepost.link.${name}`;
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const store = () => (range === "tab" ? window.sessionStorage : window.localStorage);
    return followLinkToken((given) => {
      if (given) {
        try {
          store().setItem(key, JSON.stringify({ token: given, at: Date.now() } satisfies Kept));
        } catch {
          // Without storage, it is kept until the page is closed.
        }
        window.setTimeout(removeFragment);
        setToken(given);
      } else {
        setToken((before) => before ?? readKept(store(), key) ?? null);
      }
    });
  }, [key, range]);
  const forget = useCallback(() => {
    try {
      (range === "tab" ? window.sessionStorage : window.localStorage).removeItem(key);
    } catch {
      // Storage is unavailable.
    }
  }, [key, range]);
  return { token, forget };
}
