"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";

const ClockContext = createContext<Date | undefined>(undefined);

/**
 * The current time for all components below. The first render uses the server's `now`, so that both sides render the
 * same text. Afterwards it ticks, `offsetMs` ahead of the wall clock.
 */
export function ClockProvider(props: { now: string; offsetMs: number; children: ReactNode }) {
  const { now, offsetMs, children } = props;
  const [shown, setShown] = useState(() => new Date(now));
  useEffect(() => {
    const tick = () => setShown(new Date(Date.now() + offsetMs));
    tick();
    const timer = setInterval(tick, 15_000);
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
