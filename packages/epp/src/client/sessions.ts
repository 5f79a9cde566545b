import { EppCodecError } from "../codec/codec-error.ts";
import type { Connection } from "./connection.ts";
import { EppResultError } from "./errors.ts";
import type { EppClientOptions, EppLogEntry } from "./options.ts";
import { defaultRequestTimeoutMs } from "./session.ts";
import { SessionLimit } from "./session-limit.ts";
import { SessionOpener } from "./session-opener.ts";
import { SessionSlot } from "./session-slot.ts";

const sessionLimitExceeded = 2502;

/** A command to run on the first free session. */
type SessionJob<Value> = {
  run: (connection: Connection) => Promise<Value>;
  /** Whether to run once more in a new session after this failure. */
  mayRepeat: (error: unknown) => boolean;
  /** Converts a failure to open a session into the job's error. */
  whenAway: (cause: unknown) => Error;
  /** Poll jobs run one at a time, on one session as long as it stays open. */
  isPoll?: boolean;
};

/** The state of a pool. */
export type SessionsState = {
  /** The number of open sessions. */
  open: number;
  /** The number of sessions that run a command, or are being opened for one. */
  busy: number;
  /** The number of commands that wait for a session. */
  waiting: number;
  /** The number of sessions that may be open. It is lower than configured while the server refuses more. */
  limit: number;
};

type SessionsSettings = {
  maxSessions: number;
  /** How long the limit stays lower after the server has refused a session. */
  sessionLimitPauseMs: number;
  nextTransactionId: () => string;
  log: (entry: EppLogEntry) => void;
};

