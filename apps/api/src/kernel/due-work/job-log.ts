import type { EventEmitter } from "node:events";
import type { Logger } from "../log.ts";

type Level = "error" | "warning" | "info" | "debug";
type Write = (level: Level, message: string, meta?: Record<string, unknown>) => void;

/** How the queue begins what it repeats at each of its connections, until PostgreSQL is back. */
const isOutage = (message: string) =>
  /^PostgreSQL (?:idle|active) client|^Error with notify listener|^Error occurred (?:during fetch|fetching jobs|attempting to UNLISTEN)/.test(
    message,
  );

/** Writes what the job queue logs. Of an outage of PostgreSQL only its beginning, with the reason, and its end. */
export function createJobLog(log: Logger, events: EventEmitter): Write {
  let isAway = false;
  events.on("pool:listen:success", () => {
    if (isAway) {
      isAway = false;
      log.info("PostgreSQL is back; jobs continue");
    }
  });
  return (level, message, meta) => {
    const fields = meta?.error === undefined ? {} : { err: meta.error };
    if (level !== "error") {
      log[level === "warning" ? "warn" : "debug"](fields, `jobs: ${message}`);
    } else if (isAway) {
      log.debug(fields, `jobs: ${message}`);
    } else {
      isAway = isOutage(message);
      log.error(fields, isAway ? `jobs wait for PostgreSQL: ${message}` : `jobs: ${message}`);
    }
  };
}
