"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";

const tickMs = 15_000;
const mostDriftMs = 5_000;

const ClockContext = createContext<{ now: Date; wallNow: Date } | undefined>(undefined);

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
  const value = useMemo(
    () => ({ now: shown, wallNow: new Date(shown.getTime() - offsetMs) }),
    [shown, offsetMs],
  );
  return <ClockContext value={value}>{children}</ClockContext>;
}

function useClock() {
  const clock = useContext(ClockContext);
  if (!clock) {
    throw new Error("the time needs a ClockProvider above it");
  }
  return clock;
}

export const useNow = (): Date => useClock().now;

/** The real time, which people's own acts are recorded in: the sandbox's clock doesn't move it. */
export const useWallNow = (): Date => useClock().wallNow;
