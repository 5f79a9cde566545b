import { describe, expect, it } from "vitest";
import { connectPool as connect, start } from "../../test/connect.ts";
import {
  type Action,
  kindOf,
  type ReceivedMessage,
  type ScriptedServer,
  startScriptedServer,
} from "../../test/scripted-server.ts";
import { encodeResult } from "../codec/server-message.ts";
import { EppConnectionError, EppOutcomeUnknownError } from "./errors.ts";
import type { EppLogEntry } from "./options.ts";

/** Commands that a server holds until released, so that a test decides how many are in flight. */
function createGate() {
  const held: { received: ReceivedMessage; answer: (action: Action) => void }[] = [];
  const watchers = new Set<() => void>();
  return {
    held,
    hold: (received: ReceivedMessage) =>
      new Promise<Action>((answer) => {
        held.push({ received, answer });
        for (const watcher of watchers) {
          watcher();
        }
      }),
    /** Resolves once this many commands are held. */
    holds: (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (held.length < count) {
            return;
          }
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    answerAll: (action?: Action) => {
      for (const { answer } of held.splice(0)) {
        answer(action);
      }
    },
  };
}

const update = { secDns: { remove: { all: true as const } } };
const available = encodeResult("domain:check", { domains: [{ name: "a.com", available: true }] });

function nameOf({ message }: ReceivedMessage): string | undefined {
  return message.type === "command" && "name" in message.command ? message.command.name : undefined;
}

function ofKind(server: ScriptedServer, kind: string): ReceivedMessage[] {
  return server.received.filter((received) => kindOf(received) === kind);
}

describe("a pool", () => {
  it("opens no session before the first command, one for one command, and another while that is in use", async () => {
    const gate = createGate();
    const server = await start((received) =>
      kindOf(received) === "domain:update" ? gate.hold(received) : undefined,
    );
    const pool = connect(server);
    expect(server.connections).toBe(0);
    const first = pool.domainUpdate("a.com", update);
    await gate.holds(1);
    expect(server.connections).toBe(1);
    const second = pool.domainUpdate("b.com", update);
    await gate.holds(2);
    expect(new Set(gate.held.map(({ received }) => received.connection))).toEqual(new Set([1, 2]));
    expect(pool.state()).toEqual({ open: 2, busy: 2, waiting: 0, limit: 2 });
    gate.answerAll();
    await Promise.all([first, second]);
    await pool.hello();
    expect(server.connections).toBe(2);
    expect(pool.state()).toEqual({ open: 2, busy: 0, waiting: 0, limit: 2 });
  });

  it("queues commands beyond its sessions, and sends them in order of arrival", async () => {
    const gate = createGate();
    const server = await start((received) =>
      kindOf(received) === "domain:update" ? gate.hold(received) : undefined,
    );
    const pool = connect(server);
    const names = ["a.com", "b.com", "c.com", "d.com", "e.com"];
    const replies = new Map(names.map((name) => [name, pool.domainUpdate(name, update)]));
    await gate.holds(2);
    expect(pool.state()).toMatchObject({ busy: 2, waiting: 3 });
    for (let answered = 0; answered < names.length; answered += 1) {
      await gate.holds(1);
      const next = gate.held.shift();
      next?.answer(undefined);
      await replies.get((next && nameOf(next.received)) ?? "");
    }
    const sent = ofKind(server, "domain:update").map(nameOf);
    expect(sent.slice(0, 2).toSorted()).toEqual(["a.com", "b.com"]);
    expect(sent.slice(2)).toEqual(["c.com", "d.com", "e.com"]);
    expect(server.connections).toBe(2);
  });

  it("matches each command with its own response over hundreds of commands", async () => {
    const server = await start((received) =>
      kindOf(received) === "domain:check"
        ? { respond: { code: 1000, parts: checkedAs(received) } }
        : undefined,
    );
    const pool = connect(server, { maxSessions: 4 });
    const names = Array.from({ length: 300 }, (_, index) => `name${index}.com`);
    const replies = await Promise.all(names.map((name) => pool.domainCheck([name])));
    expect(replies.map((reply) => reply.data.domains[0]?.name)).toEqual(names);
    expect(new Set(replies.map((reply) => reply.clTRID)).size).toBe(names.length);
    expect(server.connections).toBe(4);
  });

  it("only loses a session's current change, whose outcome is unknown, and replaces the session", async () => {
    const gate = createGate();
    const server = await start((received) =>
      kindOf(received) === "domain:update" ? gate.hold(received) : undefined,
    );
    const pool = connect(server);
    const outcomes = Promise.allSettled([
      pool.domainUpdate("a.com", update),
      pool.domainUpdate("b.com", update),
      pool.domainUpdate("c.com", update),
    ]);
    await gate.holds(2);
    const place = gate.held.findIndex(({ received }) => nameOf(received) === "a.com");
    const [lost] = gate.held.splice(place, 1);
    lost?.answer({ drop: true });
    await gate.holds(2);
    gate.answerAll();
    expect(await outcomes).toMatchObject([
      { status: "rejected", reason: expect.any(EppOutcomeUnknownError) },
      { status: "fulfilled" },
      { status: "fulfilled" },
    ]);
    expect(ofKind(server, "domain:update").map(nameOf).toSorted()).toEqual(["a.com", "b.com", "c.com"]);
    expect(server.connections).toBe(3);
    expect(pool.state()).toMatchObject({ open: 2, limit: 2 });
  });

  it("resends a query when its session is lost, while the others continue", async () => {
    let dropped = false;
    const server = await start((received) => {
      if (kindOf(received) !== "domain:check") {
        return undefined;
      }
      if (!dropped) {
        dropped = true;
        return { drop: true };
      }
      return { respond: { code: 1000, parts: available } };
    });
    const pool = connect(server);
    await expect(
      Promise.all([pool.domainCheck(["a.com"]), pool.domainCheck(["b.com"]), pool.domainCheck(["c.com"])]),
    ).resolves.toHaveLength(3);
    expect(ofKind(server, "domain:check")).toHaveLength(4);
  });

  it("continues after 2400, and on a new session after 2500", async () => {
    const codes = [2400, 2500];
    const server = await start((received) => {
      const code = kindOf(received) === "domain:update" ? codes.shift() : undefined;
      return code === undefined ? undefined : { respond: { code }, close: code === 2500 };
    });
    const pool = connect(server);
    await expect(pool.domainUpdate("a.com", update)).rejects.toMatchObject({ code: 2400 });
    await expect(pool.domainUpdate("a.com", update)).rejects.toMatchObject({ code: 2500 });
    await expect(pool.domainUpdate("a.com", update)).resolves.toMatchObject({ code: 1000 });
    expect(server.connections).toBe(2);
  });

  it("polls one command at a time on one session, while other commands use the rest", async () => {
    const gate = createGate();
    const server = await start((received) =>
      kindOf(received) === "poll" || kindOf(received) === "domain:update" ? gate.hold(received) : undefined,
    );
    const pool = connect(server, { maxSessions: 3 });
    const polls = [pool.poll(), pool.ackPoll("1"), pool.poll()];
    const others = [pool.domainUpdate("a.com", update), pool.domainUpdate("b.com", update)];
    await gate.holds(3);
    expect(gate.held.map(({ received }) => kindOf(received)).toSorted()).toEqual([
      "domain:update",
      "domain:update",
      "poll",
    ]);
    expect(pool.state()).toMatchObject({ busy: 3, waiting: 2 });
    gate.answerAll();
    for (const _ of [2, 3]) {
      await gate.holds(1);
      expect(gate.held).toHaveLength(1);
      gate.answerAll();
    }
    await Promise.all([...polls, ...others]);
    const operations = ofKind(server, "poll").map(
      ({ message }) =>
        message.type === "command" && message.command.type === "poll" && message.command.operation,
    );
    expect(operations).toEqual(["request", "acknowledge", "request"]);
    expect(new Set(ofKind(server, "poll").map(({ connection }) => connection)).size).toBe(1);
  });

  it("polls on another session when its own is lost", async () => {
    const server = await start();
    const pool = connect(server);
    await pool.poll();
    await server.dropAll();
    await pool.poll();
    expect(ofKind(server, "poll").map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it("keeps every session alive with its own hello", async () => {
    const gate = createGate();
    const server = await start((received) =>
      kindOf(received) === "domain:update" ? gate.hold(received) : undefined,
    );
    const pool = connect(server, { keepAliveMs: 5 });
    const updates = [pool.domainUpdate("a.com", update), pool.domainUpdate("b.com", update)];
    await gate.holds(2);
    gate.answerAll();
    await Promise.all(updates);
    for (const connection of [1, 2]) {
      await server.receives((received) => kindOf(received) === "hello" && received.connection === connection);
    }
    expect(server.connections).toBe(2);
  });

  it("waits for running and queued commands when closed, and logs out of every session", async () => {
    const gate = createGate();
    const server = await start((received) =>
      kindOf(received) === "domain:update" ? gate.hold(received) : undefined,
    );
    const pool = connect(server);
    const updates = ["a.com", "b.com", "c.com"].map((name) => pool.domainUpdate(name, update));
    await gate.holds(2);
    const closed = pool.close();
    await expect(pool.domainUpdate("d.com", update)).rejects.toBeInstanceOf(EppConnectionError);
    gate.answerAll();
    await gate.holds(1);
    expect(ofKind(server, "logout")).toEqual([]);
    gate.answerAll();
    await closed;
    await expect(Promise.all(updates)).resolves.toHaveLength(3);
    expect(ofKind(server, "logout")).toHaveLength(2);
    expect(pool.state()).toMatchObject({ open: 0, busy: 0, waiting: 0 });
  });

  it.each([0, -1, 1.5, Number.NaN])("rejects %d sessions", (maxSessions) => {
    expect(() => connect({ port: 700, tls: {} }, { maxSessions })).toThrow(RangeError);
  });
});

describe("a registry with a lower session limit", () => {
  /** A server that returns 2502 for a login beyond this number of sessions. */
  async function startLimited(limit: { sessions: number }): Promise<ScriptedServer> {
    const loggedIn = new Set<number>();
    return await start((received) => {
      if (kindOf(received) === "domain:check") {
        return { respond: { code: 1000, parts: available } };
      }
      if (kindOf(received) !== "login") {
        return undefined;
      }
      if (loggedIn.size >= limit.sessions) {
        return { respond: { code: 2502 }, close: true };
      }
      loggedIn.add(received.connection);
      return undefined;
    });
  }

  it.each([1, 2, 3])("of %i fails no command if five are wanted at once", async (sessions) => {
    const log: EppLogEntry[] = [];
    const server = await startLimited({ sessions });
    const pool = connect(server, { maxSessions: 5, log: (entry) => log.push(entry) });
    const names = Array.from({ length: 20 }, (_, index) => `name${index}.com`);
    await expect(Promise.all(names.map((name) => pool.domainCheck([name])))).resolves.toHaveLength(20);
    expect(pool.state()).toMatchObject({ open: sessions, limit: sessions });
    expect(log).toContainEqual({ event: "session_limit_lowered", sessions, pauseMs: 60_000 });
    // After that, no further login is attempted beyond the sessions that it allows.
    const logins = ofKind(server, "login").length;
    await Promise.all(names.map((name) => pool.domainCheck([name])));
    expect(ofKind(server, "login")).toHaveLength(logins);
  });

  it("executes the command of the refused session before later ones", async () => {
    const logins = createGate();
    const updates = createGate();
    const server = await start((received) => {
      if (kindOf(received) === "login" && ofKind(server, "login").length > 1) {
        return logins.hold(received);
      }
      return nameOf(received) === "a.com" ? updates.hold(received) : undefined;
    });
    const pool = connect(server);
    const first = pool.domainUpdate("a.com", update);
    await updates.holds(1);
    const others = ["b.com", "c.com"].map((name) => pool.domainUpdate(name, update));
    await logins.holds(1);
    logins.answerAll({ respond: { code: 2502 }, close: true });
    await expect.poll(() => pool.state().waiting).toBe(2);
    updates.answerAll();
    await Promise.all([first, ...others]);
    expect(ofKind(server, "domain:update").map(nameOf)).toEqual(["a.com", "b.com", "c.com"]);
  });

  it("is asked for more after a while, and used in full once it allows them", async () => {
    const limit = { sessions: 1 };
    const server = await startLimited(limit);
    const pool = connect(server, { sessionLimitPauseMs: 50 });
    await Promise.all([pool.domainCheck(["a.com"]), pool.domainCheck(["b.com"])]);
    expect(pool.state().open).toBe(1);
    limit.sessions = 9;
    await expect.poll(() => pool.state().limit).toBe(2);
    await Promise.all([pool.domainCheck(["a.com"]), pool.domainCheck(["b.com"])]);
    expect(pool.state().open).toBe(2);
  });

  it("that returns 2502 to a query gets it again on another session", async () => {
    const gate = createGate();
    const server = await start((received) =>
      kindOf(received) === "domain:check" ? gate.hold(received) : undefined,
    );
    const pool = connect(server);
    const replies = [pool.domainCheck(["a.com"]), pool.domainCheck(["b.com"])];
    await gate.holds(2);
    const [refused, answered] = gate.held.splice(0);
    refused?.answer({ respond: { code: 2502 }, close: true });
    await expect.poll(() => pool.state().waiting).toBe(1);
    answered?.answer({ respond: { code: 1000, parts: available } });
    await gate.holds(1);
    gate.answerAll({ respond: { code: 1000, parts: available } });
    await expect(Promise.all(replies)).resolves.toHaveLength(2);
    expect(server.connections).toBe(2);
  });
});

describe("an unavailable server for a pool", () => {
  it("is reported to all commands at once, and nothing was sent", async () => {
    const server = await startScriptedServer();
    await server.close();
    const pool = connect(server, { maxSessions: 3 });
    const failures = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => pool.domainUpdate(`name${index}.com`, update)),
    );
    for (const failure of failures) {
      expect(failure).toMatchObject({ status: "rejected", reason: expect.any(EppConnectionError) });
    }
    expect(server.received).toEqual([]);
    expect(pool.state()).toMatchObject({ open: 0, busy: 0, waiting: 0 });
  });

  it("for a second session leaves the commands to the first", async () => {
    const server = await start(
      (received) =>
        kindOf(received) === "domain:check" ? { respond: { code: 1000, parts: available } } : undefined,
      { onConnect: (connection) => (connection > 1 ? { drop: true } : undefined) },
    );
    const pool = connect(server);
    await pool.hello();
    const names = Array.from({ length: 10 }, (_, index) => `name${index}.com`);
    await expect(Promise.all(names.map((name) => pool.domainCheck([name])))).resolves.toHaveLength(10);
    expect(new Set(ofKind(server, "domain:check").map(({ connection }) => connection))).toEqual(new Set([1]));
  });
});

function checkedAs({ message }: ReceivedMessage) {
  const names =
    message.type === "command" && message.command.type === "domain:check" ? message.command.names : [];
  return encodeResult("domain:check", { domains: names.map((name) => ({ name, available: true })) });
}
