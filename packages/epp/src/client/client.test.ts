import { afterEach, describe, expect, it } from "vitest";
import {
  type Action,
  kindOf,
  type ReceivedMessage,
  type ScriptedServer,
  startScriptedServer,
} from "../../test/scripted-server.ts";
import { EppCodecError } from "../codec/codec-error.ts";
import { encodeResponse, encodeResult } from "../codec/server-message.ts";
import { encodeFrame } from "../frames.ts";
import { namespaces } from "../namespaces.ts";
import type { EppClient } from "./api.ts";
import { createEppClient } from "./client.ts";
import { EppConnectionError, EppOutcomeUnknownError, EppProtocolError, EppResultError } from "./errors.ts";
import type { EppClientOptions, EppLogEntry } from "./options.ts";

const started: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const item of started.splice(0).reverse()) await item.close();
});

async function start(...script: Parameters<typeof startScriptedServer>): Promise<ScriptedServer> {
  const server = await startScriptedServer(...script);
  started.push(server);
  return server;
}

function connect(
  server: Pick<ScriptedServer, "port" | "tls">,
  options: Partial<EppClientOptions> = {},
): EppClient {
  const client = createEppClient({
    host: "127.0.0.1",
    port: server.port,
    tls: server.tls,
    clientId: "ClientX",
    password: "foo-BAR2",
    reconnectDelayMs: { minimum: 1, maximum: 2 },
    ...options,
  });
  started.push(client);
  return client;
}

const available = encodeResult("domain:check", { domains: [{ name: "a.com", available: true }] });
const domain = {
  name: "a.com",
  roid: "D1-REP",
  statuses: [],
  contacts: [],
  nameservers: [],
  subordinateHosts: [],
  sponsoringClientId: "ClientX",
};
const update = { secDns: { remove: { all: true as const } } };

function on(kind: string, ...actions: Action[]): (received: ReceivedMessage) => Action {
  return (received) => (kindOf(received) === kind ? actions.shift() : undefined);
}

function kinds(server: ScriptedServer): string[] {
  return server.received.map(kindOf);
}

