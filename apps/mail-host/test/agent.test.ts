import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import {
  createDb,
  type Db,
  mailAccounts,
  mailDkimKeys,
  mailDomains,
  mailErasedAccounts,
  mailHostKeys,
  mailHosts,
  mailSenderExceptions,
  workspaces,
} from "@zonepost/db";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { createSecretBox, deriveKey } from "@zonepost/secret-box";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";

const entry = path.resolve(import.meta.dirname, "../src/entry/agent.ts");
const encryptionKey = Buffer.alloc(32, 9).toString("base64");
const otherKey = Buffer.alloc(32, 8).toString("base64");
const box = createSecretBox([encryptionKey]);
const folder = `/dev/shm/mail-agent-process-${process.pid}`;

let database: TestDatabase;
let db: Db & { close(): Promise<void> };
let proxy: Awaited<ReturnType<typeof startProxy>>;
const running: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { maxConnections: 2 });
  proxy = await startProxy(new URL(database.url));
});
afterAll(async () => {
  await proxy.close();
  await db.close();
  await database.drop();
});

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
    }
  }
  proxy.open();
  await db.delete(mailHosts);
  await db.delete(mailDkimKeys);
  await db.delete(mailSenderExceptions);
  await db.delete(mailDomains);
  await rm(folder, { recursive: true, force: true });
});

