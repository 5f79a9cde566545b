import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { createEppClient, namespaces } from "@zonepost/epp";
import { type EppCommand, encodeCommand, encodeFrame, encodeHello } from "@zonepost/epp/codec";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { schemaViolations, xmllintPresent } from "../../../packages/epp/test/schema-check.ts";
import { type Registry, type RegistryOptions, startRegistry } from "../src/index.ts";
import { contacts, credentials, loginCommand, openRawSession, type RawSession } from "./raw-session.ts";

let database: TestDatabase;
let registry: Registry;
const opened: { close(): unknown }[] = [];

function options(changes: Partial<RegistryOptions> = {}): RegistryOptions {
  return { databaseUrl: database.url, ...credentials, seed: true, ...changes };
}

beforeAll(async () => {
  database = await createTestDatabase();
  registry = await startRegistry(options());
});
afterEach(async () => {
  for (const item of opened.splice(0).reverse()) {
    await item.close();
  }
});
afterAll(async () => {
  await registry?.close();
  await database?.drop();
});

async function open(at = registry): Promise<RawSession> {
  const session = await openRawSession(at);
  opened.push(session);
  return session;
}

async function openLoggedIn(at = registry, command = loginCommand()): Promise<RawSession> {
  const session = await open(at);
  expect((await session.command(command)).results[0].code).toBe(1000);
  return session;
}

async function codeOf(session: RawSession, command: EppCommand): Promise<number> {
  return (await session.command(command)).results[0].code;
}

