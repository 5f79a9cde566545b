import { setTimeout as pause } from "node:timers/promises";
import { describeResultCode, EppCodecError, type LoginCommand, namespaces } from "@zonepost/epp";
import {
  type ClientMessage,
  codecOf,
  decodeClientMessage,
  encodeGreetingMessage,
  encodeResponse,
  encodeResult,
  type ResponseInput,
} from "@zonepost/epp/codec";
import type { Done } from "../commands/command-context.ts";
import { executeCommand, type ObjectCommand } from "../commands/execute-command.ts";
import { postpone, settlePending } from "../commands/pending.ts";
import { Refusal } from "../refusal.ts";
import { isSilent } from "../rules/names.ts";
import { businessNow } from "../state/business-clock.ts";
import { type Fault, findPendingWork, takeFault } from "../state/faults.ts";
import { oldestMessage } from "../state/poll-messages.ts";
import { logIn } from "./log-in.ts";
import type { RegistryContext } from "./registry-context.ts";
import { extensionUris, languages, objectUris, versions } from "./services.ts";

const maxFailedLogins = 3;

/** The response to one message, and whether the connection closes after it. */
type Outcome = {
  xml?: string;
  close: boolean;
};

/** A command and the circumstances in which it is executed. */
type Received = {
  xml: string;
  usedUris: readonly string[];
  clTRID?: string;
  now: Date;
  fault?: Fault;
};

/** Handles the messages of one connection, from its login to its logout (RFC 5730 section 2.9). */
export class MessageHandler {
  readonly #registry: RegistryContext;
  /** Aborted when the connection closes. */
  readonly #left: AbortSignal;
  #login: LoginCommand | undefined;
  #failedLogins = 0;
  #receivedMs = 0;

  constructor(registry: RegistryContext, left: AbortSignal) {
    this.#registry = registry;
    this.#left = left;
  }

  /** Releases the registrar's session once the connection has closed. */
  leave(): void {
    if (this.#login) {
      this.#registry.leave(this.#login.clientId);
    }
  }

