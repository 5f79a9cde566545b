"use client";
import { useCallback, useEffect, useState } from "react";

/** Longer than any way through a sign-in; what was forgotten does not lie about. */
const keptForMs = 24 * 60 * 60_000;

type Kept = { token: string; at: number };

function readKept(store: Storage, key: string): string | undefined {
  try {
    const kept = JSON.parse(store.getItem(key) ?? "null") as Kept | null;
    if (kept && Date.now() - kept.at < keptForMs) {
      return kept.token;
    }
    store.removeItem(key);
  } catch {
    // A browser that keeps nothing: the link has to be opened again.
  }
  return undefined;
}

/**
 * The router takes `replaceState` over in an effect of its own, which runs after those of the page: told earlier, or
 * past it with its own state, it would write the fragment back into the address bar later.
 */
const forgetFragment = () =>
  window.history.replaceState(null, "", window.location.pathname + window.location.search);

/**
 * The secret of a link that was mailed. It stands in the fragment, so that no server logs it; here it moves from the
 * address bar, where a shoulder could read it, into the browser's own store, so that reloading does not lose it.
 *
 * @param name what the link is for; each has one token at a time
 * @param range `tab` forgets it with the tab; `browser` brings it along to a tab that a mail program opens
 * @returns undefined until the browser was asked, then the token, or null where there is none
 */
export function useLinkToken(name: string, range: "tab" | "browser" = "tab") {
  const key = `zonepost.link.${name}`;
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const store = () => (range === "tab" ? window.sessionStorage : window.localStorage);
    const read = () => {
      const given = new URLSearchParams(window.location.hash.slice(1)).get("token");
      if (given) {
        try {
          store().setItem(key, JSON.stringify({ token: given, at: Date.now() } satisfies Kept));
        } catch {
          // Then it lives as long as this page.
        }
        window.setTimeout(forgetFragment);
        setToken(given);
      } else {
        setToken((before) => before ?? readKept(store(), key) ?? null);
      }
    };
    read();
    // Pasting another link of the same page into this tab does not reload it.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, [key, range]);
  const forget = useCallback(() => {
    try {
      (range === "tab" ? window.sessionStorage : window.localStorage).removeItem(key);
    } catch {
      // Nothing was kept.
    }
  }, [key, range]);
  return { token, forget };
}