describe("a session", () => {
  it("is opened by the first command: greeting, login with the services asked for, then the command", async () => {
    const server = await start(on("domain:check", { respond: { code: 1000, parts: available } }));
    const client = connect(server);
    expect(server.connections).toBe(0);
    const reply = await client.domainCheck(["a.com"]);
    expect(reply).toMatchObject({
      code: 1000,
      pending: false,
      data: { domains: [{ name: "a.com", available: true }] },
    });
    expect(kinds(server)).toEqual(["login", "domain:check"]);
    expect(server.received[0]?.message).toMatchObject({
      command: {
        clientId: "ClientX",
        password: "foo-BAR2",
        version: "1.0",
        objectUris: [namespaces.domain],
        extensionUris: [namespaces.secDns, namespaces.fee],
      },
    });
  });

  it("does not ask for an extension that the greeting lacks", async () => {
    const server = await start(undefined, { extensionUris: [namespaces.secDns] });
    await connect(server).domainUpdate("a.com", update);
    expect(server.received[0]?.message).toMatchObject({ command: { extensionUris: [namespaces.secDns] } });
  });

  it("carries many commands, one at a time and in their order, each with an identifier of its own", async () => {
    // Whatever arrived before the one before it was answered was sent too early.
    const early: number[] = [];
    const server = await start((received, index) => {
      if (server.received.length > index + 1) early.push(index + 1);
      if (kindOf(received) === "login") return undefined;
      return { respond: { code: 1000, parts: encodeResult("domain:info", domain) } };
    });
    const client = connect(server);
    const names = Array.from({ length: 20 }, (_, index) => `name${index}.com`);
    const replies = await Promise.all(names.map((name) => client.domainInfo(name)));
    expect(server.connections).toBe(1);
    expect(
      server.received.slice(1).map(({ message }) => message.type === "command" && message.command),
    ).toEqual(names.map((name) => ({ type: "domain:info", name })));
    expect(new Set(replies.map((reply) => reply.clTRID)).size).toBe(names.length);
    expect(new Set(replies.map((reply) => reply.svTRID)).size).toBe(names.length);
  });

  it("takes the caller's own transaction identifier", async () => {
    const server = await start();
    const reply = await connect(server).domainUpdate("a.com", update, { clTRID: "intent-42" });
    expect(reply.clTRID).toBe("intent-42");
    expect(server.received[1]?.message).toMatchObject({ clTRID: "intent-42" });
  });

  it("reads answers that come in single bytes, and a greeting that is split", async () => {
    const server = await start((received) => {
      if (received.message.type !== "command" || received.message.command.type !== "domain:check")
        return undefined;
      const clTRID = received.message.clTRID ?? "";
      const frame = encodeFrame(encodeResponse({ code: 1000, parts: available, clTRID, svTRID: "SRV-9" }));
      const pieces = [
        frame.slice(0, 1),
        frame.slice(1, 3),
        frame.slice(3, 5),
        frame.slice(5, 300),
        frame.slice(300),
      ];
      return { send: pieces };
    });
    await expect(connect(server).domainCheck(["a.com"])).resolves.toMatchObject({ svTRID: "SRV-9" });
  });

  it("is kept open by a hello after a while of silence", async () => {
    const server = await start();
    const client = connect(server, { keepAliveMs: 5 });
    await client.domainUpdate("a.com", update);
    await server.receives((received) => kindOf(received) === "hello");
    await client.domainUpdate("a.com", update);
    expect(server.connections).toBe(1);
  });

  it("is not opened for the sake of keeping it open", async () => {
    const log: EppLogEntry[] = [];
    const server = await start(on("hello", { drop: true }));
    const lost = Promise.withResolvers<void>();
    const client = connect(server, {
      keepAliveMs: 5,
      log: (entry) => {
        log.push(entry);
        if (entry.event === "disconnected") lost.resolve();
      },
    });
    await client.domainUpdate("a.com", update);
    await lost.promise;
    await client.close();
    expect(server.connections).toBe(1);
  });

  it("logs out when it is closed, after the commands that wait", async () => {
    const server = await start(() => undefined);
    const client = connect(server);
    const updates = [client.domainUpdate("a.com", update), client.domainUpdate("b.com", update)];
    await client.close();
    await expect(Promise.all(updates)).resolves.toHaveLength(2);
    expect(kinds(server)).toEqual(["login", "domain:update", "domain:update", "logout"]);
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppConnectionError);
    await expect(client.hello()).rejects.toBeInstanceOf(EppConnectionError);
    await client.close();
  });

  it("closes without ever having been opened", async () => {
    const server = await start();
    await connect(server).close();
    expect(server.connections).toBe(0);
  });

  it("never puts a password or authorization information into its log", async () => {
    const log: EppLogEntry[] = [];
    const server = await start(on("domain:info", { respond: { code: 2202 } }));
    const client = connect(server, { log: (entry) => log.push(entry) });
    await expect(client.domainInfo("a.com", { authInfo: "s3cret-code" })).rejects.toThrow();
    expect(log.map((entry) => entry.event)).toEqual(["connected", "command"]);
    expect(JSON.stringify(log)).not.toMatch(/foo-BAR2|s3cret-code/);
  });
});