describe("a session", () => {
  it("starts with a greeting that lists the services, and repeats it for a hello", async () => {
    const session = await open();
    expect(session.greeting).toMatchObject({
      type: "greeting",
      greeting: {
        serverId: "Zonepost sandbox registry",
        versions: ["1.0"],
        objectUris: [
          namespaces.domain,
          namespaces.contact,
          namespaces.host,
          namespaces.maintenance,
          namespaces.lowBalance,
          namespaces.balance,
        ],
        extensionUris: [
          namespaces.secDns,
          namespaces.rgp,
          namespaces.fee,
          namespaces.loginSec,
          namespaces.changePoll,
          namespaces.idn,
          namespaces.idnLang,
        ],
      },
    });
    await expect(session.send(encodeHello())).resolves.toMatchObject({ type: "greeting" });
  });

  it("refuses every command before the login, and a second login", async () => {
    const session = await open();
    expect(await codeOf(session, { type: "domain:check", names: ["a.com"] })).toBe(2002);
    expect(await codeOf(session, { type: "logout" })).toBe(2002);
    expect(await codeOf(session, loginCommand())).toBe(1000);
    expect(await codeOf(session, loginCommand())).toBe(2002);
  });

  it("ends with 1500 and a closed connection", async () => {
    const session = await openLoggedIn();
    expect(await codeOf(session, { type: "logout" })).toBe(1500);
    await session.closed;
  });

  const refusedLogins: [string, EppCommand, number][] = [
    ["a wrong password", loginCommand({ password: "not-it-123" }), 2200],
    ["an unknown client", loginCommand({ clientId: "unknown" }), 2200],
    [
      "another registrar without a password",
      loginCommand({ clientId: "otherreg", password: "none-none" }),
      2200,
    ],
    ["another version", loginCommand({ version: "2.0" }), 2100],
    ["another language", loginCommand({ language: "fr" }), 2102],
    ["unsupported objects", loginCommand({ objectUris: ["urn:ietf:params:xml:ns:org-1.0"] }), 2307],
    ["unsupported extensions", loginCommand({ extensionUris: ["urn:ietf:params:xml:ns:launch-1.0"] }), 2103],
  ];
  it.each(refusedLogins)("is not opened for %s", async (_what, command, code) => {
    const session = await open();
    expect(await codeOf(session, command)).toBe(code);
    expect(await codeOf(session, { type: "poll", operation: "request" })).toBe(2002);
  });

  it("is closed after the third wrong password", async () => {
    const session = await open();
    const wrong = loginCommand({ password: "not-it-123" });
    expect([
      await codeOf(session, wrong),
      await codeOf(session, wrong),
      await codeOf(session, wrong),
    ]).toEqual([2200, 2200, 2501]);
    await session.closed;
  });

  it("can change its password", async () => {
    const own = await startRegistry(options({ registrars: { changer: "first-pass" } }));
    opened.push(own);
    const first = loginCommand({ clientId: "changer", password: "first-pass" });
    await openLoggedIn(own, { ...first, newPassword: "second-pass" } as EppCommand);
    expect(await codeOf(await open(own), first)).toBe(2200);
    await openLoggedIn(own, loginCommand({ clientId: "changer", password: "second-pass" }));
  });

  it("neither uses nor receives an extension that its login did not request", async () => {
    const session = await openLoggedIn(registry, loginCommand({ extensionUris: [] }));
    const info = await session.command({ type: "domain:info", name: "open-orchard.org" });
    expect(info.results[0].code).toBe(1000);
    expect(info.parts.extensions).toEqual([]);
    const update = {
      type: "domain:update" as const,
      name: "open-orchard.org",
      secDns: { remove: { all: true as const } },
    };
    expect(await codeOf(session, update)).toBe(2103);
  });

  it("is refused with 2502 at the registrar's session limit, until one of them ends", async () => {
    const own = await startRegistry(options({ maxSessionsPerRegistrar: 1 }));
    opened.push(own);
    const first = await openLoggedIn(own);
    const second = await open(own);
    expect(await codeOf(second, loginCommand())).toBe(2502);
    await second.closed;
    expect(await codeOf(first, { type: "logout" })).toBe(1500);
    await first.closed;
    // The server may detect the end slightly later; the client's retries cover that.
    const client = createEppClient({
      host: "127.0.0.1",
      port: own.port,
      ...credentials,
      tls: { ca: own.certificatePem },
      connectAttempts: 20,
    });
    opened.push(client);
    await expect(client.poll()).resolves.toMatchObject({ code: 1300 });
  });

  it("is closed after a long silence", async () => {
    const own = await startRegistry(options({ idleTimeoutMs: 5_000 }));
    opened.push(own);
    await (await open(own)).closed;
  });

  it("finishes its command before the registry closes", async () => {
    const begun = Promise.withResolvers<void>();
    const own = await startRegistry(options({ log: (entry) => entry.event === "fault" && begun.resolve() }));
    const session = await openLoggedIn(own);
    const idle = await openLoggedIn(own);
    await own.injectFault({ kind: "slow", command: "domain:info", delayMs: 100 });
    const answer = session.command({ type: "domain:info", name: "open-orchard.org" });
    await begun.promise;
    const closing = own.close();
    await expect(answer).resolves.toMatchObject({ results: [{ code: 1000 }] });
    await closing;
    await Promise.all([session.closed, idle.closed]);
  });

  it("handles split frames, and several at once, in their order", async () => {
    const session = await openLoggedIn();
    const check = encodeFrame(encodeCommand({ type: "domain:check", names: ["abc.com"] }, "PIECES-1"));
    for (const byte of check) {
      session.write(Uint8Array.of(byte));
    }
    await expect(session.next()).resolves.toMatchObject({ clTRID: "PIECES-1" });
    const many = ["MANY-1", "MANY-2", "MANY-3"].map((clTRID) =>
      encodeFrame(encodeCommand({ type: "poll", operation: "request" }, clTRID)),
    );
    session.write(Buffer.concat(many));
    for (const clTRID of ["MANY-1", "MANY-2", "MANY-3"]) {
      await expect(session.next()).resolves.toMatchObject({ clTRID });
    }
  });

  it.each([
    ["a length of 0", Uint8Array.of(0, 0, 0, 0)],
    ["a length of 4", Uint8Array.of(0, 0, 0, 4)],
    ["a length of 4 GB", Uint8Array.of(0xff, 0xff, 0xff, 0xff)],
    ["another protocol", new TextEncoder().encode("GET / HTTP/1.1\r\n\r\n")],
  ])("is closed on %s", async (_what, bytes) => {
    const session = await open();
    session.write(bytes);
    await session.closed;
  });

  const bombs: [string, string][] = [
    [
      "a document type",
      `<!DOCTYPE epp SYSTEM "http://127.0.0.1:1/epp.dtd"><epp xmlns="${namespaces.epp}"><hello/></epp>`,
    ],
    [
      "an external entity",
      `<!DOCTYPE epp [<!ENTITY x SYSTEM "file:///etc/passwd">]><epp xmlns="${namespaces.epp}"><command><logout/><clTRID>&x;</clTRID></command></epp>`,
    ],
    [
      "expanding entities",
      `<!DOCTYPE epp [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><epp xmlns="${namespaces.epp}"><command><logout/><clTRID>&c;</clTRID></command></epp>`,
    ],
    ["unclosed elements", "<a>".repeat(200_000)],
  ];
  it.each(bombs)("returns 2001 for %s, and continues", async (_what, xml) => {
    const session = await openLoggedIn();
    await expect(session.send(xml)).resolves.toMatchObject({ results: [{ code: 2001 }] });
    expect(await codeOf(session, { type: "poll", operation: "request" })).toBe(1300);
  });

  it("is not opened to a client that trusts another certificate", async () => {
    const stranger = await startRegistry(options());
    opened.push(stranger);
    const client = createEppClient({
      host: "127.0.0.1",
      port: registry.port,
      ...credentials,
      tls: { ca: stranger.certificatePem },
      connectAttempts: 1,
    });
    opened.push(client);
    await expect(client.hello()).rejects.toMatchObject({ name: "EppConnectionError" });
  });
});

