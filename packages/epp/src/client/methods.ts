import { randomBytes } from "node:crypto";
import { encodeCommand } from "../codec/client-message.ts";
import type { EppCommand, ResultOf } from "../codec/commands.ts";
import type { EppCallOptions, EppClient, EppReply } from "./api.ts";
import { EppConnectionError, EppProtocolError } from "./errors.ts";
import { asError, exchange, greetOn, isLostSession, mayChange } from "./exchange.ts";
import type { EppClientOptions } from "./options.ts";
import { defaultRequestTimeoutMs } from "./session.ts";
import { Sessions, type SessionsState } from "./sessions.ts";

const defaultSessionLimitPauseMs = 60_000;

/** Creates the methods of a client on top of its sessions. */
export function createMethods(
  options: EppClientOptions,
  { maxSessions, sessionLimitPauseMs }: { maxSessions: number; sessionLimitPauseMs?: number | undefined },
): { client: EppClient; state: () => SessionsState } {
  const { requestTimeoutMs = defaultRequestTimeoutMs, log = () => {} } = options;
  const transactionPrefix = `ZP-${randomBytes(6).toString("hex")}`;
  let transactions = 0;

  function nextTransactionId(): string {
    transactions += 1;
    return `${transactionPrefix}-${transactions}`;
  }

  const sessions = new Sessions(options, {
    maxSessions,
    sessionLimitPauseMs: sessionLimitPauseMs ?? defaultSessionLimitPauseMs,
    nextTransactionId,
    log,
  });

  async function send<Command extends EppCommand>(
    command: Command,
    call: EppCallOptions | undefined,
  ): Promise<EppReply<ResultOf<Command> | undefined>> {
    let clTRID = call?.clTRID ?? nextTransactionId();
    encodeCommand(command, clTRID);
    if (sessions.isClosing) {
      throw new EppConnectionError("the client is closed", { clTRID });
    }
    let runs = 0;
    return await sessions.run({
      run: (connection) => {
        runs += 1;
        if (runs > 1) {
          clTRID = nextTransactionId();
        }
        return exchange(connection, command, clTRID, { requestTimeoutMs, log });
      },
      mayRepeat: (error) => !mayChange(command) && isLostSession(error),
      whenAway: (cause) =>
        new EppConnectionError(`no session with the server: ${asError(cause).message}`, { clTRID, cause }),
      isPoll: command.type === "poll",
    });
  }

  /** For commands that always have a result when they succeed. */
  async function read<Command extends EppCommand>(
    command: Command,
    call: EppCallOptions | undefined,
  ): Promise<EppReply<ResultOf<Command>>> {
    const reply = await send(command, call);
    const { data } = reply;
    if (data === undefined) {
      throw new EppProtocolError("the answer holds no result", { clTRID: reply.clTRID });
    }
    return { ...reply, data };
  }

  const client: EppClient = {
    async hello() {
      if (sessions.isClosing) {
        throw new EppConnectionError("the client is closed");
      }
      return await sessions.run({
        run: (connection) => greetOn(connection, requestTimeoutMs),
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
          ...(call?.authInfoRoid !== undefined && { authInfoRoid: call.authInfoRoid }),
        },
        call,
      ),
    async domainUpdate(name, changes, call) {
      const reply = await send({ type: "domain:update", name, ...changes }, call);
      return { ...reply, data: reply.data ?? {} };
    },
    domainCreate: (name, details, call) => send({ type: "domain:create", name, ...details }, call),
    domainRenew: (name, details, call) => send({ type: "domain:renew", name, ...details }, call),
    async domainDelete(name, call) {
      const reply = await send({ type: "domain:delete", name }, call);
      return { ...reply, data: reply.data ?? {} };
    },
    async domainRestore(name, details, call) {
      const reply = await send({ type: "domain:restore", name, ...details }, call);
      return { ...reply, data: reply.data ?? { rgpStatuses: [] } };
    },
    domainTransfer: (name, operation, details, call) =>
      send({ type: "domain:transfer", operation, name, ...details }, call),
    domainTransferQuery: (name, call) =>
      read(
        {
          type: "domain:transfer",
          operation: "query",
          name,
          ...(call?.authInfo !== undefined && { authInfo: call.authInfo }),
          ...(call?.authInfoRoid !== undefined && { authInfoRoid: call.authInfoRoid }),
        },
        call,
      ),
    balanceInfo: (call) => read({ type: "balance:info" }, call),
    contactCheck: (ids, call) => read({ type: "contact:check", ids: [...ids] }, call),
    contactInfo: (id, call) =>
      read(
        {
          type: "contact:info",
          id,
          ...(call?.authInfo !== undefined && { authInfo: call.authInfo }),
        },
        call,
      ),
    contactCreate: (id, details, call) => send({ type: "contact:create", id, ...details }, call),
    contactUpdate: (id, changes, call) => send({ type: "contact:update", id, ...changes }, call),
    contactDelete: (id, call) => send({ type: "contact:delete", id }, call),
    contactTransfer: (id, operation, details, call) =>
      send({ type: "contact:transfer", operation, id, ...details }, call),
    contactTransferQuery: (id, call) =>
      read(
        {
          type: "contact:transfer",
          operation: "query",
          id,
          ...(call?.authInfo !== undefined && { authInfo: call.authInfo }),
        },
        call,
      ),
    hostCheck: (names, call) => read({ type: "host:check", names: [...names] }, call),
    hostInfo: (name, call) => read({ type: "host:info", name }, call),
    hostCreate: (name, details, call) => send({ type: "host:create", name, ...details }, call),
    hostUpdate: (name, changes, call) => send({ type: "host:update", name, ...changes }, call),
    hostDelete: (name, call) => send({ type: "host:delete", name }, call),
    async poll(call) {
      const reply = await send({ type: "poll", operation: "request" }, call);
      const { queue } = reply;
      if (reply.code === 1300 || queue === undefined) {
        return { ...reply, data: undefined };
      }
      return { ...reply, data: { ...queue, ...reply.data } };
    },
    async ackPoll(messageId, call) {
      const reply = await send({ type: "poll", operation: "acknowledge", messageId }, call);
      return { ...reply, data: undefined };
    },
    close: () => sessions.close(),
  };
  return { client, state: () => sessions.state() };
}