describe("a session that is lost", () => {
  it("between two commands is opened again for the next, also for a change", async () => {
    const server = await start();
    const client = connect(server);
    await client.domainUpdate("a.com", update);
    await server.dropAll();
    await client.domainUpdate("b.com", update);
    expect(server.connections).toBe(2);
    expect(kinds(server).filter((kind) => kind === "domain:update")).toHaveLength(2);
  });

  it("under a change that was sent leaves its outcome unknown, and the change is not sent again", async () => {
    const server = await start(on("domain:update", { drop: true }));
    const client = connect(server);
    const failure = await client
      .domainUpdate("a.com", update, { clTRID: "intent-42" })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EppOutcomeUnknownError);
    expect(failure).toHaveProperty("clTRID", "intent-42");
    // The session works again, and the change is not what comes first on it.
    await client.hello();
    expect(kinds(server)).toEqual(["login", "domain:update", "login", "hello"]);
  });

  it.each([
    ["domainCreate", (client: EppClient) => client.domainCreate("a.com", { authInfo: "x" })],
    ["domainRenew", (client: EppClient) => client.domainRenew("a.com", { currentExpiryDate: "2027-01-01" })],
    ["ackPoll", (client: EppClient) => client.ackPoll("1")],
  ])("under %s leaves its outcome unknown too", async (_method, run) => {
    const server = await start((received) => (kindOf(received) === "login" ? undefined : { drop: true }));
    await expect(run(connect(server))).rejects.toBeInstanceOf(EppOutcomeUnknownError);
    expect(server.received).toHaveLength(2);
  });

  it("under a question is opened again, and the question is asked once more with a new identifier", async () => {
    const server = await start(
      on("domain:check", { drop: true }, { respond: { code: 1000, parts: available } }),
    );
    await expect(connect(server).domainCheck(["a.com"])).resolves.toMatchObject({ code: 1000 });
    expect(kinds(server)).toEqual(["login", "domain:check", "login", "domain:check"]);
    const identifiers = server.received.map(({ message }) => message.type === "command" && message.clTRID);
    expect(new Set(identifiers).size).toBe(4);
  });

  it("under a question twice is an error", async () => {
    const server = await start(on("domain:check", { drop: true }, { drop: true }));
    await expect(connect(server).domainCheck(["a.com"])).rejects.toBeInstanceOf(EppConnectionError);
    expect(kinds(server).filter((kind) => kind === "domain:check")).toHaveLength(2);
  });

  it("by an answer that does not come in time is given up: unknown for a change, an error for a question", async () => {
    const server = await start((received) => (kindOf(received) === "login" ? undefined : { silence: true }));
    const client = connect(server, { requestTimeoutMs: 500 });
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppOutcomeUnknownError);
    await expect(client.domainInfo("a.com")).rejects.toBeInstanceOf(EppConnectionError);
    expect(kinds(server)).toEqual(["login", "domain:update", "login", "domain:info"]);
    expect(server.connections).toBe(2);
  });

  it("by an answer to another command is given up", async () => {
    const server = await start((received) =>
      kindOf(received) === "login" ? undefined : { respond: { code: 1000, clTRID: "somebody-else" } },
    );
    const client = connect(server);
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppOutcomeUnknownError);
    await expect(client.poll()).rejects.toBeInstanceOf(EppProtocolError);
    expect(server.connections).toBe(2);
  });

  const senseless: [string, Uint8Array][] = [
    ["that is no XML", encodeFrame("nonsense")],
    ["with a document type", encodeFrame('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')],
    ["with a length of 4", Uint8Array.of(0, 0, 0, 4)],
    ["with a length of 4 GB", Uint8Array.of(0xff, 0xff, 0xff, 0xff)],
  ];
  it.each(senseless)("by an answer %s is given up", async (_what, bytes) => {
    const server = await start(on("domain:update", { send: [bytes] }));
    const client = connect(server);
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppOutcomeUnknownError);
    await client.hello();
    expect(server.connections).toBe(2);
  });

  it("by a message that nobody asked for is opened again", async () => {
    const server = await start((received) => {
      const { message } = received;
      if (message.type !== "command" || message.command.type !== "domain:update") return undefined;
      const clTRID = message.clTRID ?? "";
      const answer = encodeFrame(encodeResponse({ code: 1000, clTRID, svTRID: "SRV-8" }));
      const extra = encodeFrame(encodeResponse({ code: 1000, svTRID: "SRV-9" }));
      return { send: [Buffer.concat([answer, extra])] };
    });
    const client = connect(server);
    await expect(client.domainUpdate("a.com", update)).resolves.toMatchObject({ svTRID: "SRV-8" });
    await client.hello();
    expect(server.connections).toBe(2);
  });

  it.each([2500, 2501, 2502])("by a result of %i is opened again for the next command", async (code) => {
    const server = await start(on("domain:update", { respond: { code } }));
    const client = connect(server);
    await expect(client.domainUpdate("a.com", update)).rejects.toMatchObject({
      name: "EppResultError",
      code,
    });
    await expect(client.domainUpdate("a.com", update)).resolves.toMatchObject({ code: 1000 });
    expect(kinds(server)).toEqual(["login", "domain:update", "login", "domain:update"]);
  });

  it("by a result of 2502 to a question is opened again, and the question asked once more", async () => {
    const server = await start(
      on(
        "domain:check",
        { respond: { code: 2502 }, close: true },
        { respond: { code: 1000, parts: available } },
      ),
    );
    await expect(connect(server).domainCheck(["a.com"])).resolves.toMatchObject({ code: 1000 });
    expect(server.connections).toBe(2);
  });
});

