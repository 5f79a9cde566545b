"use client";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and for the first render, so that both match; for content that would differ between them. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
