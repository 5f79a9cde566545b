import { encodeCommand, encodeHello } from "../codec/client-message.ts";
import { EppCodecError } from "../codec/codec-error.ts";
import { codecOf, type EppCommand, type ResultOf } from "../codec/commands.ts";
import { decodeResult, type EppResponse } from "../codec/server-message.ts";
import type { Greeting } from "../codec/session/greeting.ts";
import { describeResultCode, isSuccessCode } from "../result-codes.ts";
import type { EppReply } from "./api.ts";
import { type Connection, ExchangeFailure } from "./connection.ts";
import { EppConnectionError, EppOutcomeUnknownError, EppProtocolError, EppResultError } from "./errors.ts";
import type { EppLogEntry } from "./options.ts";

/** Options of one exchange. */
export type ExchangeSettings = {
  requestTimeoutMs: number;
  log: (entry: EppLogEntry) => void;
};

/** Sends a hello and waits for the greeting (RFC 5730 section 2.3). */
export async function greetOn(connection: Connection, requestTimeoutMs: number): Promise<Greeting> {
  let answer: Awaited<ReturnType<Connection["exchange"]>>;
  try {
    answer = await connection.exchange(encodeHello(), requestTimeoutMs);
  } catch (cause) {
    throw new EppConnectionError(`no greeting: ${asError(cause).message}`, { cause });
  }
  if (answer.type === "greeting") {
    return answer.greeting;
  }
  // A failing server may respond to a hello with a result, which RFC 5730 section 2.3 doesn't provide for.
  connection.destroy("a hello was answered by a result");
  throw new EppResultError(answer.results, answer);
}

/** Sends one command and checks the response. Closes the connection if the response is not as expected. */
export async function exchange<Command extends EppCommand>(
  connection: Connection,
  command: Command,
  clTRID: string,
  { requestTimeoutMs, log }: ExchangeSettings,
): Promise<EppReply<ResultOf<Command> | undefined>> {
  const changes = mayChange(command);
  const startedMs = performance.now();
  const lost = (message: string, cause: unknown, sent: boolean) =>
    changes && sent
      ? new EppOutcomeUnknownError(`no answer to a change that was sent: ${message}`, { clTRID, cause })
      : new EppConnectionError(message, { clTRID, cause });
  const failInvalid = (message: string, cause?: unknown) => {
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
      if (!(cause instanceof ExchangeFailure)) {
        throw cause;
      }
      throw lost(cause.message, cause, cause.sent);
    }
    if (answer.type !== "response") {
      throw failInvalid("the server answered by a greeting");
    }
    if (answer.clTRID !== undefined && answer.clTRID !== clTRID) {
      throw failInvalid("the server answered another command");
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
    if (describeResultCode(code).endsSession) {
      connection.destroy(`the server ended the session with ${code}`);
    }
    if (!isSuccessCode(code)) {
      throw new EppResultError(answer.results, { clTRID, svTRID: answer.svTRID });
    }
    try {
      return readReply(command.type, answer, clTRID);
    } catch (cause) {
      throw failInvalid("the server's answer could not be read", cause);
    }
  } catch (error) {
    if (!(error instanceof EppResultError)) {
      const durationMs = performance.now() - startedMs;
      log({ event: "command_failed", command: command.type, clTRID, error: asError(error), durationMs });
    }
    throw error;
  }
}

function readReply<Command extends EppCommand>(
  type: Command["type"],
  answer: EppResponse,
  clTRID: string,
): EppReply<ResultOf<Command> | undefined> {
  const [{ code, message }] = answer.results;
  return {
    code,
    message,
    clTRID,
    svTRID: answer.svTRID,
    ...(answer.queue && { queue: answer.queue }),
    pending: code === 1001,
    data: readData(type, answer, code === 1001),
  };
}

function readData<Command extends EppCommand>(
  type: Command["type"],
  { parts }: EppResponse,
  pending: boolean,
): ResultOf<Command> | undefined {
  try {
    return decodeResult(type, parts);
  } catch (error) {
    // RFC 5730 section 3: a pending action may not have a result yet.
    if (error instanceof EppCodecError && pending && parts.resData.length === 0) {
      return undefined;
    }
    throw error;
  }
}

/** Whether a command may change an object on the server. */
export function mayChange(command: EppCommand): boolean {
  return codecOf(command).changes(command);
}

/** Whether the connection or session was lost other than by a time-out, after which the caller has waited long enough. */
export function isLostSession(error: unknown): boolean {
  if (error instanceof EppResultError) {
    return describeResultCode(error.code).endsSession;
  }
  if (!(error instanceof EppConnectionError)) {
    return false;
  }
  return error.cause instanceof ExchangeFailure && !error.cause.timedOut;
}

export function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