describe("a server that cannot be had", () => {
  it("is told as such to every command that waits, and nothing was sent", async () => {
    const server = await startScriptedServer();
    await server.close();
    let tries = 0;
    const client = connect(server, {
      connectAttempts: 1,
      log: (entry) => {
        if (entry.event === "connect_failed") tries += 1;
      },
    });
    const failures = await Promise.allSettled([
      client.domainUpdate("a.com", update),
      client.domainInfo("a.com"),
      client.hello(),
    ]);
    for (const failure of failures) {
      expect(failure).toMatchObject({ status: "rejected", reason: expect.any(EppConnectionError) });
    }
    expect(tries).toBe(1);
    expect(server.received).toEqual([]);
  });

  it("is tried again after a pause, and found when it is back", async () => {
    const delays: number[] = [];
    let refusing = true;
    const server = await start(on("nothing"), { onConnect: () => (refusing ? { drop: true } : undefined) });
    const client = connect(server, {
      connectAttempts: 3,
      reconnectDelayMs: { minimum: 1, maximum: 4 },
      log: (entry) => {
        if (entry.event === "connect_failed") delays.push(entry.nextAttemptDelayMs);
      },
    });
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppConnectionError);
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppConnectionError);
    expect(delays).toEqual([1, 2, 4, 4, 4, 4]);
    refusing = false;
    await expect(client.domainUpdate("a.com", update)).resolves.toMatchObject({ code: 1000 });
  });

  it("is left in peace for as long as the pause says", async () => {
    const triedAtMs: number[] = [];
    const server = await start(undefined, {
      onConnect: () => {
        triedAtMs.push(performance.now());
        return triedAtMs.length < 3 ? { drop: true } : undefined;
      },
    });
    const client = connect(server, { connectAttempts: 3, reconnectDelayMs: { minimum: 60, maximum: 60 } });
    await client.hello();
    const [first = 0, second = 0, third = 0] = triedAtMs;
    // A lower bound alone: a busy machine only makes it longer.
    expect(Math.min(second - first, third - second)).toBeGreaterThan(50);
  });

  it("because its sessions are used up (2502 to the login) is tried again", async () => {
    const server = await start(on("login", { respond: { code: 2502 }, close: true }));
    await expect(connect(server).domainUpdate("a.com", update)).resolves.toMatchObject({ code: 1000 });
    expect(kinds(server)).toEqual(["login", "login", "domain:update"]);
  });

  it("because the password is wrong is not tried again at once, and the cause is kept", async () => {
    const server = await start(on("login", { respond: { code: 2200 } }));
    const failure = await connect(server)
      .domainUpdate("a.com", update)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EppConnectionError);
    expect(failure).toHaveProperty(
      "cause",
      expect.objectContaining({ code: 2200, resultClass: "authentication" }),
    );
    expect(kinds(server)).toEqual(["login"]);
  });

  it("because no greeting comes is given up after the time for it", async () => {
    const server = await start(undefined, { onConnect: () => ({ silence: true }) });
    const client = connect(server, { connectTimeoutMs: 30, connectAttempts: 1 });
    await expect(client.hello()).rejects.toBeInstanceOf(EppConnectionError);
    expect(server.received).toEqual([]);
  });
});

