import { setTimeout as pause } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { describeResultCode, EppCodecError, type LoginCommand, namespaces } from "@zonepost/epp";
import {
  type ClientMessage,
  codecOf,
  createFrameDecoder,
  decodeClientMessage,
  encodeFrame,
  encodeGreetingMessage,
  encodeResponse,
  encodeResult,
  type ResponseInput,
} from "@zonepost/epp/codec";
import type postgres from "postgres";
import { carryOut, type ObjectCommand } from "../commands/carry-out.ts";
import type { Done } from "../commands/command-context.ts";
import { postpone, settlePending } from "../commands/pending.ts";
import { Refusal } from "../refusal.ts";
import { businessNow } from "../state/business-clock.ts";
import { oldestMessage } from "../state/poll-messages.ts";
import { type Trouble, takeTrouble, whatAwaits } from "../state/trouble.ts";
import type { CommandRateLimit } from "./command-rate.ts";
import { logIn } from "./log-in.ts";
import { extensionUris, languages, objectUris, versions } from "./services.ts";

const maxFailedLogins = 3;
const maxWaitingFrames = 64;

/** What the sessions of one registry share. */
export type RegistryContext = {
  sql: postgres.Sql;
  serverId: string;
  nextTransactionId(): string;
  /** Takes a place for a registrar's session; false when all are taken. */
  admit(registrar: string): boolean;
  leave(registrar: string): void;
  commandRate: CommandRateLimit;
  log(entry: RegistryLogEntry): void;
};

export type RegistryLogEntry =
  | { event: "command"; registrar?: string; command: string; code: number; svTRID: string; clTRID?: string }
  | { event: "trouble"; command: string; kind: Trouble["kind"] }
  | { event: "error"; error: unknown }
  | { event: "refused_stream"; reason: string };

export type Session = {
  /** Finishes the command in flight and closes. */
  drain(): Promise<void>;
};

/** What is sent for one message, and whether the line is closed after it. */
type Outcome = {
  xml?: string;
  close: boolean;
};

/** A command with what is known when it is carried out. */
type Received = {
  xml: string;
  usedUris: readonly string[];
  clTRID?: string;
  now: Date;
  trouble?: Trouble;
};

