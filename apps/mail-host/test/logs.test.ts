import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  rmdir,
  truncate,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createDb, type Db, mailAccounts, mailDomains, workspaces } from "@zonepost/db";
import { createMailRoles, mailRoleNames } from "@zonepost/db/mail-roles";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";

const entry = path.resolve(import.meta.dirname, "../src/entry/agent.ts");
const accountId = crypto.randomUUID();
const domainName = "shipped.test";

let database: TestDatabase;
let db: Db & { close(): Promise<void> };
let roles: ReturnType<typeof mailRoleNames>;
let agentUrl: string;
let folder: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { maxConnections: 2 });
  roles = mailRoleNames(new URL(database.url).pathname.slice(1));
  await createMailRoles(database.url, {
    servers: { name: roles.servers, password: "servers" },
    agent: { name: roles.agent, password: "agent" },
  });
  agentUrl = Object.assign(new URL(database.url), { username: roles.agent, password: "agent" }).href;
  const [workspaceId, mailDomainId] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = new Date();
  await db.insert(workspaces).values({ id: workspaceId, name: "Test", slug: workspaceId, createdAt: at });
  await db.insert(mailDomains).values({
    id: mailDomainId,
    workspaceId,
    domainId: crypto.randomUUID(),
    domainName,
    planSlug: "starter",
    maxAccounts: 5,
    storageGigabytes: 2,
    status: "active",
    activatedAt: at,
    paidUntil: new Date(at.getTime() + 86_400_000),
  });
  await db.insert(mailAccounts).values({
    id: accountId,
    mailDomainId,
    fullAddress: `anna@${domainName}`,
    displayName: "Anna",
    passwordHash: "x",
    createdAt: at,
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

beforeEach(async () => {
  folder = await mkdtemp("/tmp/mail-logs-");
});
afterEach(async () => {
  await stop("SIGKILL");
  await db.$client`truncate mail_events, mail_usage_days`;
  await rm(folder, { recursive: true });
});

function start(): void {
  child = fork(entry, {
    env: {
      MAIL_AGENT_DATABASE_URL: agentUrl,
      MAIL_AGENT_HOST: "mx1.test",
      MAIL_AGENT_FOLDER: path.join(folder, "keys"),
      MAIL_AGENT_KEYS_ON_DISK: "true",
      MAIL_AGENT_LOGS: folder,
      ENCRYPTION_KEY: Buffer.alloc(32, 9).toString("base64"),
      LOG_LEVEL: "fatal",
      TZ: "UTC",
    },
  });
}

async function stop(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, "exit");
  }
}

const time = new Date()
  .toUTCString()
  .replace(
    /^\w+, (\d\d) (\w+) \d+ ([\d:]+) GMT$/,
    (_, day, month, clock) => `${month} ${day.replace(/^0/, " ")} ${clock}`,
  );
const postfixLog = () => path.join(folder, "postfix.log");
const line = (text: string) => `${time} mail postfix/${text}\n`;
const begun = (id: string) =>
  line(
    `submission/smtpd[1]: ${id}: client=unknown[127.0.0.1], sasl_method=PLAIN, sasl_username=anna@${domainName}`,
  ) +
  line(`cleanup[1]: ${id}: message-id=<${id}@vm>`) +
  line(`qmgr[1]: ${id}: from=<anna@${domainName}>, size=464, nrcpt=1 (queue active)`);
const delivered = (id: string) =>
  line(
    `lmtp[1]: ${id}: to=<anna@${domainName}>, relay=mail[/run/lmtp], delay=1, delays=1/0/0/0, dsn=2.0.0, status=sent (250 ok)`,
  ) + line(`qmgr[1]: ${id}: removed`);

const readKinds = async () =>
  (
    await db.$client<{ queueId: string; kind: string; sender: string }[]>`
    select queue_id as "queueId", kind, sender from mail_events order by queue_id, id`
  ).map((row) => `${row.queueId} ${row.kind} ${row.sender}`);
const bothOf = (...ids: string[]) =>
  ids.flatMap((id) => ["received", "delivered"].map((kind) => `${id} ${kind} anna@${domainName}`));
