import { describe, expect, it } from "vitest";
import { connectClient as connect, start } from "../../test/connect.ts";
import { restoreReport, sampleResults } from "../../test/sample-messages.ts";
import {
  type Action,
  kindOf,
  type ReceivedMessage,
  type ScriptedServer,
  startScriptedServer,
} from "../../test/scripted-server.ts";
import { EppCodecError } from "../codec/codec-error.ts";
import type { EppCommand } from "../codec/commands.ts";
import { encodeResponse, encodeResult } from "../codec/server-message.ts";
import { encodeFrame } from "../frames.ts";
import { namespaces } from "../namespaces.ts";
import type { EppClient, EppReply } from "./api.ts";
import { changeEppPassword } from "./change-password.ts";
import {
  canBeSentAgain,
  EppConnectionError,
  EppOutcomeUnknownError,
  EppProtocolError,
  EppResultError,
  isEppRefusal,
} from "./errors.ts";
import type { EppLogEntry } from "./options.ts";

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
const contactDetails = {
  postalInfos: [
    {
      type: "loc" as const,
      name: "Jürgen Groß",
      address: { street: ["Domplatz 1"], city: "Köln", countryCode: "DE" },
    },
  ],
  email: "jg@example.com",
  authInfo: "2fooBAR",
};

function on(kind: string, ...actions: Action[]): (received: ReceivedMessage) => Action {
  return (received) => (kindOf(received) === kind ? actions.shift() : undefined);
}

function kinds(server: ScriptedServer): string[] {
  return server.received.map(kindOf);
}

