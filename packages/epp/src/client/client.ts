import { randomBytes } from "node:crypto";
import { encodeCommand, encodeHello } from "../codec/client-message.ts";
import { codecOf, type EppCommand, type ResultOf } from "../codec/commands.ts";
import type { DomainCheckCommand, DomainCheckResult } from "../codec/domain-check.ts";
import type { DomainCreateCommand, DomainCreateResult } from "../codec/domain-create.ts";
import type { DomainInfo, DomainInfoCommand } from "../codec/domain-info.ts";
import type { DomainRenewCommand, DomainRenewResult } from "../codec/domain-renew.ts";
import type { DomainUpdateCommand } from "../codec/domain-update.ts";
import type { Greeting } from "../codec/greeting.ts";
import type { PollSubject } from "../codec/poll.ts";
import { decodeResult, type EppResponse, type QueueReport } from "../codec/server-message.ts";
import { describeResultCode } from "../result-codes.ts";
import { type Connection, ExchangeFailure } from "./connection.ts";
import { EppConnectionError, EppOutcomeUnknownError, EppProtocolError, EppResultError } from "./errors.ts";
import type { EppClientOptions } from "./options.ts";
import { defaultRequestTimeoutMs, openSession } from "./session.ts";

/** A successful answer. `clTRID` and `svTRID` name the transaction in both parties' logs (RFC 5730 section 2.5). */
export interface EppReply<Data> {
  code: number;
  message: string;
  clTRID: string;
  svTRID: string;
  /** What waits in the message queue, when the server says so: a reason to poll. */
  queue?: QueueReport;
  /** True for 1001: accepted, and not done yet. The outcome comes by poll, or can be asked for. */
  pending: boolean;
  data: Data;
}

/** The oldest message of the queue (RFC 5730 section 2.9.2.3). */
export interface PollMessage {
  id: string;
  /** How many messages wait, this one included. */
  count: number;
  queuedAt?: Date;
  text?: string;
  subject?: PollSubject;
}

export interface EppCallOptions {
  /** 3 to 64 characters, unique; made by the client when left out. Give one to know it before the command is sent. */
  clTRID?: string;
}

/**
 * One session with one server, opened when the first command needs it, kept alive, and opened again when it
 * is lost. Commands run one after the other. Each method rejects with EppResultError when the server refuses,
 * EppConnectionError when the server is away, EppOutcomeUnknownError when a change was sent and no answer
 * came, EppProtocolError when an answer makes no sense, and EppCodecError when the input cannot be sent.
 */