it.skipIf(!xmllintPresent)("the RFCs' schemas accept every message between client and registry", async () => {
  const session = await open();
  const name = "conversation.com";
  const nameservers = [{ name: "ns1.example.net" }, { name: "ns2.example.net" }];
  const dsData = [{ keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) }];
  const year = { value: 1, unit: "y" as const };
  const fee = { currency: "EUR", fees: [{ amount: "11.88" }] };
  const conversation: EppCommand[] = [
    { type: "domain:check", names: ["a.com"] },
    loginCommand({ password: "not-it-123" }),
    loginCommand(),
    {
      type: "domain:check",
      names: [name, "premium-x.io", "taken-x.de", "brightharbor.com", "x.xyz", "-.com", "ab.com"],
      fee: {
        currency: "EUR",
        commands: [
          { name: "create", period: { value: 1, unit: "y" } },
          { name: "renew", period: { value: 11, unit: "y" } },
          { name: "transfer" },
          { name: "restore" },
        ],
      },
    },
    { type: "domain:check", names: ["fail-x.com"] },
    {
      type: "domain:create",
      name,
      period: year,
      nameservers,
      authInfo: "<&>",
      secDns: { dsData, keyData: [] },
      fee,
      ...contacts,
    },
    { type: "domain:create", name, authInfo: "again", ...contacts },
    { type: "domain:info", name },
    { type: "domain:info", name: "brightharbor.com" },
    { type: "domain:info", name: "not-registered.com" },
    { type: "domain:update", name, remove: { nameservers }, secDns: { remove: { all: true } } },
    { type: "domain:update", name, add: { statuses: ["clientHold", "clientUpdateProhibited"] } },
    { type: "domain:update", name, add: { nameservers } },
    { type: "domain:info", name, hosts: "none" },
    { type: "domain:renew", name, currentExpiryDate: "1999-01-01" },
    { type: "poll", operation: "request" },
    { type: "poll", operation: "acknowledge", messageId: "999" },
    { type: "logout" },
  ];
  const codes: number[] = [];
  for (const command of conversation) {
    codes.push(await codeOf(session, command));
  }
  expect(codes).toEqual([
    2002, 2200, 1000, 1000, 2400, 1000, 2302, 1000, 2201, 2303, 1000, 1000, 2304, 1000, 2306, 1300, 2303,
    1500,
  ]);
  expect(session.received).toHaveLength(conversation.length + 1);
  expect(schemaViolations([...session.sent, ...session.received])).toEqual([]);
});