type QueuedJob = SessionJob<unknown> & {
  order: number;
  runs: number;
  failedOpenings: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** A limited number of sessions with one server. They open as needed, are kept alive, and reopen when lost. */
export class Sessions {
  readonly #settings: SessionsSettings;
  readonly #requestTimeoutMs: number;
  readonly #keepAliveMs: number;
  readonly #connectAttempts: number;
  readonly #opener: SessionOpener;
  readonly #limit: SessionLimit;
  readonly #slots: SessionSlot[];
  readonly #waiting: QueuedJob[] = [];
  #orders = 0;
  #pollSlot: SessionSlot | undefined;
  #isPolling = false;
  #closing: Promise<void> | undefined;
  #whenIdle: (() => void) | undefined;

  constructor(options: EppClientOptions, settings: SessionsSettings) {
    this.#settings = settings;
    this.#requestTimeoutMs = options.requestTimeoutMs ?? defaultRequestTimeoutMs;
    this.#keepAliveMs = options.keepAliveMs ?? 240_000;
    this.#connectAttempts = options.connectAttempts ?? 2;
    this.#opener = new SessionOpener(options, settings.nextTransactionId, settings.log);
    this.#limit = new SessionLimit(settings.maxSessions);
    this.#slots = Array.from({ length: settings.maxSessions }, () => new SessionSlot());
  }

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  state(): SessionsState {
    return {
      open: this.#slots.filter((slot) => slot.isLive).length,
      busy: this.#slots.filter((slot) => slot.isBusy).length,
      waiting: this.#waiting.length,
      limit: this.#limit.current,
    };
  }

  run<Value>(job: SessionJob<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      this.#orders += 1;
      this.#waiting.push({
        ...job,
        order: this.#orders,
        runs: 0,
        failedOpenings: 0,
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      this.#dispatch();
    });
  }

  /** Waits for running and waiting commands, then logs out. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
      this.#dispatch();
    });
    const { nextTransactionId } = this.#settings;
    await Promise.all(this.#slots.map((slot) => slot.logOut(nextTransactionId(), this.#requestTimeoutMs)));
  }

  #dispatch(): void {
    let index = 0;
    for (let job = this.#waiting[index]; job; job = this.#waiting[index]) {
      const slot = this.#slotFor(job);
      if (slot) {
        this.#waiting.splice(index, 1);
        void this.#runOn(slot, job);
      } else if (job.isPoll) {
        index += 1;
      } else {
        break;
      }
    }
    if (this.#waiting.length === 0 && !this.#slots.some((slot) => slot.isBusy)) {
      this.#whenIdle?.();
    }
  }

  #slotFor(job: QueuedJob): SessionSlot | undefined {
    if (job.isPoll) {
      if (this.#isPolling) {
        return undefined;
      }
      if (this.#pollSlot?.isLive) {
        return this.#pollSlot.isBusy ? undefined : this.#pollSlot;
      }
    }
    const idle = this.#slots.find((slot) => !slot.isBusy && slot.isLive);
    if (idle) {
      return idle;
    }
    const used = this.#slots.filter((slot) => slot.isUsed).length;
    return used < this.#limit.current ? this.#slots.find((slot) => !slot.isBusy) : undefined;
  }

  async #runOn(slot: SessionSlot, job: QueuedJob): Promise<void> {
    slot.occupy();
    if (job.isPoll) {
      this.#isPolling = true;
      this.#pollSlot = slot;
    }
    await this.#runJob(slot, job);
    if (job.isPoll) {
      this.#isPolling = false;
    }
    this.#release(slot);
  }

  #release(slot: SessionSlot): void {
    slot.isBusy = false;
    if (this.#keepAliveMs > 0 && !this.#closing && slot.isLive) {
      slot.keepAlive(this.#keepAliveMs, this.#requestTimeoutMs, () => this.#release(slot));
    }
    this.#dispatch();
  }

  async #runJob(slot: SessionSlot, job: QueuedJob): Promise<void> {
    for (;;) {
      let connection: Connection;
      try {
        connection = await this.#connectionOf(slot);
      } catch (cause) {
        this.#handOver(slot, job, cause);
        return;
      }
      job.runs += 1;
      try {
        job.resolve(await job.run(connection));
        return;
      } catch (error) {
        if (isSessionLimit(error)) {
          this.#lowerLimit(slot, this.#settings.sessionLimitPauseMs);
        }
        if (job.runs > 1 || !job.mayRepeat(error)) {
          job.reject(error);
          return;
        }
        if (isSessionLimit(error) && this.#othersUsed(slot).some((other) => other.isLive)) {
          this.#queueAgain(job);
          return;
        }
      }
    }
  }

  async #connectionOf(slot: SessionSlot): Promise<Connection> {
    if (slot.connection) {
      return slot.connection;
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const connection = await this.#opener.open();
        slot.connection = connection;
        return connection;
      } catch (cause) {
        const isFull = isSessionLimit(cause) && this.#othersUsed(slot).length > 0;
        if (attempt >= this.#connectAttempts || isFull || isPermanentRefusal(cause)) {
          throw cause;
        }
      }
    }
  }

  /** Handles a failure to open a session: other sessions take over the job, or all waiting jobs fail. */
  #handOver(slot: SessionSlot, job: QueuedJob, cause: unknown): void {
    job.failedOpenings += 1;
    const others = this.#othersUsed(slot);
    // Sessions that are still being opened may fail too, so the job is only passed on to them once.
    if (others.some((other) => other.isLive) || (others.length > 0 && job.failedOpenings < 2)) {
      const { sessionLimitPauseMs } = this.#settings;
      this.#lowerLimit(slot, isSessionLimit(cause) ? sessionLimitPauseMs : this.#opener.maximumDelayMs);
      this.#queueAgain(job);
      return;
    }
    // The waiting jobs need the same server: reject all of them now, not one after another.
    for (const failedJob of [job, ...this.#waiting.splice(0)]) {
      failedJob.reject(failedJob.whenAway(cause));
    }
  }

  /** Returns a job to its place in the queue. */
  #queueAgain(job: QueuedJob): void {
    const place = this.#waiting.findIndex((other) => other.order > job.order);
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, job);
  }

  /** Lowers the limit to the other sessions, since the server has refused this one. */
  #lowerLimit(slot: SessionSlot, pauseMs: number): void {
    if (this.#limit.maximum === 1) {
      return;
    }
    const sessions = Math.max(1, this.#othersUsed(slot).length);
    this.#limit.lower(sessions, pauseMs);
    this.#settings.log({ event: "session_limit_lowered", sessions, pauseMs });
  }

  #othersUsed(slot: SessionSlot): SessionSlot[] {
    return this.#slots.filter((other) => other !== slot && other.isUsed);
  }
}

function isSessionLimit(error: unknown): boolean {
  return error instanceof EppResultError && error.code === sessionLimitExceeded;
}

/** Whether another attempt would fail as well: the login was refused for its credentials, or can't be encoded. */
function isPermanentRefusal(error: unknown): boolean {
  if (error instanceof EppCodecError) {
    return true;
  }
  return error instanceof EppResultError && error.code !== 2400 && error.code !== 2500 && error.code !== 2502;
}
