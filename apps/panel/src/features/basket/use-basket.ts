"use client";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useTRPC } from "@/trpc/client.tsx";
import { type Basket, basketOfText } from "./basket.ts";

const listeners = new Set<() => void>();
/** Baskets that the browser refuses to store: they last as long as the page. */
const unstored = new Map<string, string>();

function readText(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeText(key: string, text: string) {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
  for (const listener of listeners) {
    listener();
  }
}

/** Other tabs report their changes, too. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** A person's basket in a workspace, kept in this browser until its order exists, also when they sign out. */
export function useBasket() {
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const key =
    current === undefined ? undefined : `zonepost.basket.${current.session.workspaceId}.${current.user.id}`;
  const text = useSyncExternalStore(
    subscribe,
    () => (key === undefined ? null : readText(key)),
    () => null,
  );
  const basket = useMemo(() => basketOfText(text), [text]);
  const change = useCallback(
    (changed: (basket: Basket) => Basket) => {
      if (key !== undefined) {
        writeText(key, JSON.stringify(changed(basketOfText(readText(key)))));
      }
    },
    [key],
  );
  return { basket, isKnown: key !== undefined, change };
}