export interface EppClient {
  /** Asks for the greeting (RFC 5730 section 2.3): a proof of life that needs no rights. */
  hello(): Promise<Greeting>;
  /** RFC 5731 section 3.1.1; with `fee`, prices too (RFC 8748 section 5.1.1). */
  domainCheck(
    names: readonly string[],
    options?: EppCallOptions & Pick<DomainCheckCommand, "fee">,
  ): Promise<EppReply<DomainCheckResult>>;
  /** RFC 5731 section 3.1.2; 2303 when there is no such domain, 2201 when it is another client's. */
  domainInfo(
    name: string,
    options?: EppCallOptions & Pick<DomainInfoCommand, "hosts" | "authInfo">,
  ): Promise<EppReply<DomainInfo>>;
  /** RFC 5731 section 3.2.5 and RFC 5910 section 5.2.5. Never repeated by the client. */
  domainUpdate(
    name: string,
    changes: Omit<DomainUpdateCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<undefined>>;
  /** RFC 5731 section 3.2.1. Never repeated by the client. */
  domainCreate(
    name: string,
    details: Omit<DomainCreateCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<DomainCreateResult | undefined>>;
  /** RFC 5731 section 3.2.3. Never repeated by the client. */
  domainRenew(
    name: string,
    details: Omit<DomainRenewCommand, "type" | "name">,
    options?: EppCallOptions,
  ): Promise<EppReply<DomainRenewResult | undefined>>;
  /** The oldest message, or `undefined` when there is none. It stays in the queue until `ackPoll`. */
  poll(options?: EppCallOptions): Promise<EppReply<PollMessage | undefined>>;
  /** Takes a message off the queue; 2303 when it is gone already. Acknowledge only what has been dealt with. */
  ackPoll(messageId: string, options?: EppCallOptions): Promise<EppReply<undefined>>;
  /** Lets the commands that are waiting finish, logs out and closes. Commands after it are refused. */
  close(): Promise<void>;
}

interface Job {
  run: (connection: Connection) => Promise<unknown>;
  /** Whether to run once more on a fresh session after this failure. */
  mayRepeat: (error: unknown) => boolean;
  /** Turns a failure to open a session into the job's own. */
  whenAway: (cause: unknown) => Error;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a client. Nothing is connected before the first command.
 *
 * @example
 * const client = createEppClient({ host: "epp.example", port: 700, clientId: "ClientX", password: "foo-BAR2" });
 * const { data } = await client.domainInfo("example.com");
 */
export function createEppClient(options: EppClientOptions): EppClient {
  const {
    requestTimeoutMs = defaultRequestTimeoutMs,
    keepAliveMs = 240_000,
    connectAttempts = 2,
    reconnectDelayMs = { minimum: 100, maximum: 1000 },
    log = () => {},
  } = options;
  const transactionPrefix = `ZP-${randomBytes(6).toString("hex")}`;
  const waiting: Job[] = [];
  let transactions = 0;
  let session: Connection | undefined;
  let failedAttempts = 0;
  let notBeforeMs = 0;
  let busy = false;
  let keepAliveTimer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;
  let whenIdle: (() => void) | undefined;

  function nextTransactionId(): string {
    transactions += 1;
    return `${transactionPrefix}-${transactions}`;
  }

  async function connectOnce(): Promise<Connection> {
    const pauseMs = notBeforeMs - performance.now();
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const startedMs = performance.now();
    let isOpen = false;
    try {
      const opened = await openSession(options, nextTransactionId(), (reason) => {
        if (isOpen) log({ event: "disconnected", reason });
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

  async function liveSession(): Promise<Connection> {
    if (session && !session.closed) return session;
    for (let attempt = 1; ; attempt += 1) {
      try {
        session = await connectOnce();
        return session;
      } catch (cause) {
        if (attempt >= connectAttempts || isRefusedForGood(cause)) throw cause;
      }
    }
  }

  async function runJob(job: Job): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      let connection: Connection;
      try {
        connection = await liveSession();
      } catch (cause) {
        // Whoever waits behind this job waits for the same server: tell them all now, not one by one.
        for (const hopeless of [job, ...waiting.splice(0)]) hopeless.reject(hopeless.whenAway(cause));
        return;
      }
      try {
        job.resolve(await job.run(connection));
        return;
      } catch (error) {
        if (attempt > 1 || !job.mayRepeat(error)) {
          job.reject(error);
          return;
        }
      }
    }
  }

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    clearTimeout(keepAliveTimer);
    for (let job = waiting.shift(); job; job = waiting.shift()) await runJob(job);
    busy = false;
    scheduleKeepAlive();
    whenIdle?.();
  }

  function enqueue<Value>(
    job: Omit<Job, "resolve" | "reject" | "run"> & { run: (c: Connection) => Promise<Value> },
  ) {
    return new Promise<Value>((resolve, reject) => {
      waiting.push({ ...job, resolve: resolve as (value: unknown) => void, reject });
      void pump();
    });
  }

  function scheduleKeepAlive(): void {
    if (keepAliveMs <= 0 || closing || !session) return;
    keepAliveTimer = setTimeout(() => {
      if (!session || session.closed || busy) return;
      enqueue({ run: greetOn, mayRepeat: () => false, whenAway: asError }).catch(() => {});
    }, keepAliveMs);
    keepAliveTimer.unref();
  }

  async function greetOn(connection: Connection): Promise<Greeting> {
    let answer: Awaited<ReturnType<Connection["exchange"]>>;
    try {
      answer = await connection.exchange(encodeHello(), requestTimeoutMs);
    } catch (cause) {
      throw new EppConnectionError(`no greeting: ${asError(cause).message}`, { cause });
    }
    if (answer.type === "greeting") return answer.greeting;
    // A server that is unwell may answer a hello by a result (RFC 5730 section 2.3 knows no such thing).
    connection.destroy("a hello was answered by a result");
    throw new EppResultError(answer.results, answer);
  }

  /** Sends one command and judges what came back; on any doubt the connection is given up. */
  async function exchange<Command extends EppCommand>(
    connection: Connection,
    command: Command,
    clTRID: string,
  ): Promise<EppReply<ResultOf<Command> | undefined>> {
    const changes = mayChange(command);
    const startedMs = performance.now();
    const lost = (message: string, cause: unknown, sent: boolean) =>
      changes && sent
        ? new EppOutcomeUnknownError(`no answer to a change that was sent: ${message}`, { clTRID, cause })
        : new EppConnectionError(message, { clTRID, cause });
    const senseless = (message: string, cause?: unknown) => {
      connection.destroy(message);
      return changes
        ? new EppOutcomeUnknownError(`a change was sent, and ${message}`, { clTRID, cause })
        : new EppProtocolError(message, { clTRID, cause });
    };
    try {
      const xml = encodeCommand(command, clTRID);
      let answer: Awaited<ReturnType<Connection["exchange"]>>;
      try {
        answer = await connection.exchange(xml, requestTimeoutMs);
      } catch (cause) {
        if (!(cause instanceof ExchangeFailure)) throw cause;
        throw lost(cause.message, cause, cause.sent);
      }
      if (answer.type !== "response") throw senseless("the server answered by a greeting");
      if (answer.clTRID !== undefined && answer.clTRID !== clTRID) {
        throw senseless("the server answered another command");
      }
      const [{ code }] = answer.results;
      log({
        event: "command",
        command: command.type,
        clTRID,
        svTRID: answer.svTRID,
        code,
        durationMs: performance.now() - startedMs,
      });
      if (describeResultCode(code).endsSession)
        connection.destroy(`the server ended the session with ${code}`);
      if (code >= 2000) throw new EppResultError(answer.results, { clTRID, svTRID: answer.svTRID });
      try {
        return readReply(command.type, answer, clTRID);
      } catch (cause) {
        throw senseless("the server's answer could not be read", cause);
      }
    } catch (error) {
      if (!(error instanceof EppResultError)) {
        const durationMs = performance.now() - startedMs;
        log({ event: "command_failed", command: command.type, clTRID, error: asError(error), durationMs });
      }
      throw error;
    }
  }

  async function send<Command extends EppCommand>(
    command: Command,
    call: EppCallOptions | undefined,
  ): Promise<EppReply<ResultOf<Command> | undefined>> {
    let clTRID = call?.clTRID ?? nextTransactionId();
    encodeCommand(command, clTRID);
    if (closing) throw new EppConnectionError("the client is closed", { clTRID });
    let runs = 0;
    return await enqueue({
      run: (connection) => {
        runs += 1;
        if (runs > 1) clTRID = nextTransactionId();
        return exchange(connection, command, clTRID);
      },
      mayRepeat: (error) => !mayChange(command) && isLostSession(error),
      whenAway: (cause) =>
        new EppConnectionError(`no session with the server: ${asError(cause).message}`, { clTRID, cause }),
    });
  }

  /** For commands whose result is there whenever they succeed. */
  async function read<Command extends EppCommand>(
    command: Command,
    call: EppCallOptions | undefined,
  ): Promise<EppReply<ResultOf<Command>>> {
    const reply = await send(command, call);
    const { data } = reply;
    if (data === undefined)
      throw new EppProtocolError("the answer holds no result", { clTRID: reply.clTRID });
    return { ...reply, data };
  }

  async function finish(): Promise<void> {
    if (busy) {
      await new Promise<void>((resolve) => {
        whenIdle = resolve;
      });
    }
    clearTimeout(keepAliveTimer);
    if (!session || session.closed) return;
    const goodbye = session;
    try {
      await goodbye.exchange(
        encodeCommand({ type: "logout" }, nextTransactionId()),
        Math.min(requestTimeoutMs, 2000),
      );
    } catch {
      // The session ends either way.
    }
    goodbye.destroy("logged out");
  }

  return {
    async hello() {
      if (closing) throw new EppConnectionError("the client is closed");
      return await enqueue({
        run: greetOn,
        mayRepeat: isLostSession,
        whenAway: (cause) =>
          new EppConnectionError(`no session with the server: ${asError(cause).message}`, { cause }),
      });
    },
    domainCheck: (names, call) =>
      read({ type: "domain:check", names: [...names], ...(call?.fee && { fee: call.fee }) }, call),
    domainInfo: (name, call) =>
      read(
        {
          type: "domain:info",
          name,
          ...(call?.hosts && { hosts: call.hosts }),
          ...(call?.authInfo !== undefined && { authInfo: call.authInfo }),
        },
        call,
      ),
    domainUpdate: (name, changes, call) => send({ type: "domain:update", name, ...changes }, call),
    domainCreate: (name, details, call) => send({ type: "domain:create", name, ...details }, call),
    domainRenew: (name, details, call) => send({ type: "domain:renew", name, ...details }, call),
    async poll(call) {
      const reply = await send({ type: "poll", operation: "request" }, call);
      const { queue } = reply;
      if (reply.code === 1300 || queue === undefined) return { ...reply, data: undefined };
      return { ...reply, data: { ...queue, ...(reply.data?.subject && { subject: reply.data.subject }) } };
    },
    async ackPoll(messageId, call) {
      const reply = await send({ type: "poll", operation: "acknowledge", messageId }, call);
      return { ...reply, data: undefined };
    },
    close() {
      closing ??= finish();
      return closing;
    },
  };
}

function readReply<Command extends EppCommand>(
  type: Command["type"],
  answer: EppResponse,
  clTRID: string,
): EppReply<ResultOf<Command> | undefined> {
  const [{ code, message }] = answer.results;
  const pending = code === 1001;
  // RFC 5730 section 3: an action that is pending may have no result to show yet.
  const data = pending && answer.parts.resData.length === 0 ? undefined : decodeResult(type, answer.parts);
  return {
    code,
    message,
    clTRID,
    svTRID: answer.svTRID,
    ...(answer.queue && { queue: answer.queue }),
    pending,
    data,
  };
}

function mayChange(command: EppCommand): boolean {
  return codecOf(command).changes(command);
}

/** The line or the session went, but no time-out: after one of those the caller has waited long enough. */
function isLostSession(error: unknown): boolean {
  if (error instanceof EppResultError) return describeResultCode(error.code).endsSession;
  if (!(error instanceof EppConnectionError)) return false;
  return error.cause instanceof ExchangeFailure && !error.cause.timedOut;
}

/** A login that was refused for who we are will be refused again at once. */
function isRefusedForGood(error: unknown): boolean {
  return error instanceof EppResultError && error.code !== 2400 && error.code !== 2500 && error.code !== 2502;
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
