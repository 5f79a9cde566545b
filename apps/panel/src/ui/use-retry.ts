"use client";
import { useEffect, useRef } from "react";

/** Longer than the panel waits for the API, so that attempts don't overlap. */
const retryAfterMs = 10_000;

/** Repeats `retry` as long as the component is shown in a visible tab. */
export function useRetry(retry: () => void) {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    const timer = setInterval(() => document.hidden || latest.current(), retryAfterMs);
    return () => clearInterval(timer);
  }, []);
}
