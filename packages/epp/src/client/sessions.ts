import { encodeCommand } from "../codec/client-message.ts";
import { EppCodecError } from "../codec/codec-error.ts";
import type { Connection } from "./connection.ts";
import { EppResultError } from "./errors.ts";
import { asError, greetOn } from "./exchange.ts";
import type { EppClientOptions, EppLogEntry } from "./options.ts";
import { defaultRequestTimeoutMs, openSession } from "./session.ts";

const sessionLimitExceeded = 2502;
const goodbyeTimeoutMs = 2000;

/** One piece of work for whichever session is free first. */
type SessionJob<Value> = {
  run: (connection: Connection) => Promise<Value>;
  /** Whether to run once more on a fresh session after this failure. */
  mayRepeat: (error: unknown) => boolean;
  /** Turns a failure to open a session into the job's own. */
  whenAway: (cause: unknown) => Error;
  /** Such jobs run one at a time, and on one session for as long as that lives. */
  isPoll?: boolean;
};

/** What a pool is doing. */
export type SessionsState = {
  /** Sessions that are open. */
  open: number;
  /** Sessions that carry a command, or are being opened for one. */
  busy: number;
  /** Commands that wait for a session. */
  waiting: number;
  /** How many sessions may be open: less than was asked for while the server has refused more. */
  limit: number;
};

export type Sessions = {
  run<Value>(job: SessionJob<Value>): Promise<Value>;
  readonly closing: boolean;
  state(): SessionsState;
  /** Waits for what runs and what waits, then logs out. */
  close(): Promise<void>;
};

export type SessionsSettings = {
  maxSessions: number;
  /** How long a limit that the server has shown is believed. */
  sessionLimitPauseMs: number;
  nextTransactionId: () => string;
  log: (entry: EppLogEntry) => void;
};

