"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";

const tickMs = 15_000;
const mostDriftMs = 5_000;

const ClockContext = createContext<Date | undefined>(undefined);

/**
 * The current time for all components below. The first render uses the server's `now`, so that both sides render the
 * same text. Afterwards it ticks, `offsetMs` ahead of the wall clock.
 */
export function ClockProvider(props: { now: string; offsetMs: number; children: ReactNode }) {
  const { now, offsetMs, children } = props;
  const [shown, setShown] = useState(() => new Date(now));
  useEffect(() => {
    const read = () => new Date(Date.now() + offsetMs);
    const tick = () => setShown(read());
    // Keeps a recent time from the server, so that the page isn't rendered twice at the start.
    setShown((last) => (Math.abs(read().getTime() - last.getTime()) < mostDriftMs ? last : read()));
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [offsetMs]);
  const value = useMemo(() => shown, [shown]);
  return <ClockContext value={value}>{children}</ClockContext>;
}

export function useNow(): Date {
  const now = useContext(ClockContext);
  if (!now) {
    throw new Error("useNow needs a ClockProvider above it");
  }
  return now;
}
