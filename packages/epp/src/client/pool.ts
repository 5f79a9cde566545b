import type { EppClient } from "./api.ts";
import { createMethods } from "./methods.ts";
import type { EppClientOptions } from "./options.ts";
import type { SessionsState } from "./sessions.ts";

export interface EppPoolOptions extends EppClientOptions {
  /** Sessions at most: what the registry grants, divided by the processes that share it. At least 1. */
  maxSessions: number;
  /** How long fewer sessions are kept after the server has refused one for their number (2502): 1 min */
  sessionLimitPauseMs?: number;
}

/** A client over several sessions. */
export interface EppPool extends EppClient {
  /** What the sessions are doing, for metrics. */
  state(): SessionsState;
}

/**
 * Creates a client over up to `maxSessions` sessions. They are opened as commands need them, and each command
 * takes a free one; commands that find none wait in their order. A session that is lost fails the command on it
 * alone and is opened again when it is needed. Poll runs one command at a time, on one session.
 *
 * @example
 * const pool = createEppPool({ host: "epp.example", port: 700, clientId: "ClientX", password, maxSessions: 4 });
 * await Promise.all(names.map((name) => pool.domainInfo(name)));
 *
 * @throws RangeError when `maxSessions` is not a whole number of 1 or more.
 */
export function createEppPool(options: EppPoolOptions): EppPool {
  const { maxSessions, sessionLimitPauseMs, ...connection } = options;
  if (!Number.isInteger(maxSessions) || maxSessions < 1) {
    throw new RangeError("maxSessions is a whole number of 1 or more");
  }
  const { client, state } = createMethods(connection, { maxSessions, sessionLimitPauseMs });
  return { ...client, state };
}
