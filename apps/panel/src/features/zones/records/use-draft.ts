"use client";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useTRPC } from "@/trpc/client.tsx";
import { type Draft, draftOfText } from "./draft.ts";

const listeners = new Set<() => void>();
/** Drafts that the browser refuses to store: they last as long as the page. */
const unstored = new Map<string, string>();

function readText(key: string): string | null {
  try {
    return unstored.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeDraft(key: string, draft: Draft) {
  const text = JSON.stringify(draft);
  unstored.delete(key);
  try {
    if (draft.length === 0) {
      sessionStorage.removeItem(key);
    } else {
      sessionStorage.setItem(key, text);
    }
  } catch {
    unstored.set(key, text);
  }
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A person's unpublished changes of a zone, kept in this browser tab until they are published or discarded. */
export function useDraft(zoneName: string) {
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const key =
    current === undefined
      ? undefined
      : `zonepost.zone.${current.session.workspaceId}.${current.user.id}.${zoneName}`;
  const text = useSyncExternalStore(
    subscribe,
    () => (key === undefined ? null : readText(key)),
    () => null,
  );
  const draft = useMemo(() => draftOfText(text), [text]);
  const change = useCallback(
    (changed: (draft: Draft) => Draft) => {
      if (key !== undefined) {
        writeDraft(key, changed(draftOfText(readText(key))));
      }
    },
    [key],
  );
  return { draft, change };
}