interface QueuedJob extends SessionJob<unknown> {
  order: number;
  runs: number;
  failedOpenings: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Slot = {
  connection?: Connection;
  busy: boolean;
  keepAliveTimer?: NodeJS.Timeout;
};

/** Up to so many sessions with one server, opened when work needs them, kept alive, and opened again when lost. */
export function createSessions(options: EppClientOptions, settings: SessionsSettings): Sessions {
  const {
    requestTimeoutMs = defaultRequestTimeoutMs,
    keepAliveMs = 240_000,
    connectAttempts = 2,
    reconnectDelayMs = { minimum: 100, maximum: 1000 },
  } = options;
  const { maxSessions, sessionLimitPauseMs, nextTransactionId, log } = settings;
  const slots = Array.from({ length: maxSessions }, (): Slot => ({ busy: false }));
  const waiting: QueuedJob[] = [];
  let orders = 0;
  let failedAttempts = 0;
  let notBeforeMs = 0;
  let loweredLimit = maxSessions;
  let loweredUntilMs = 0;
  let pollSlot: Slot | undefined;
  let pollBusy = false;
  let closing: Promise<void> | undefined;
  let whenIdle: (() => void) | undefined;

  const isLive = (slot: Slot) => slot.connection !== undefined && !slot.connection.closed;
  const isUsed = (slot: Slot) => slot.busy || isLive(slot);
  const othersUsed = (slot: Slot) => slots.filter((other) => other !== slot && isUsed(other));
  const currentLimit = () => (performance.now() < loweredUntilMs ? loweredLimit : maxSessions);

  /** The server, or the way to it, has no room for this session beside the others. */
  function lowerLimit(slot: Slot, pauseMs: number): void {
    if (maxSessions === 1) {
      return;
    }
    loweredLimit = Math.max(1, othersUsed(slot).length);
    loweredUntilMs = performance.now() + pauseMs;
    log({ event: "session_limit_lowered", sessions: loweredLimit, pauseMs });
  }

  async function connectOnce(): Promise<Connection> {
    const pauseMs = notBeforeMs - performance.now();
    if (pauseMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    const startedMs = performance.now();
    let isOpen = false;
    try {
      const opened = await openSession(options, nextTransactionId(), {
        log,
        onClose: (reason) => {
          if (isOpen) {
            log({ event: "disconnected", reason });
          }
        },
      });
      isOpen = true;
      failedAttempts = 0;
      notBeforeMs = 0;
      log({
        event: "connected",
        serverId: opened.greeting.serverId,
        durationMs: performance.now() - startedMs,
      });
      return opened;
    } catch (cause) {
      const delayMs = Math.min(reconnectDelayMs.maximum, reconnectDelayMs.minimum * 2 ** failedAttempts);
      failedAttempts = Math.min(failedAttempts + 1, 30);
      notBeforeMs = performance.now() + delayMs;
      log({ event: "connect_failed", error: asError(cause), nextAttemptDelayMs: delayMs });
      throw cause;
    }
  }

  async function liveSession(slot: Slot): Promise<Connection> {
    if (slot.connection && !slot.connection.closed) {
      return slot.connection;
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        slot.connection = await connectOnce();
        return slot.connection;
      } catch (cause) {
        const isFull = isSessionLimit(cause) && othersUsed(slot).length > 0;
        if (attempt >= connectAttempts || isFull || isRefusedForGood(cause)) {
          throw cause;
        }
      }
    }
  }

  /** Puts a job back to the place that its arrival gave it. */
  function queueAgain(job: QueuedJob): void {
    const place = waiting.findIndex((other) => other.order > job.order);
    waiting.splice(place === -1 ? waiting.length : place, 0, job);
  }

  /** No session could be opened here: the others take the job over, or nobody can. */
  function handOver(slot: Slot, job: QueuedJob, cause: unknown): void {
    job.failedOpenings += 1;
    const others = othersUsed(slot);
    // Others that are only being opened may fail too, and must not send the job round for ever.
    if (others.some(isLive) || (others.length > 0 && job.failedOpenings < 2)) {
      lowerLimit(slot, isSessionLimit(cause) ? sessionLimitPauseMs : reconnectDelayMs.maximum);
      queueAgain(job);
      return;
    }
    // Whoever waits behind this job waits for the same server: tell them all now, not one by one.
    for (const hopeless of [job, ...waiting.splice(0)]) {
      hopeless.reject(hopeless.whenAway(cause));
    }
  }

  async function runJob(slot: Slot, job: QueuedJob): Promise<void> {
    for (;;) {
      let connection: Connection;
      try {
        connection = await liveSession(slot);
      } catch (cause) {
        handOver(slot, job, cause);
        return;
      }
      job.runs += 1;
      try {
        job.resolve(await job.run(connection));
        return;
      } catch (error) {
        if (isSessionLimit(error)) {
          lowerLimit(slot, sessionLimitPauseMs);
        }
        if (job.runs > 1 || !job.mayRepeat(error)) {
          job.reject(error);
          return;
        }
        if (isSessionLimit(error) && othersUsed(slot).some(isLive)) {
          queueAgain(job);
          return;
        }
      }
    }
  }

  async function occupy(slot: Slot, job: QueuedJob): Promise<void> {
    slot.busy = true;
    clearTimeout(slot.keepAliveTimer);
    if (job.isPoll) {
      pollBusy = true;
      pollSlot = slot;
    }
    await runJob(slot, job);
    if (job.isPoll) {
      pollBusy = false;
    }
    release(slot);
  }

  function release(slot: Slot): void {
    slot.busy = false;
    scheduleKeepAlive(slot);
    dispatch();
  }

  function slotFor(job: QueuedJob): Slot | undefined {
    if (job.isPoll) {
      if (pollBusy) {
        return undefined;
      }
      if (pollSlot && isLive(pollSlot)) {
        return pollSlot.busy ? undefined : pollSlot;
      }
    }
    const idle = slots.find((slot) => !slot.busy && isLive(slot));
    if (idle) {
      return idle;
    }
    return slots.filter(isUsed).length < currentLimit() ? slots.find((slot) => !slot.busy) : undefined;
  }

  function dispatch(): void {
    let index = 0;
    for (let job = waiting[index]; job; job = waiting[index]) {
      const slot = slotFor(job);
      if (slot) {
        waiting.splice(index, 1);
        void occupy(slot, job);
      } else if (job.isPoll) {
        index += 1;
      } else {
        break;
      }
    }
    if (waiting.length === 0 && !slots.some((slot) => slot.busy)) {
      whenIdle?.();
    }
  }

  function scheduleKeepAlive(slot: Slot): void {
    if (keepAliveMs <= 0 || closing || !isLive(slot)) {
      return;
    }
    slot.keepAliveTimer = setTimeout(() => {
      if (slot.busy || !slot.connection || slot.connection.closed) {
        return;
      }
      slot.busy = true;
      greetOn(slot.connection, requestTimeoutMs)
        .catch(() => {})
        .finally(() => release(slot));
    }, keepAliveMs);
    slot.keepAliveTimer.unref();
  }

  async function logOut(slot: Slot): Promise<void> {
    clearTimeout(slot.keepAliveTimer);
    const { connection } = slot;
    if (!connection || connection.closed) {
      return;
    }
    const goodbye = encodeCommand({ type: "logout" }, nextTransactionId());
    // The session ends either way.
    await connection.exchange(goodbye, Math.min(requestTimeoutMs, goodbyeTimeoutMs)).catch(() => {});
    connection.destroy("logged out");
  }

  async function finish(): Promise<void> {
    await new Promise<void>((resolve) => {
      whenIdle = resolve;
      dispatch();
    });
    await Promise.all(slots.map(logOut));
  }

  return {
    run<Value>(job: SessionJob<Value>) {
      return new Promise<Value>((resolve, reject) => {
        orders += 1;
        waiting.push({
          ...job,
          order: orders,
          runs: 0,
          failedOpenings: 0,
          resolve: resolve as (value: unknown) => void,
          reject,
        });
        dispatch();
      });
    },
    get closing() {
      return closing !== undefined;
    },
    state: () => ({
      open: slots.filter(isLive).length,
      busy: slots.filter((slot) => slot.busy).length,
      waiting: waiting.length,
      limit: currentLimit(),
    }),
    close() {
      closing ??= finish();
      return closing;
    },
  };
}

function isSessionLimit(error: unknown): boolean {
  return error instanceof EppResultError && error.code === sessionLimitExceeded;
}

/** A login that was refused for who we are, or that cannot be written, will fail again at once. */
function isRefusedForGood(error: unknown): boolean {
  if (error instanceof EppCodecError) {
    return true;
  }
  return error instanceof EppResultError && error.code !== 2400 && error.code !== 2500 && error.code !== 2502;
}