const readUse = () =>
  db.$client`select messages_in, messages_out from mail_usage_days where account_id = ${accountId}`;

it("records messages, sign-ins and use once, over a kill in the middle of a message, rotation and truncation", async () => {
  await writeFile(postfixLog(), begun("AAAAAA01") + delivered("AAAAAA01") + begun("AAAAAA02"));
  start();
  await expect.poll(readKinds).toEqual(bothOf("AAAAAA01"));
  const readLogin = async () =>
    (await db.$client`select last_login_at from mail_account_use where account_id = ${accountId}`)[0]
      ?.last_login_at;
  await expect.poll(readLogin).toEqual(expect.any(String));

  // Killed before its state is as new as its rows: the lines since then are read again.
  await stop("SIGKILL");
  const stateFile = path.join(folder, "agent-position.json");
  await rm(stateFile, { force: true });
  await appendFile(postfixLog(), delivered("AAAAAA02").slice(0, 60));
  start();
  await appendFile(postfixLog(), delivered("AAAAAA02").slice(60));
  await expect.poll(readKinds).toEqual(bothOf("AAAAAA01", "AAAAAA02"));
  expect(await readUse()).toEqual([{ messages_in: 2, messages_out: 2 }]);

  // The last lines are written to a file that is renamed while the agent is stopped.
  await stop("SIGTERM");
  await appendFile(postfixLog(), begun("AAAAAA03") + delivered("AAAAAA03"));
  await rename(postfixLog(), `${postfixLog()}.1`);
  await writeFile(postfixLog(), begun("AAAAAA04") + delivered("AAAAAA04"));
  start();
  await expect.poll(readKinds).toEqual(bothOf("AAAAAA01", "AAAAAA02", "AAAAAA03", "AAAAAA04"));
  await rename(postfixLog(), `${postfixLog()}.2`);
  await writeFile(postfixLog(), begun("AAAAAA05") + delivered("AAAAAA05"));
  await expect.poll(async () => (await readKinds()).length).toBe(10);
  await truncate(postfixLog(), 0);
  const readOffset = async () => JSON.parse(await readFile(stateFile, "utf8")).positions.postfix.offset;
  await expect.poll(readOffset).toBe(0);
  await appendFile(postfixLog(), begun("AAAAAA06") + delivered("AAAAAA06"));
  await expect.poll(async () => (await readKinds()).length).toBe(12);
  expect(await readUse()).toEqual([{ messages_in: 6, messages_out: 6 }]);
});

it("holds lines that the database doesn't store yet, and leaves out lines without meaning", async () => {
  const garbage = Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), Buffer.from(`${"x".repeat(600_000)}\n`)]);
  await writeFile(postfixLog(), Buffer.concat([garbage, Buffer.from(begun("AAAAAA01"))]));
  const store = `execute on function mail_host.store_log_events(text, jsonb)`;
  await db.$client.unsafe(`revoke ${store} from "${roles.agent}"`);
  start();
  await appendFile(postfixLog(), delivered("AAAAAA01"));
  await delay(1_500);
  expect(await readKinds()).toEqual([]);
  await db.$client.unsafe(`grant ${store} to "${roles.agent}"`);
  await expect.poll(readKinds).toEqual(bothOf("AAAAAA01"));
});

it("goes on while its position can't be stored, as on a full disk, and stores it once it can", async () => {
  const stateFile = path.join(folder, "agent-position.json");
  // As root, a missing right wouldn't stop it.
  await mkdir(`${stateFile}.new`);
  await writeFile(postfixLog(), begun("AAAAAA01") + delivered("AAAAAA01"));
  start();
  await expect.poll(readKinds).toEqual(bothOf("AAAAAA01"));
  await appendFile(postfixLog(), begun("AAAAAA02") + delivered("AAAAAA02"));
  await expect.poll(readKinds).toEqual(bothOf("AAAAAA01", "AAAAAA02"));
  await rmdir(`${stateFile}.new`);
  await expect.poll(() => readFile(stateFile, "utf8").catch(() => "")).toContain("positions");
  expect(child?.exitCode).toBeNull();
  expect(await readUse()).toEqual([{ messages_in: 2, messages_out: 2 }]);
});