describe("a session", () => {
  it("is opened by the first command: greeting, login with the requested services, then the command", async () => {
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

  it("requests every object and extension that both sides support", async () => {
    const objectUris = [namespaces.host, "urn:strange", namespaces.domain, namespaces.contact];
    const { rgp, fee, loginSec, changePoll, secDns } = namespaces;
    const server = await start(undefined, {
      objectUris,
      extensionUris: [changePoll, loginSec, rgp, fee, secDns, "urn:strange"],
    });
    await connect(server).domainUpdate("a.com", update);
    expect(server.received[0]?.message).toMatchObject({
      command: {
        objectUris: [namespaces.domain, namespaces.contact, namespaces.host],
        extensionUris: [secDns, fee, rgp, loginSec, changePoll],
      },
    });
  });

  it("doesn't request an extension that the greeting lacks", async () => {
    const server = await start(undefined, { extensionUris: [namespaces.secDns] });
    await connect(server).domainUpdate("a.com", update);
    expect(server.received[0]?.message).toMatchObject({ command: { extensionUris: [namespaces.secDns] } });
  });

  it("sends many commands, one at a time and in order, each with its own identifier", async () => {
    // A command that arrived before the response to the previous one was sent too early.
    const early: number[] = [];
    const server = await start((received, index) => {
      if (server.received.length > index + 1) {
        early.push(index + 1);
      }
      if (kindOf(received) === "login") {
        return undefined;
      }
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

  it("uses the caller's own transaction identifier", async () => {
    const server = await start();
    const reply = await connect(server).domainUpdate("a.com", update, { clTRID: "intent-42" });
    expect(reply.clTRID).toBe("intent-42");
    expect(server.received[1]?.message).toMatchObject({ clTRID: "intent-42" });
  });

  it("reads responses that arrive in single bytes, and a split greeting", async () => {
    const server = await start((received) => {
      if (received.message.type !== "command" || received.message.command.type !== "domain:check") {
        return undefined;
      }
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

  it("is kept open with a hello after some idle time", async () => {
    const server = await start();
    const client = connect(server, { keepAliveMs: 5 });
    await client.domainUpdate("a.com", update);
    await server.receives((received) => kindOf(received) === "hello");
    await client.domainUpdate("a.com", update);
    expect(server.connections).toBe(1);
  });

  it("is not opened only to keep it alive", async () => {
    const log: EppLogEntry[] = [];
    const server = await start(on("hello", { drop: true }));
    const lost = Promise.withResolvers<void>();
    const client = connect(server, {
      keepAliveMs: 5,
      log: (entry) => {
        log.push(entry);
        if (entry.event === "disconnected") {
          lost.resolve();
        }
      },
    });
    await client.domainUpdate("a.com", update);
    await lost.promise;
    await client.close();
    expect(server.connections).toBe(1);
  });

  it("logs out when it is closed, after the waiting commands", async () => {
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

  it("logs in with a long password if the server has login security", async () => {
    const password = "correct horse battery staple";
    const userAgent = { application: "Example 1.0" };
    const extensionUris = [namespaces.secDns, namespaces.loginSec];
    const server = await start(undefined, { extensionUris });
    // The options don't list the extension, but the password requires it.
    const client = connect(server, { password, userAgent, extensionUris: [namespaces.secDns] });
    await client.domainUpdate("a.com", update);
    expect(server.received[0]?.message).toMatchObject({ command: { password, userAgent, extensionUris } });
    expect(server.received[0]?.xml).toContain("<pw>[LOGIN-SECURITY]</pw>");
  });

  it("is not tried with a long password if the server has no login security", async () => {
    const server = await start();
    const client = connect(server, { password: "correct horse battery staple" });
    await expect(client.domainUpdate("a.com", update)).rejects.toMatchObject({
      name: "EppConnectionError",
      cause: expect.any(EppCodecError),
    });
    expect(server.connections).toBe(1);
    expect(server.received).toEqual([]);
  });

  it("logs the server's login security events, also of a failed login", async () => {
    const events = [
      { type: "password" as const, level: "warning" as const, expiresAt: new Date("2026-12-01T00:00:00Z") },
    ];
    const parts = encodeResult("login", { events });
    const server = await start(
      on("login", { respond: { code: 2200, parts } }, { respond: { code: 1000, parts } }),
    );
    const log: EppLogEntry[] = [];
    const client = connect(server, { log: (entry) => log.push(entry) });
    await expect(client.hello()).rejects.toBeInstanceOf(EppConnectionError);
    await client.hello();
    expect(log.filter((entry) => entry.event === "login_events")).toEqual([
      { event: "login_events", events },
      { event: "login_events", events },
    ]);
  });

  it("never logs a password or authorization information", async () => {
    const log: EppLogEntry[] = [];
    const server = await start(on("domain:info", { respond: { code: 2202 } }));
    const client = connect(server, { log: (entry) => log.push(entry) });
    await expect(client.domainInfo("a.com", { authInfo: "s3cret-code" })).rejects.toThrow();
    expect(log.map((entry) => entry.event)).toEqual(["connected", "command"]);
    expect(JSON.stringify(log)).not.toMatch(/foo-BAR2|s3cret-code/);
  });
});

describe("a lost session", () => {
  it("between two commands is reopened for the next, also for a change", async () => {
    const server = await start();
    const client = connect(server);
    await client.domainUpdate("a.com", update);
    await server.dropAll();
    await client.domainUpdate("b.com", update);
    expect(server.connections).toBe(2);
    expect(kinds(server).filter((kind) => kind === "domain:update")).toHaveLength(2);
  });

  it("during a change leaves its outcome unknown, and the change is not resent", async () => {
    const server = await start(on("domain:update", { drop: true }));
    const client = connect(server);
    const failure = await client
      .domainUpdate("a.com", update, { clTRID: "intent-42" })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EppOutcomeUnknownError);
    expect(failure).toHaveProperty("clTRID", "intent-42");
    // The session works again, and its first command is not the change.
    await client.hello();
    expect(kinds(server)).toEqual(["login", "domain:update", "login", "hello"]);
  });

  it.each([
    ["domainCreate", (client: EppClient) => client.domainCreate("a.com", { authInfo: "x" })],
    ["domainRenew", (client: EppClient) => client.domainRenew("a.com", { currentExpiryDate: "2027-01-01" })],
    ["ackPoll", (client: EppClient) => client.ackPoll("1")],
    ["domainDelete", (client: EppClient) => client.domainDelete("a.com")],
    ["domainRestore", (client: EppClient) => client.domainRestore("a.com")],
    ["domainTransfer", (client: EppClient) => client.domainTransfer("a.com", "approve")],
    ["contactCreate", (client: EppClient) => client.contactCreate("sh8013", contactDetails)],
    ["contactUpdate", (client: EppClient) => client.contactUpdate("sh8013", { addStatuses: ["linked"] })],
    ["contactDelete", (client: EppClient) => client.contactDelete("sh8013")],
    ["contactTransfer", (client: EppClient) => client.contactTransfer("sh8013", "reject")],
    ["hostCreate", (client: EppClient) => client.hostCreate("ns1.a.com")],
    ["hostUpdate", (client: EppClient) => client.hostUpdate("ns1.a.com", { newName: "ns2.a.com" })],
    ["hostDelete", (client: EppClient) => client.hostDelete("ns1.a.com")],
  ])("during %s leaves its outcome unknown too", async (_method, run) => {
    const server = await start((received) => (kindOf(received) === "login" ? undefined : { drop: true }));
    await expect(run(connect(server))).rejects.toBeInstanceOf(EppOutcomeUnknownError);
    expect(server.received).toHaveLength(2);
  });

  it("during a query is reopened, and the query is resent with a new identifier", async () => {
    const server = await start(
      on("domain:check", { drop: true }, { respond: { code: 1000, parts: available } }),
    );
    await expect(connect(server).domainCheck(["a.com"])).resolves.toMatchObject({ code: 1000 });
    expect(kinds(server)).toEqual(["login", "domain:check", "login", "domain:check"]);
    const identifiers = server.received.map(({ message }) => message.type === "command" && message.clTRID);
    expect(new Set(identifiers).size).toBe(4);
  });

  it("twice during a query is an error", async () => {
    const server = await start(on("domain:check", { drop: true }, { drop: true }));
    await expect(connect(server).domainCheck(["a.com"])).rejects.toBeInstanceOf(EppConnectionError);
    expect(kinds(server).filter((kind) => kind === "domain:check")).toHaveLength(2);
  });

  it("after a response timeout is closed: unknown for a change, an error for a query", async () => {
    const server = await start((received) => (kindOf(received) === "login" ? undefined : { silence: true }));
    const client = connect(server, { requestTimeoutMs: 3_000 });
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppOutcomeUnknownError);
    await expect(client.domainInfo("a.com")).rejects.toBeInstanceOf(EppConnectionError);
    expect(kinds(server)).toEqual(["login", "domain:update", "login", "domain:info"]);
    expect(server.connections).toBe(2);
  });

  it("after a response to another command is closed", async () => {
    const server = await start((received) =>
      kindOf(received) === "login" ? undefined : { respond: { code: 1000, clTRID: "someone-else" } },
    );
    const client = connect(server);
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppOutcomeUnknownError);
    await expect(client.poll()).rejects.toBeInstanceOf(EppProtocolError);
    expect(server.connections).toBe(2);
  });

  const senseless: [string, Uint8Array][] = [
    ["that is not XML", encodeFrame("nonsense")],
    ["with a document type", encodeFrame('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')],
    ["with a length of 4", Uint8Array.of(0, 0, 0, 4)],
    ["with a length of 4 GB", Uint8Array.of(0xff, 0xff, 0xff, 0xff)],
  ];
  it.each(senseless)("after a response %s is closed", async (_what, bytes) => {
    const server = await start(on("domain:update", { send: [bytes] }));
    const client = connect(server);
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppOutcomeUnknownError);
    await client.hello();
    expect(server.connections).toBe(2);
  });

  it("after an unexpected message is reopened", async () => {
    const server = await start((received) => {
      const { message } = received;
      if (message.type !== "command" || message.command.type !== "domain:update") {
        return undefined;
      }
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

  it.each([2500, 2501, 2502])("after a result of %i is reopened for the next command", async (code) => {
    const server = await start(on("domain:update", { respond: { code } }));
    const client = connect(server);
    await expect(client.domainUpdate("a.com", update)).rejects.toMatchObject({
      name: "EppResultError",
      code,
    });
    await expect(client.domainUpdate("a.com", update)).resolves.toMatchObject({ code: 1000 });
    expect(kinds(server)).toEqual(["login", "domain:update", "login", "domain:update"]);
  });

  it("after a result of 2502 to a query is reopened, and the query resent", async () => {
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

describe("an unavailable server", () => {
  it("is reported to every waiting command, and nothing was sent", async () => {
    const server = await startScriptedServer();
    await server.close();
    let tries = 0;
    const client = connect(server, {
      connectAttempts: 1,
      log: (entry) => {
        if (entry.event === "connect_failed") {
          tries += 1;
        }
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

  it("is retried after a pause, and found when it is back", async () => {
    const delays: number[] = [];
    let refusing = true;
    const server = await start(on("nothing"), { onConnect: () => (refusing ? { drop: true } : undefined) });
    const client = connect(server, {
      connectAttempts: 3,
      reconnectDelayMs: { minimum: 1, maximum: 4 },
      log: (entry) => {
        if (entry.event === "connect_failed") {
          delays.push(entry.nextAttemptDelayMs);
        }
      },
    });
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppConnectionError);
    await expect(client.domainUpdate("a.com", update)).rejects.toBeInstanceOf(EppConnectionError);
    expect(delays).toEqual([1, 2, 4, 4, 4, 4]);
    refusing = false;
    await expect(client.domainUpdate("a.com", update)).resolves.toMatchObject({ code: 1000 });
  });

  it("is not contacted during the pause", async () => {
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
    // Only a lower bound, because a busy machine takes longer.
    expect(Math.min(second - first, third - second)).toBeGreaterThan(50);
  });

  it("is retried if its sessions are used up (2502 to the login)", async () => {
    const server = await start(on("login", { respond: { code: 2502 }, close: true }));
    await expect(connect(server).domainUpdate("a.com", update)).resolves.toMatchObject({ code: 1000 });
    expect(kinds(server)).toEqual(["login", "login", "domain:update"]);
  });

  it("is not retried immediately after a wrong password, and the cause is kept", async () => {
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

  it("times out if no greeting arrives", async () => {
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

  it("that are pending are marked, with or without data", async () => {
    const server = await start((received) =>
      kindOf(received) === "login" ? undefined : { respond: { code: 1001 } },
    );
    const client = connect(server);
    const reply = await client.domainCreate("a.com", { authInfo: "x" });
    expect(reply).toMatchObject({ code: 1001, pending: true });
    expect(reply.data).toBeUndefined();
    await expect(client.domainUpdate("a.com", update)).resolves.toMatchObject({ pending: true });
  });

  it("that succeeded without their data leave a change unknown, and a query without an answer", async () => {
    const server = await start();
    const client = connect(server);
    await expect(client.domainCreate("a.com", { authInfo: "x" })).rejects.toBeInstanceOf(
      EppOutcomeUnknownError,
    );
    await expect(client.domainInfo("a.com")).rejects.toBeInstanceOf(EppProtocolError);
  });

  it("report the message queue; poll returns its oldest message, and ackPoll removes it", async () => {
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

describe("every method", () => {
  /** The sample results that a server can return for a type of command. */
  const resultsOf = (type: string) => sampleResults.filter((sample) => sample.type === type);
  const methods: [string, (client: EppClient) => Promise<EppReply<unknown>>, EppCommand][] = [
    [
      "domainTransfer request",
      (client) =>
        client.domainTransfer("a.com", "request", {
          authInfo: "2fooBAR",
          period: { value: 1, unit: "y" },
          fee: { fees: [{ amount: "5.00" }] },
        }),
      {
        type: "domain:transfer",
        operation: "request",
        name: "a.com",
        authInfo: "2fooBAR",
        period: { value: 1, unit: "y" },
        fee: { fees: [{ amount: "5.00" }] },
      },
    ],
    [
      "domainTransfer approve",
      (client) => client.domainTransfer("a.com", "approve"),
      { type: "domain:transfer", operation: "approve", name: "a.com" },
    ],
    [
      "domainTransferQuery",
      (client) => client.domainTransferQuery("a.com", { authInfo: "x", authInfoRoid: "R-1" }),
      { type: "domain:transfer", operation: "query", name: "a.com", authInfo: "x", authInfoRoid: "R-1" },
    ],
    ["domainDelete", (client) => client.domainDelete("a.com"), { type: "domain:delete", name: "a.com" }],
    ["domainRestore", (client) => client.domainRestore("a.com"), { type: "domain:restore", name: "a.com" }],
    [
      "domainRestore with a report",
      (client) => client.domainRestore("a.com", { report: restoreReport }),
      { type: "domain:restore", name: "a.com", report: restoreReport },
    ],
    ["balanceInfo", (client) => client.balanceInfo(), { type: "balance:info" }],
    ["contactCheck", (client) => client.contactCheck(["sh8013"]), { type: "contact:check", ids: ["sh8013"] }],
    [
      "contactInfo",
      (client) => client.contactInfo("sh8013", { authInfo: "x" }),
      { type: "contact:info", id: "sh8013", authInfo: "x" },
    ],
    [
      "contactCreate",
      (client) => client.contactCreate("sh8013", contactDetails),
      { type: "contact:create", id: "sh8013", ...contactDetails },
    ],
    [
      "contactUpdate",
      (client) => client.contactUpdate("sh8013", { change: { fax: null } }),
      { type: "contact:update", id: "sh8013", change: { fax: null } },
    ],
    ["contactDelete", (client) => client.contactDelete("sh8013"), { type: "contact:delete", id: "sh8013" }],
    [
      "contactTransfer",
      (client) => client.contactTransfer("sh8013", "request", { authInfo: "x" }),
      { type: "contact:transfer", operation: "request", id: "sh8013", authInfo: "x" },
    ],
    [
      "contactTransferQuery",
      (client) => client.contactTransferQuery("sh8013", { authInfo: "x" }),
      { type: "contact:transfer", operation: "query", id: "sh8013", authInfo: "x" },
    ],
    ["hostCheck", (client) => client.hostCheck(["ns1.a.com"]), { type: "host:check", names: ["ns1.a.com"] }],
    ["hostInfo", (client) => client.hostInfo("ns1.a.com"), { type: "host:info", name: "ns1.a.com" }],
    [
      "hostCreate",
      (client) => client.hostCreate("ns1.a.com", { addresses: [{ version: "v4", address: "192.0.2.1" }] }),
      { type: "host:create", name: "ns1.a.com", addresses: [{ version: "v4", address: "192.0.2.1" }] },
    ],
    [
      "hostUpdate",
      (client) => client.hostUpdate("ns1.a.com", { newName: "ns2.a.com" }),
      { type: "host:update", name: "ns1.a.com", newName: "ns2.a.com" },
    ],
    ["hostDelete", (client) => client.hostDelete("ns1.a.com"), { type: "host:delete", name: "ns1.a.com" }],
  ];
  it.each(methods)("sends its command and returns the server's data: %s", async (_name, run, command) => {
    for (const { type, result } of resultsOf(command.type)) {
      const parts = encodeResult(type, result);
      const server = await start(on(command.type, { respond: { code: 1000, parts } }));
      const reply = await run(connect(server));
      expect(reply.data).toEqual(result);
      const { message } = server.received[1] ?? {};
      expect(message?.type === "command" && message.command).toEqual(command);
    }
  });

  it("that deletes or restores a domain has data even while it is pending", async () => {
    const server = await start((received) =>
      kindOf(received) === "login" ? undefined : { respond: { code: 1001 } },
    );
    const client = connect(server);
    await expect(client.domainDelete("a.com")).resolves.toMatchObject({ pending: true, data: {} });
    await expect(client.domainRestore("a.com")).resolves.toMatchObject({ data: { rgpStatuses: [] } });
    const reply = await client.domainTransfer("a.com", "request", { authInfo: "x" });
    expect(reply).toMatchObject({ pending: true });
    expect(reply.data).toBeUndefined();
  });
});

describe("a password change", () => {
  const settings = (server: ScriptedServer) => ({
    host: "127.0.0.1",
    port: server.port,
    tls: server.tls,
    clientId: "ClientX",
    password: "foo-BAR2",
  });

  it("is a separate login with both passwords, and a logout", async () => {
    const server = await start();
    await changeEppPassword(settings(server), "bar-FOO2");
    expect(kinds(server)).toEqual(["login", "logout"]);
    expect(server.received[0]?.message).toMatchObject({
      command: { password: "foo-BAR2", newPassword: "bar-FOO2" },
    });
  });

  it("that the server refuses is reported as its refusal", async () => {
    const server = await start(on("login", { respond: { code: 2306 } }));
    await expect(changeEppPassword(settings(server), "bar-FOO2")).rejects.toMatchObject({ code: 2306 });
  });

  it("may have been made if its response is lost", async () => {
    const server = await start(on("login", { drop: true }));
    await expect(changeEppPassword(settings(server), "bar-FOO2")).rejects.toBeInstanceOf(
      EppOutcomeUnknownError,
    );
  });

  it("has not been made if the server is unavailable, or can't accept the new one", async () => {
    const server = await start();
    await expect(changeEppPassword(settings(server), "a long new password")).rejects.toBeInstanceOf(
      EppConnectionError,
    );
    expect(server.received).toEqual([]);
    const away = await startScriptedServer();
    await away.close();
    await expect(changeEppPassword(settings(away), "bar-FOO2")).rejects.toBeInstanceOf(EppConnectionError);
  });
});

describe("errors", () => {
  const refusal = (code: number) =>
    new EppResultError([{ code, message: "no", reasons: [] }], { svTRID: "SRV-1" });

  it("are distinguished by the server's reason", () => {
    expect(isEppRefusal(refusal(2303))).toBe(true);
    expect(isEppRefusal(refusal(2303), "object_exists", "object_does_not_exist")).toBe(true);
    expect(isEppRefusal(refusal(2303), "object_exists")).toBe(false);
    expect(isEppRefusal(new EppConnectionError("away"))).toBe(false);
  });

  it("report whether the command can be resent unchanged", () => {
    const again = [2400, 2500, 2502].map(refusal);
    const never = [2303, 2304, 2501].map(refusal);
    expect([...again, new EppConnectionError("away")].map(canBeSentAgain)).not.toContain(false);
    expect(
      [...never, new EppOutcomeUnknownError("lost"), new Error("bug")].map(canBeSentAgain),
    ).not.toContain(true);
  });
});

it("are thrown for invalid input before anything is opened", async () => {
  const server = await start();
  const client = connect(server);
  await expect(client.domainInfo("")).rejects.toBeInstanceOf(EppCodecError);
  await expect(client.domainUpdate("a.com", {})).rejects.toBeInstanceOf(EppCodecError);
  await expect(client.ackPoll("1", { clTRID: "x" })).rejects.toBeInstanceOf(EppCodecError);
  expect(server.connections).toBe(0);
});
