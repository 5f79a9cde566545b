import type { EppClient } from "./api.ts";
import { createMethods } from "./methods.ts";
import type { EppClientOptions } from "./options.ts";
import type { SessionsState } from "./sessions.ts";

export interface EppPoolOptions extends EppClientOptions {
  /** The most sessions to open: the registry's limit divided by the number of your processes. At least 1. */
  maxSessions: number;
  /** How long the pool stays smaller after the server refused a session (2502). Default: 60,000 (1 minute). */
  sessionLimitPauseMs?: number;
}

/** A client over several sessions. */
export interface EppPool extends EppClient {
  /** The state of the sessions, for metrics. */
  state(): SessionsState;
}

/**
 * Creates a client with up to `maxSessions` sessions. They open as needed. Each command takes a free session;
 * commands wait in order when none is free. If a session is lost, only its current command fails, and the session
 * reopens when it is needed. Poll commands run one at a time, on one session.
 *
 * @example
 * const pool = createEppPool({ host: "epp.example", port: 700, clientId: "ClientX", password, maxSessions: 4 });
 * await Promise.all(names.map((name) => pool.domainInfo(name)));
 *
 * @throws RangeError if `maxSessions` is not a whole number of at least 1.
 */
export function createEppPool(options: EppPoolOptions): EppPool {
  const { maxSessions, sessionLimitPauseMs, ...connection } = options;
  if (!Number.isInteger(maxSessions) || maxSessions < 1) {
    throw new RangeError("maxSessions is a whole number of 1 or more");
  }
  const { client, state } = createMethods(connection, { maxSessions, sessionLimitPauseMs });
  return { ...client, state };
}
