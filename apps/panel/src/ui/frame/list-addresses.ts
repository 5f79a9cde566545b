"use client";
import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";

/** The filter and order of the lists above the present page, by path. In memory only: people type names into filters. */
const searches = new Map<string, string>();

const subscribe = () => () => undefined;

/** The address of a list with the filter that it had before its record was opened, as the browser's Back has it. */
export const useListAddress = (path: string): string =>
  useSyncExternalStore(
    subscribe,
    () => path + (searches.get(path) ?? ""),
    // The server, and a page that was just loaded, know none.
    () => path,
  );

/** Forgets the lists that don't lead to this page: from elsewhere, a record's list is opened unfiltered. */
export function useListsAbove(paths: readonly string[]) {
  const pathname = usePathname();
  const kept = JSON.stringify([...paths, pathname]);
  useEffect(() => {
    const keeps: readonly string[] = JSON.parse(kept);
    for (const path of [...searches.keys()].filter((each) => !keeps.includes(each))) {
      searches.delete(path);
    }
  }, [kept]);
}

/** What can open another page. Only the browser's address has the filter that was typed last. */
const events = ["click", "keydown"];

/** Remembers the address of each page that a person leaves, in case it was a list. */
export function useRememberedAddress() {
  useEffect(() => {
    const remember = () => void searches.set(window.location.pathname, window.location.search);
    for (const event of events) {
      document.addEventListener(event, remember, true);
    }
    return () => {
      for (const event of events) {
        document.removeEventListener(event, remember, true);
      }
    };
  }, []);
}