  async greeting(): Promise<string> {
    return encodeGreetingMessage({
      serverId: this.#registry.serverId,
      date: await businessNow(this.#registry.sql),
      versions: [...versions],
      languages: [...languages],
      objectUris: [...objectUris],
      extensionUris: [...extensionUris],
    });
  }

  #respond(
    response: Omit<ResponseInput, "svTRID">,
    command: string,
    svTRID = this.#registry.nextTransactionId(),
  ): Outcome {
    const { code, clTRID } = response;
    this.#registry.log({
      event: "command",
      ...(this.#login && { registrar: this.#login.clientId }),
      command,
      code,
      svTRID,
      ...(clTRID !== undefined && { clTRID }),
      durationMs: performance.now() - this.#receivedMs,
    });
    return { xml: encodeResponse({ ...response, svTRID }), close: describeResultCode(code).endsSession };
  }

  async #answerLogin(
    command: LoginCommand,
    usedUris: readonly string[],
  ): Promise<Omit<ResponseInput, "svTRID">> {
    if (this.#login) {
      throw new Refusal(2002, "this session is logged in");
    }
    this.#assertRequested(usedUris, new Set(command.extensionUris));
    try {
      await logIn(this.#registry.sql, command);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 2200) {
        throw error;
      }
      this.#failedLogins += 1;
      if (this.#failedLogins >= maxFailedLogins) {
        throw new Refusal(2501, "too many failed logins");
      }
      throw error;
    }
    if (!this.#registry.admit(command.clientId)) {
      throw new Refusal(2502, "too many sessions");
    }
    // The connection may have closed in the meantime, before there was a login to leave.
    if (this.#left.aborted) {
      this.#registry.leave(command.clientId);
    } else {
      this.#login = command;
    }
    if (this.#failedLogins === 0 || !command.extensionUris.includes(namespaces.loginSec)) {
      return { code: 1000 };
    }
    return {
      code: 1000,
      parts: encodeResult("login", {
        events: [
          // RFC 8807 section 3.1: a statistic about the failed logins before this one.
          { type: "stat", name: "failedLogins", level: "warning", value: String(this.#failedLogins) },
        ],
      }),
    };
  }

  #assertRequested(usedUris: readonly string[], requestedUris: ReadonlySet<string>): void {
    for (const uri of usedUris) {
      if (requestedUris.has(uri)) {
        continue;
      }
      throw new Refusal(extensionUris.includes(uri) ? 2103 : 2307, "the login did not ask for this service");
    }
  }

  async #answerObject(
    { xml, usedUris, clTRID, now, fault }: Received,
    command: ObjectCommand,
    by: LoginCommand,
    svTRID: string,
  ): Promise<Omit<ResponseInput, "svTRID">> {
    const requestedUris = new Set([...by.objectUris, ...by.extensionUris]);
    this.#assertRequested(usedUris, requestedUris);
    const context = { sql: this.#registry.sql, registrar: by.clientId, now };
    let done: Done;
    if (fault?.kind === "pending") {
      const { delayMs } = fault;
      done = await postpone(context, command, {
        registrar: by.clientId,
        xml,
        clTRID: clTRID ?? null,
        svTRID,
        dueAt: delayMs === undefined ? null : new Date(now.getTime() + delayMs),
      });
    } else {
      done = await executeCommand(context, command);
    }
    const queue = done.queue ?? (await this.#queueReport(by.clientId));
    return {
      code: done.code ?? 1000,
      ...(queue && { queue }),
      ...(done.parts && {
        parts: {
          resData: done.parts.resData,
          // RFC 5730 section 2.9.1.1: extensions that the login didn't request are not sent.
          extensions: done.parts.extensions.filter((item) => requestedUris.has(item.namespace)),
        },
      }),
    };
  }

  async #queueReport(registrar: string): Promise<ResponseInput["queue"]> {
    const oldest = await oldestMessage(this.#registry.sql, registrar);
    return oldest && { count: oldest.count, id: oldest.message.id };
  }

  async #answerCommand(xml: string, message: Extract<ClientMessage, { type: "command" }>): Promise<Outcome> {
    const { command, clTRID, usedUris } = message;
    const identifiers = clTRID === undefined ? {} : { clTRID };
    const verdict =
      this.#login && command.type !== "logout"
        ? this.#registry.commandRate.check(this.#login.clientId)
        : 1000;
    if (verdict !== 1000) {
      throw new Refusal(verdict, "too many commands a second");
    }
    const now = await businessNow(this.#registry.sql);
    const { hasFault, hasPending } = await findPendingWork(this.#registry.sql, now);
    if (hasPending) {
      await settlePending(this.#registry.sql, now, now);
    }
    const fault = hasFault
      ? await takeFault(this.#registry.sql, command.type, codecOf(command).changes(command))
      : undefined;
    if (fault) {
      this.#registry.log({ event: "fault", command: command.type, kind: fault.kind });
      if (fault.kind === "slow") {
        await this.#pauseWhileOpen(fault.delayMs ?? 1000);
      }
      if (fault.kind === "drop_before") {
        return { close: true };
      }
      if (fault.kind === "answer") {
        return this.#respond({ code: fault.code ?? 2400, ...identifiers }, command.type);
      }
    }
    const svTRID = this.#registry.nextTransactionId();
    let response: Omit<ResponseInput, "svTRID">;
    if (command.type === "login") {
      response = await this.#answerLogin(command, usedUris);
    } else if (!this.#login) {
      throw new Refusal(2002, "log in first");
    } else if (command.type === "logout") {
      response = { code: 1500 };
    } else {
      const received: Received = {
        xml,
        usedUris,
        ...identifiers,
        now: fault?.kind === "slow" ? await businessNow(this.#registry.sql) : now,
        ...(fault && { fault }),
      };
      response = await this.#answerObject(received, command, this.#login, svTRID);
    }
    const outcome = this.#respond({ ...response, ...identifiers }, command.type, svTRID);
    const isSilenced = command.type === "domain:create" && isSilent(command.name);
    return fault?.kind === "drop_after_write" || isSilenced ? { close: true } : outcome;
  }

  /** Waits, but not longer than the connection is open. The command is executed in either case. */
  async #pauseWhileOpen(delayMs: number): Promise<void> {
    await pause(delayMs, undefined, { signal: this.#left }).catch(() => {});
  }

  /** Executes one message and returns the response to it. */
  async answer(xml: string): Promise<Outcome> {
    this.#receivedMs = performance.now();
    const message = decodeClientMessage(xml);
    try {
      if (message.type === "hello") {
        return { xml: await this.greeting(), close: false };
      }
      if (message.type === "invalid") {
        throw message.error;
      }
      return await this.#answerCommand(xml, message);
    } catch (error) {
      const refusal = this.#asRefusal(error);
      const clTRID = message.type === "hello" ? undefined : message.clTRID;
      return this.#respond(
        { code: refusal.code, reason: refusal.message, ...(clTRID !== undefined && { clTRID }) },
        message.type === "command" ? message.command.type : message.type,
      );
    }
  }

  #asRefusal(error: unknown): Refusal {
    if (error instanceof Refusal) {
      return error;
    }
    if (error instanceof EppCodecError) {
      return new Refusal(error.resultCode, error.message);
    }
    this.#registry.log({ event: "error", error });
    return new Refusal(2400, "the registry has a fault of its own");
  }
}