describe("results", () => {
  it("that failed are errors with code, class, both identifiers and the server's reasons", async () => {
    const server = await start(on("domain:info", { respond: { code: 2303, reason: "never heard of it" } }));
    const failure = await connect(server)
      .domainInfo("a.com", { clTRID: "my-own-1" })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EppResultError);
    expect(failure).toMatchObject({
      code: 2303,
      message: "Object does not exist",
      resultClass: "object_does_not_exist",
      retryable: false,
      clTRID: "my-own-1",
      svTRID: "SRV-2",
      reasons: ["never heard of it"],
    });
  });

  it("that failed do not end the session", async () => {
    const server = await start(on("domain:update", { respond: { code: 2400 } }));
    const client = connect(server);
    await expect(client.domainUpdate("a.com", update)).rejects.toMatchObject({ code: 2400, retryable: true });
    await client.domainUpdate("a.com", update);
    expect(server.connections).toBe(1);
  });

  it("that are pending say so, with or without something to show", async () => {
    const server = await start((received) =>
      kindOf(received) === "login" ? undefined : { respond: { code: 1001 } },
    );
    const client = connect(server);
    const reply = await client.domainCreate("a.com", { authInfo: "x" });
    expect(reply).toMatchObject({ code: 1001, pending: true });
    expect(reply.data).toBeUndefined();
    await expect(client.domainUpdate("a.com", update)).resolves.toMatchObject({ pending: true });
  });

  it("that succeeded and lack their data leave a change unknown, and a question without an answer", async () => {
    const server = await start();
    const client = connect(server);
    await expect(client.domainCreate("a.com", { authInfo: "x" })).rejects.toBeInstanceOf(
      EppOutcomeUnknownError,
    );
    await expect(client.domainInfo("a.com")).rejects.toBeInstanceOf(EppProtocolError);
  });

  it("tell of the message queue, whose oldest message poll brings and ackPoll removes", async () => {
    const queue = { count: 2, id: "7", queuedAt: new Date("2026-01-01T00:00:00Z"), text: "Renewed." };
    const subject = { type: "domain:renewed" as const, domain: { name: "a.com" } };
    const answers: Action[] = [
      { respond: { code: 1301, queue, parts: encodeResult("poll", { subject }) } },
      { respond: { code: 1000, queue: { count: 1, id: "8" } } },
      { respond: { code: 1300 } },
    ];
    const server = await start(on("poll", ...answers));
    const client = connect(server);
    const { data } = await client.poll();
    expect(data).toEqual({ ...queue, subject });
    await expect(client.ackPoll(data?.id ?? "")).resolves.toMatchObject({ queue: { count: 1, id: "8" } });
    expect(server.received.at(-1)?.message).toMatchObject({
      command: { operation: "acknowledge", messageId: "7" },
    });
    expect((await client.poll()).data).toBeUndefined();
  });
});

it("input that cannot be sent is refused before anything is opened", async () => {
  const server = await start();
  const client = connect(server);
  await expect(client.domainInfo("")).rejects.toBeInstanceOf(EppCodecError);
  await expect(client.domainUpdate("a.com", {})).rejects.toBeInstanceOf(EppCodecError);
  await expect(client.ackPoll("1", { clTRID: "x" })).rejects.toBeInstanceOf(EppCodecError);
  expect(server.connections).toBe(0);
});
