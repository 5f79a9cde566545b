import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { createWaker } from "../waker.ts";
import { listSessions, type OpenSession, signalSession } from "./list-sessions.ts";
import type { ReportedSession, SessionDatabase } from "./session-database.ts";
import { SignInLog } from "./sign-in-log.ts";

export type SessionOptions = {
  database: SessionDatabase;
  host: string;
  dovecotConfiguration: string;
  dovecotLog: string;
  /** Without a notice: a plan ends, or a session began just before its right was taken away. */
  intervalMs: number;
  log: Logger;
  signal: AbortSignal;
};

/** How long a session may be unknown to the log before it counts as one whose password isn't known. */
const unknownAfterMs = 5_000;
const killAfterMs = 2_000;
/** The rows may have been deleted, with that of the host. */
const rereadRounds = 20;

/**
 * Reports the open sessions of this host, and ends those whose right is gone, until the signal. What happened while this
 * program didn't run is found at its start, since the database has what each session signed in with.
 */
export async function keepSessionsRightful(options: SessionOptions): Promise<void> {
  const { database, intervalMs, log, signal } = options;
  const signIns = new SignInLog(options.dovecotLog);
  const waker = createWaker();
  signal.addEventListener("abort", waker.wake, { once: true });
  const listening = database.listen(waker.wake).catch((error: unknown) => {
    log.warn({ err: error }, "notices of lost rights are not received yet; polling");
  });
  let reported: Map<string, string | null> | undefined;
  /** When each session was told to end. */
  let ending = new Map<string, number>();
  for (let round = 0; !signal.aborted; round += 1) {
    waker.rearm();
    try {
      if (round % rereadRounds === 0) {
        reported = undefined;
      }
      reported ??= new Map((await database.readReported(options.host)).map((process) => [process, null]));
      const sessions = await listSessions(options.dovecotConfiguration);
      await signIns.read();
      const { opened, closed } = changesOf(sessions, reported, signIns, Date.now());
      const voided = await database.report(options.host, opened, closed);
      for (const { process, program } of opened) {
        reported.set(process, program);
      }
      for (const process of closed) {
        reported.delete(process);
      }
      ending = await endSessions(options, new Set(voided), sessions, ending);
      signIns.forgetAllBut(sessions, Date.now());
    } catch (error) {
      // Whether the last report was stored isn't known.
      reported = undefined;
      log.error({ err: error }, "the open sessions were not compared; retrying");
    }
    await waker.wait(intervalMs);
  }
  await Promise.all([signIns.close(), database.close()]);
  await listening;
}

function changesOf(
  sessions: readonly OpenSession[],
  reported: ReadonlyMap<string, string | null>,
  signIns: SignInLog,
  nowMs: number,
): { opened: ReportedSession[]; closed: string[] } {
  const opened = sessions.flatMap((session): ReportedSession[] => {
    const { process, address, protocol, ipAddress, startedAt } = session;
    const signIn = signIns.findSignIn(session);
    const program = signIn ? signIns.programOf(signIn.session) : null;
    const isReported = reported.has(process);
    const mayFollow = !signIn && nowMs - startedAt.getTime() < unknownAfterMs;
    if (mayFollow || (isReported && (program === null || program === reported.get(process)))) {
      return [];
    }
    const since = signIn?.at ?? startedAt;
    return [{ id: randomUUID(), process, address, protocol, ipAddress, since, program, ...signIn?.right }];
  });
  const open = new Set(sessions.map(({ process }) => process));
  return { opened, closed: [...reported.keys()].filter((process) => !open.has(process)) };
}

/** One that doesn't end after it was told to is killed. */
async function endSessions(
  { log }: SessionOptions,
  voided: ReadonlySet<string>,
  sessions: readonly OpenSession[],
  ending: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const toEnd = sessions.filter(({ process }) => voided.has(process));
  const nowMs = performance.now();
  const told = toEnd.map(({ process }): [string, number] => [process, ending.get(process) ?? nowMs]);
  for (const { process, address, protocol, ipAddress } of toEnd) {
    const toldMs = ending.get(process);
    if (toldMs === undefined) {
      log.info({ address, protocol, ipAddress }, "ending a session whose right is gone");
      await signalSession(process, "SIGTERM");
    } else if (nowMs - toldMs > killAfterMs) {
      await signalSession(process, "SIGKILL");
    }
  }
  return new Map(told);
}
