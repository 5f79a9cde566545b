"use client";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and for the first paint, which has to be the server's: for what the two would write differently. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