/** Forwards to the database, which can be taken away. */
async function startProxy(target: URL) {
  const sockets = new Set<net.Socket>();
  let isAway = false;
  const server = net.createServer((inside) => {
    if (isAway) {
      inside.destroy();
      return;
    }
    const outside = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    takeAway() {
      isAway = true;
      for (const socket of sockets) {
        socket.destroy();
      }
    },
    open() {
      isAway = false;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** `pollSeconds` is long, so that only a notice or a reconnection explains a quick change. */
function start({ pollSeconds = 100, ...changes }: { pollSeconds?: number; [name: string]: unknown } = {}) {
  const env = {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    MAIL_AGENT_DATABASE_URL: proxy.url,
    MAIL_AGENT_HOST: "mx1.test",
    MAIL_AGENT_FOLDER: folder,
    MAIL_AGENT_POLL_SECONDS: String(pollSeconds),
    ENCRYPTION_KEY: encryptionKey,
    ...changes,
  };
  const child = fork(entry, { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  const exit = once(child, "close").then(([code]) => code as number | null);
  return { child, exit, output: () => output };
}

let counter = 0;

async function addDomain(): Promise<{ id: string; name: string }> {
  const [workspaceId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  const name = `agent-${++counter}.test`;
  const at = new Date();
  await db.insert(workspaces).values({ id: workspaceId, name: "Test", slug: workspaceId, createdAt: at });
  await db.insert(mailDomains).values({
    id,
    workspaceId,
    domainId: crypto.randomUUID(),
    domainName: name,
    planSlug: "starter",
    maxAccounts: 5,
    storageGigabytes: 2,
    status: "active",
    activatedAt: at,
    paidUntil: new Date(at.getTime() + 1e10),
  });
  return { id, name };
}

async function addKey(mailDomainId: string, selector: string, stage: "pending" | "active"): Promise<string> {
  const id = crypto.randomUUID();
  const privateKeyEncrypted = box.seal(`private part of ${selector}`, `mail_domain:${mailDomainId}`);
  await db.insert(mailDkimKeys).values({
    id,
    mailDomainId,
    selector,
    publicKey: "public",
    privateKeyEncrypted,
    stage,
    createdAt: new Date(),
  });
  return id;
}

const wake = () => db.execute(sql`notify zonepost_mail_hosts`);
const read = (name: string) => readFile(path.join(folder, name), "utf8").catch(() => undefined);
const heldKeys = async () =>
  (await db.select().from(mailHostKeys).where(eq(mailHostKeys.host, "mx1.test"))).map(({ keyId }) => keyId);

it("writes keys and maps, reports what it holds, and follows each change at once", async () => {
  const domain = await addDomain();
  const first = await addKey(domain.id, "zp1", "active");
  const agent = start();
  expect((await once(agent.child, "message"))[0]).toEqual({ type: "ready" });
  expect(await heldKeys()).toEqual([first]);
  expect(await read(`${domain.name}.zp1.key`)).toBe("private part of zp1");
  expect(await read("selectors.map")).toBe(`${domain.name} zp1\n`);

  const second = await addKey(domain.id, "zp2", "pending");
  await db
    .insert(mailSenderExceptions)
    .values({ mailDomainId: domain.id, network: "192.0.2.0/24", createdAt: new Date() });
  await wake();
  await expect.poll(async () => (await heldKeys()).sort()).toEqual([first, second].sort());
  expect(await read(`${domain.name}.zp2.key`)).toBe("private part of zp2");
  expect(await read("selectors.map")).toBe(`${domain.name} zp1\n`);
  await expect.poll(() => read("sender-exceptions.map")).toBe(`${domain.name} 192.0.2.0/24\n`);

  await db.transaction(async (tx) => {
    await tx.update(mailDkimKeys).set({ stage: "retiring" }).where(eq(mailDkimKeys.id, first));
    await tx.update(mailDkimKeys).set({ stage: "active" }).where(eq(mailDkimKeys.id, second));
    await tx.execute(sql`notify zonepost_mail_hosts`);
  });
  await expect.poll(() => read("selectors.map")).toBe(`${domain.name} zp2\n`);
  expect(await read(`${domain.name}.zp1.key`)).toBe("private part of zp1");

  await db
    .update(mailDkimKeys)
    .set({ stage: "retired", privateKeyEncrypted: null })
    .where(eq(mailDkimKeys.id, first));
  await wake();
  await expect.poll(heldKeys).toEqual([second]);
  await expect.poll(() => read(`${domain.name}.zp1.key`)).toBeUndefined();

  agent.child.kill("SIGTERM");
  expect(await agent.exit).toBe(0);
  expect(await read(`${domain.name}.zp2.key`)).toBe("private part of zp2");
  expect(agent.output()).not.toContain("private part");
});

it("keeps the files while the database is away, and catches up afterwards, also after it was killed", async () => {
  const domain = await addDomain();
  const first = await addKey(domain.id, "zp1", "active");
  const agent = start({ pollSeconds: 1 });
  await expect.poll(heldKeys).toEqual([first]);

  proxy.takeAway();
  await expect.poll(agent.output).toContain("retrying");
  const second = await addKey(domain.id, "zp2", "pending");
  expect(await read("selectors.map")).toBe(`${domain.name} zp1\n`);
  proxy.open();
  await expect.poll(async () => (await heldKeys()).length).toBe(2);
  // Notices arrive again, too.
  await db.delete(mailDkimKeys).where(eq(mailDkimKeys.id, second));
  await wake();
  await expect.poll(() => read(`${domain.name}.zp2.key`)).toBeUndefined();

  agent.child.kill("SIGKILL");
  await agent.exit;
  const third = await addKey(domain.id, "zp3", "pending");
  proxy.takeAway();
  start();
  proxy.open();
  await expect.poll(async () => (await heldKeys()).sort()).toEqual([first, third].sort());
});

it("reports its host without a notice, and holds no key that it can't open", async () => {
  const domain = await addDomain();
  const readable = await addKey(domain.id, "zp1", "active");
  const other = await addDomain();
  const key = await addKey(other.id, "zp1", "active");
  await db
    .update(mailDkimKeys)
    .set({ privateKeyEncrypted: box.seal("for another owner", `mail_domain:${domain.id}`) })
    .where(and(eq(mailDkimKeys.id, key)));
  const agent = start({ pollSeconds: 1 });
  await expect.poll(heldKeys).toEqual([readable]);
  expect(await read("selectors.map")).toBe(`${domain.name} zp1\n`);
  await expect.poll(agent.output).toContain("could not be stored");
  await db.update(mailHosts).set({ lastSeenAt: new Date(0) });
  await expect
    .poll(async () => (await db.select().from(mailHosts))[0]?.lastSeenAt.getTime())
    .toBeGreaterThan(0);
  expect((await readdir(folder)).sort()).toEqual([
    `${domain.name}.zp1.key`,
    "selectors.map",
    "sender-exceptions.map",
  ]);
});

it("removes the folders of erased accounts, and no others", async () => {
  const { id: mailDomainId, name } = await addDomain();
  const [erased, living, foreign] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await db.insert(mailErasedAccounts).values({ accountId: erased, erasedAt: new Date() });
  await db.insert(mailAccounts).values({
    id: living,
    mailDomainId,
    fullAddress: `anna@${name}`,
    displayName: "Anna",
    passwordHash: "x",
    createdAt: new Date(),
  });
  const mailboxes = await mkdtemp("/tmp/mail-agent-mailboxes-");
  try {
    const kept = [living, foreign, "shared", `${erased}.old`];
    for (const folderName of [erased, ...kept]) {
      await mkdir(path.join(mailboxes, folderName, "Maildir/cur"), { recursive: true });
      await writeFile(path.join(mailboxes, folderName, "Maildir/cur/1"), "message");
    }
    const agent = start({ MAIL_AGENT_MAILBOXES: mailboxes });
    await expect.poll(async () => (await readdir(mailboxes)).sort()).toEqual(kept.sort());
    for (const folderName of kept) {
      expect(await readFile(path.join(mailboxes, folderName, "Maildir/cur/1"), "utf8")).toBe("message");
    }
    agent.child.kill("SIGTERM");
    expect(await agent.exit).toBe(0);
  } finally {
    await rm(mailboxes, { recursive: true });
    await db.delete(mailErasedAccounts);
    await db.delete(mailAccounts);
  }
});

it.each<[string, (key: string) => object, ("agent" | "installation")[]]>([
  ["its own key", (key) => ({ MAIL_AGENT_KEY: key }), ["agent"]],
  ["the installation's key", () => ({ ENCRYPTION_KEY: encryptionKey }), ["agent", "installation"]],
  [
    "its own key and the installation's",
    (key) => ({ MAIL_AGENT_KEY: key, ENCRYPTION_KEY: encryptionKey }),
    ["agent", "installation"],
  ],
  [
    "its own key among retired ones",
    (key) => ({ MAIL_AGENT_KEY: otherKey, MAIL_AGENT_KEYS_RETIRED: key }),
    ["agent"],
  ],
  [
    "the installation's key among retired ones",
    () => ({ ENCRYPTION_KEY: otherKey, ENCRYPTION_KEYS_RETIRED: encryptionKey }),
    ["agent", "installation"],
  ],
  ["another key", () => ({ MAIL_AGENT_KEY: otherKey }), []],
])(
  "with %s, opens the DKIM keys that were sealed for it, and reports by which keys it can",
  async (_what, keysOf, opened) => {
    const domain = await addDomain();
    const ids = {
      agent: await addKey(domain.id, "zp1", "active"),
      installation: await addKey(domain.id, "zp2", "pending"),
    };
    const derivedBox = box.derive("mail agent")[0];
    await db
      .update(mailDkimKeys)
      .set({ privateKeyEncrypted: derivedBox?.seal("private part of zp1", `mail_domain:${domain.id}`) })
      .where(eq(mailDkimKeys.id, ids.agent));
    const agent = start({ ENCRYPTION_KEY: undefined, ...keysOf(deriveKey(encryptionKey, "mail agent")) });
    await once(agent.child, "message");
    expect((await heldKeys()).sort()).toEqual(opened.map((form) => ids[form]).sort());
    const [host] = await db.select().from(mailHosts);
    expect(host?.secretKeyIds?.includes(derivedBox?.keyIds[0] ?? "")).toBe(opened.includes("agent"));
    expect(host?.secretKeyIds?.includes(box.keyIds[0] ?? "")).toBe(opened.includes("installation"));
  },
);

it("ends with one line that names an invalid setting, without its value", async () => {
  const agent = start({ ENCRYPTION_KEY: "c2hvcnQ=" });
  expect(await agent.exit).toBe(1);
  expect(agent.output()).toContain("ENCRYPTION_KEY: must be 32 bytes");
  expect(agent.output()).not.toContain("c2hvcnQ=");
  const keyless = start({ ENCRYPTION_KEY: undefined });
  expect(await keyless.exit).toBe(1);
  expect(keyless.output()).toContain("MAIL_AGENT_KEY: is missing");
  const open = start({ MAIL_AGENT_DATABASE_URL: "postgres://u:secret@db.example.com/z" });
  expect(await open.exit).toBe(1);
  expect(open.output()).toContain("needs sslmode");
  expect(open.output()).not.toContain("secret");
});
