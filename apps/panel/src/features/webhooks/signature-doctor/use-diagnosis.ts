"use client";
import type { Diagnosis } from "@zonepost/webhook-doctor";
import { useRef, useState } from "react";
import { readTime } from "./read-time.ts";

export type SeenRequest = { headers: string; body: string; secrets: string; time: string; computed: string };

/** What `diagnose` finds in the pasted request. It runs here: nothing is sent. */
export function useDiagnosis() {
  const [diagnosis, setDiagnosis] = useState<Diagnosis>();
  const [isRunning, setRunning] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef(0);

  const run = async ({ headers, body, secrets, time, computed }: SeenRequest) => {
    latest.current += 1;
    const own = latest.current;
    setRunning(true);
    setFailed(false);
    try {
      const { diagnose } = await import("@zonepost/webhook-doctor");
      const found = await diagnose({
        headers,
        body,
        // Spaces around a secret are among the mistakes to find.
        secrets: secrets.split("\n").filter((secret) => secret.trim() !== ""),
        computed,
        now: readTime(time),
      });
      if (own === latest.current) {
        setDiagnosis(found);
      }
    } catch {
      // Web Crypto is missing: browsers only have it in pages from HTTPS or from this machine.
      setFailed(true);
    } finally {
      setRunning(own !== latest.current);
    }
  };
  const clear = () => {
    latest.current += 1;
    setDiagnosis(undefined);
  };
  return { diagnosis, isRunning, hasFailed, run, clear };
}