/** Serves one connection from its greeting to its end (RFC 5734 section 2). */
export function serveSession(socket: TLSSocket, registry: RegistryContext): Session {
  const { sql } = registry;
  const frames = createFrameDecoder();
  const waiting: string[] = [];
  const left = new AbortController();
  let login: LoginCommand | undefined;
  let failedLogins = 0;
  let draining = false;
  let running: Promise<void> = Promise.resolve();
  let busy = false;

  async function greeting(): Promise<string> {
    return encodeGreetingMessage({
      serverId: registry.serverId,
      date: await businessNow(sql),
      versions: [...versions],
      languages: [...languages],
      objectUris: [...objectUris],
      extensionUris: [...extensionUris],
    });
  }

  function respond(
    response: Omit<ResponseInput, "svTRID">,
    command: string,
    svTRID = registry.nextTransactionId(),
  ): Outcome {
    const { code, clTRID } = response;
    registry.log({
      event: "command",
      ...(login && { registrar: login.clientId }),
      command,
      code,
      svTRID,
      ...(clTRID !== undefined && { clTRID }),
    });
    return { xml: encodeResponse({ ...response, svTRID }), close: describeResultCode(code).endsSession };
  }

  async function answerLogin(
    command: LoginCommand,
    usedUris: readonly string[],
  ): Promise<Omit<ResponseInput, "svTRID">> {
    if (login) {
      throw new Refusal(2002, "this session is logged in");
    }
    assertAskedFor(usedUris, new Set(command.extensionUris));
    try {
      await logIn(sql, command);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 2200) {
        throw error;
      }
      failedLogins += 1;
      if (failedLogins >= maxFailedLogins) {
        throw new Refusal(2501, "too many failed logins");
      }
      throw error;
    }
    if (!registry.admit(command.clientId)) {
      throw new Refusal(2502, "too many sessions");
    }
    // The line may have gone meanwhile, and its close has then nothing to give back.
    if (socket.destroyed) {
      registry.leave(command.clientId);
    } else {
      login = command;
    }
    if (failedLogins === 0 || !command.extensionUris.includes(namespaces.loginSec)) {
      return { code: 1000 };
    }
    return {
      code: 1000,
      parts: encodeResult("login", {
        events: [
          // RFC 8807 section 3.1: a statistic about the logins before this one.
          { type: "stat", name: "failedLogins", level: "warning", value: String(failedLogins) },
        ],
      }),
    };
  }

  function assertAskedFor(usedUris: readonly string[], asked: ReadonlySet<string>): void {
    for (const uri of usedUris) {
      if (asked.has(uri)) {
        continue;
      }
      throw new Refusal(extensionUris.includes(uri) ? 2103 : 2307, "the login did not ask for this service");
    }
  }

  async function answerObject(
    { xml, usedUris, clTRID, now, trouble }: Received,
    command: ObjectCommand,
    by: LoginCommand,
    svTRID: string,
  ): Promise<Omit<ResponseInput, "svTRID">> {
    const asked = new Set([...by.objectUris, ...by.extensionUris]);
    assertAskedFor(usedUris, asked);
    const context = { sql, registrar: by.clientId, now };
    let done: Done;
    if (trouble?.kind === "pending") {
      const { delayMs } = trouble;
      done = await postpone(context, command, {
        registrar: by.clientId,
        xml,
        clTRID: clTRID ?? null,
        svTRID,
        dueAt: delayMs === undefined ? null : new Date(now.getTime() + delayMs),
      });
    } else {
      done = await carryOut(context, command);
    }
    const queue = done.queue ?? (await queueReport(by.clientId));
    return {
      code: done.code ?? 1000,
      ...(queue && { queue }),
      ...(done.parts && {
        parts: {
          resData: done.parts.resData,
          // RFC 5730 section 2.9.1.1: what the login did not ask for is not sent.
          extensions: done.parts.extensions.filter((item) => asked.has(item.namespace)),
        },
      }),
    };
  }

  async function queueReport(registrar: string): Promise<ResponseInput["queue"]> {
    const oldest = await oldestMessage(sql, registrar);
    return oldest && { count: oldest.count, id: oldest.message.id };
  }

  async function answerCommand(
    xml: string,
    message: Extract<ClientMessage, { type: "command" }>,
  ): Promise<Outcome> {
    const { command, clTRID, usedUris } = message;
    const identifiers = clTRID === undefined ? {} : { clTRID };
    const verdict = login && command.type !== "logout" ? registry.commandRate.judge(login.clientId) : 1000;
    if (verdict !== 1000) {
      throw new Refusal(verdict, "too many commands a second");
    }
    const now = await businessNow(sql);
    const { hasTrouble, hasPending } = await whatAwaits(sql, now);
    if (hasPending) {
      await settlePending(sql, now, now);
    }
    const trouble = hasTrouble
      ? await takeTrouble(sql, command.type, codecOf(command).changes(command))
      : undefined;
    if (trouble) {
      registry.log({ event: "trouble", command: command.type, kind: trouble.kind });
      if (trouble.kind === "slow") {
        await pauseWhileOpen(trouble.delayMs ?? 1000);
      }
      if (trouble.kind === "drop_before") {
        return { close: true };
      }
      if (trouble.kind === "answer") {
        return respond({ code: trouble.code ?? 2400, ...identifiers }, command.type);
      }
    }
    const svTRID = registry.nextTransactionId();
    let response: Omit<ResponseInput, "svTRID">;
    if (command.type === "login") {
      response = await answerLogin(command, usedUris);
    } else if (!login) {
      throw new Refusal(2002, "log in first");
    } else if (command.type === "logout") {
      response = { code: 1500 };
    } else {
      const received: Received = {
        xml,
        usedUris,
        ...identifiers,
        now: trouble?.kind === "slow" ? await businessNow(sql) : now,
        ...(trouble && { trouble }),
      };
      response = await answerObject(received, command, login, svTRID);
    }
    const outcome = respond({ ...response, ...identifiers }, command.type, svTRID);
    return trouble?.kind === "drop_after_write" ? { close: true } : outcome;
  }

  /** A client that does not wait to the end does not undo its command: it is carried out then. */
  async function pauseWhileOpen(delayMs: number): Promise<void> {
    await pause(delayMs, undefined, { signal: left.signal }).catch(() => {});
  }

  async function answer(xml: string): Promise<Outcome> {
    const message = decodeClientMessage(xml);
    try {
      if (message.type === "hello") {
        return { xml: await greeting(), close: false };
      }
      if (message.type === "invalid") {
        throw message.error;
      }
      return await answerCommand(xml, message);
    } catch (error) {
      const refusal = asRefusal(error);
      const clTRID = message.type === "hello" ? undefined : message.clTRID;
      return respond(
        { code: refusal.code, reason: refusal.message, ...(clTRID !== undefined && { clTRID }) },
        message.type === "command" ? message.command.type : message.type,
      );
    }
  }

  function asRefusal(error: unknown): Refusal {
    if (error instanceof Refusal) {
      return error;
    }
    if (error instanceof EppCodecError) {
      return new Refusal(error.resultCode, error.message);
    }
    registry.log({ event: "error", error });
    return new Refusal(2400, "the registry has a fault of its own");
  }

  async function work(): Promise<void> {
    busy = true;
    for (let xml = waiting.shift(); xml !== undefined; xml = waiting.shift()) {
      const outcome = await answer(xml);
      if (socket.destroyed) {
        break;
      }
      if (outcome.xml !== undefined) {
        socket.write(encodeFrame(outcome.xml));
      }
      if (outcome.close || draining) {
        // A line that is to be dropped is dropped without the goodbye of TLS.
        if (outcome.xml === undefined) {
          socket.destroy();
        } else {
          socket.end();
        }
        break;
      }
    }
    busy = false;
  }

  function giveUp(error: unknown): void {
    registry.log({ event: "error", error });
    socket.destroy();
  }

  function receive(chunk: Uint8Array): void {
    try {
      waiting.push(...frames.push(chunk));
    } catch (error) {
      registry.log({
        event: "refused_stream",
        reason: error instanceof Error ? error.message : String(error),
      });
      socket.destroy();
      return;
    }
    if (waiting.length > maxWaitingFrames) {
      socket.destroy();
    } else if (!busy && !draining) {
      running = work().catch(giveUp);
    }
  }

  socket.on("close", () => {
    left.abort();
    waiting.length = 0;
    if (login) {
      registry.leave(login.clientId);
    }
  });
  running = greeting()
    .then((xml) => {
      socket.write(encodeFrame(xml));
      socket.on("data", receive);
    })
    .catch(giveUp);

  return {
    async drain() {
      draining = true;
      await running;
      socket.end();
    },
  };
}
