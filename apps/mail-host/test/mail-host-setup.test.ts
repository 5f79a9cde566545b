import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import {
  createDb,
  type Db,
  mailAccounts,
  mailDkimKeys,
  mailDomains,
  mailEvents,
  workspaces,
} from "@zonepost/db";
import { createMailRoles } from "@zonepost/db/mail-roles";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import { makeSelfSigned } from "@zonepost/registry/self-signed";
import { createSecretBox, deriveKey } from "@zonepost/secret-box";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createNetworkNamespace } from "./support/network-namespace.ts";
import { createLimitedUnitRunner } from "./support/unit-runner.ts";

// A mail host as `npm run mail:config -- … --write` sets it up: the real servers on the standard ports of a network of their
// own, started from the units that it wrote, before and after what stands for a reboot here.

const needed = [
  "/usr/sbin/postfix",
  "/usr/bin/rspamd",
  "/usr/lib/dovecot/lmtp",
  "/usr/bin/swaks",
  "/usr/sbin/logrotate",
  "/usr/sbin/unbound",
  "/usr/sbin/ip",
];
const skips =
  (process.getuid?.() !== 0 || !needed.every((file) => existsSync(file))) && process.env.CI !== "true";

const root = path.resolve(import.meta.dirname, "../../..");
const name = `zonepost-setup-${process.pid}`;
const [run, keys] = [`/run/${name}`, `/dev/shm/${name}-keys`];
const encryptionKey = Buffer.alloc(32, 5).toString("base64");
const domainName = "setup.test";
const login = { user: `anna@${domainName}`, password: "quiet harbor lantern" };
const accountId = crypto.randomUUID();

let folder: string;
let database: TestDatabase;
let db: Db & { close(): Promise<void> };
let network: Awaited<ReturnType<typeof createNetworkNamespace>>;
let runner: ReturnType<typeof createLimitedUnitRunner>;
let resolver: ChildProcess | undefined;
let written: Awaited<ReturnType<typeof runToEnd>>;
let secrets: Record<string, string>;
const at = (...names: string[]) => path.join(folder, ...names);
const folders = () => ["--state", at("state"), "--logs", at("logs"), "--run", run, "--keys", keys];

beforeAll(async () => {
  if (skips) {
    return;
  }
  folder = mkdtempSync(path.join(placeForTests(), "zp-setup-"));
  chmodSync(folder, 0o755);
  database = await createTestDatabase();
  db = createDb(database.url, { maxConnections: 2 });
  await createMailRoles(database.url, {
    servers: { name: `${name}_servers`, password: "p a's#s" },
    agent: { name: `${name}_agent`, password: "agent" },
  });
  await insertDomain();
  const { port, pathname } = new URL(database.url);
  network = await createNetworkNamespace(folder, { databasePort: Number(port), ports: [25, 587, 993] });
  await startResolver();
  const { keyPem, certificatePem } = makeSelfSigned("mail.setup.test", ["mail.setup.test"], new Date());
  writeFileSync(at("tls.key"), keyPem, { mode: 0o600 });
  writeFileSync(at("tls.pem"), certificatePem);
  const urlOf = (role: string, password: string) =>
    `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:5432${pathname}`;
  const [program = "", ...args] = network.enter(
    ...[process.execPath, path.join(root, "deploy/mail/src/entry/configure.ts"), "--write"],
    ...["--host", "mail.setup.test", "--operator", "ops@example.net", "--user", "mail"],
    ...["--certificate", at("tls.pem"), "--key", at("tls.key"), "--to", at("configuration")],
    ...folders(),
    ...["--units", at("units"), "--logrotate", at("logrotate.conf")],
  );
  secrets = {
    MAIL_SERVERS_DATABASE_URL: urlOf(`${name}_servers`, "p a's#s"),
    MAIL_AGENT_DATABASE_URL: urlOf(`${name}_agent`, "agent"),
    MAIL_AGENT_KEY: deriveKey(encryptionKey, "mail agent"),
  };
  written = await runToEnd(program, args, secrets);
  runner = createLimitedUnitRunner({
    enter: network.enter,
    onLine: (unit, line) => appendFileSync(at("units.log"), `${unit}: ${line}\n`),
  });
});
afterAll(async () => {
  await runner?.kill();
  resolver?.kill("SIGKILL");
  await network?.close();
  await db?.close();
  await database?.drop();
  for (const made of [folder, run, keys].filter(Boolean)) {
    rmSync(made, { recursive: true, force: true });
  }
});

/** Not synchronously: connections to the database pass through this process. */
async function runToEnd(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
    });
  }
  const [status] = (await once(child, "close")) as [number | null];
  return { status, ...output };
}

async function insertDomain(): Promise<void> {
  const [workspaceId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  const createdAt = new Date();
  await db.insert(workspaces).values({ id: workspaceId, name: "Test", slug: workspaceId, createdAt });
  await db.insert(mailDomains).values({
    id,
    workspaceId,
    domainId: crypto.randomUUID(),
    domainName,
    planSlug: "starter",
    maxAccounts: 5,
    storageGigabytes: 2,
    status: "active",
    activatedAt: createdAt,
    paidUntil: new Date(createdAt.getTime() + 1e10),
  });
  await db.insert(mailAccounts).values({
    id: accountId,
    mailDomainId: id,
    fullAddress: login.user,
    displayName: "Anna",
    passwordHash: `{PLAIN}${login.password}`,
    createdAt,
  });
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await db.insert(mailDkimKeys).values({
    id: crypto.randomUUID(),
    mailDomainId: id,
    selector: "zp1",
    publicKey: "public",
    // Sealed for agents: theirs has no other key.
    privateKeyEncrypted: createSecretBox([deriveKey(encryptionKey, "mail agent")]).seal(
      pem,
      `mail_domain:${id}`,
    ),
    stage: "active",
    createdAt,
  });
}

/** A real resolver, which knows no name outside. */
async function startResolver(): Promise<void> {
  writeFileSync(
    at("unbound.conf"),
    'server:\n  interface: 127.0.0.1\n  chroot: ""\n  username: ""\n  pidfile: ""\n  use-syslog: no\n  local-zone: "." static\nremote-control:\n  control-enable: no\n',
  );
  const [program = "", ...args] = network.enter("unbound", "-d", "-c", at("unbound.conf"));
  const started = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  resolver = started;
  let said = "";
  started.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await vi.waitFor(() => expect(said).toContain("start of service"), { timeout: 100_000 });
}

let marks = 0;
const newMark = () => `setup-mark-${++marks}`;

/** What swaks prints. */
async function send(port: number, mark: string, ...options: string[]): Promise<string> {
  const args = [
    "--server",
    `127.0.0.1:${network.portOf(port)}`,
    "--to",
    login.user,
    "--ehlo",
    "client.example",
  ];
  const text = [
    "--header",
    `Subject: ${mark}`,
    "--header",
    `Message-Id: <${mark}@client.example>`,
    "--body",
    mark,
  ];
  const child = spawn("swaks", [...args, ...text, ...options]);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    output += part;
  });
  await once(child, "close");
  return output;
}
const fromOutside = (mark: string) => send(25, mark, "--from", "someone@outside.example");
const submit = (mark: string) =>
  send(
    587,
    mark,
    "--from",
    login.user,
    "--tls",
    "--auth",
    "PLAIN",
    "--auth-user",
    login.user,
    "--auth-password",
    login.password,
  );

const stored = (mark: string): string | undefined => {
  const maildir = at("state/mailboxes", accountId, "Maildir");
  return ["new", "cur"]
    .map((each) => path.join(maildir, each))
    .filter((each) => existsSync(each))
    .flatMap((each) => readdirSync(each).map((file) => readFileSync(path.join(each, file), "latin1")))
    .find((text) => text.includes(mark));
};

/** As spawnSync takes it. */
const command = ([program = "", ...args]: string[]) => [program, args, { encoding: "utf8" }] as const;

const patiently = { timeout: 300_000, interval: 250 };

/** Mail flows: from outside, and from a signed-in person with a signature. */
async function mailFlows(): Promise<void> {
  const [incoming, outgoing] = [newMark(), newMark()];
  await expect.poll(() => fromOutside(incoming), patiently).toMatch(/250 2\.0\.0 Ok: .*queued/);
  await expect.poll(() => submit(outgoing), patiently).toMatch(/250 2\.0\.0 Ok: .*queued/);
  await expect.poll(() => stored(incoming), patiently).toBeDefined();
  await expect.poll(() => stored(outgoing), patiently).toMatch(/^DKIM-Signature:[^:]*d=setup\.test/m);
}

const kindsOf = async (mark: string) =>
  (await db.select().from(mailEvents))
    .filter(({ messageId }) => messageId.includes(`${mark}@client.example`))
    .map(({ kind }) => kind)
    .sort();

describe.skipIf(skips)("a mail host that was set up by command", () => {
  it("has accepted its files, asked each map, and tells of a resolver that doesn't validate", () => {
    expect(written.stderr.trim()).toBe("Warning: the nameserver 127.0.0.1 answers with the error 3");
    expect(written.status).toBe(0);
    expect(written.stdout).toContain("systemctl enable --now zonepost-mail.target");
  });

  it("has units without a fault, and secrets that only root can read", () => {
    const units = readdirSync(at("units")).map((each) => at("units", each));
    expect(units.length).toBeGreaterThan(5);
    const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...units], {
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toBe("");
    for (const file of ["lookups.env", "agent.env"]) {
      expect(statSync(at("configuration", file)).mode & 0o777).toBe(0o600);
    }
    const open = readdirSync(at("units")).map((each) => readFileSync(at("units", each), "utf8"));
    expect(open.join()).not.toMatch(/@\w+@|postgres:\/\//);
  });

  it("carries mail when its units are started with their rights alone", async () => {
    await runner.start(at("units"));
    await mailFlows();
    expect(runner.ended()).toEqual([]);
  });

  it("goes on with new logs in each server after a rotation, and the paths of messages stay complete", async () => {
    const before = newMark();
    await fromOutside(before);
    const logs = ["postfix", "dovecot", "rspamd"].map((each) => at("logs", `${each}.log`));
    await expect.poll(() => stored(before), patiently).toBeDefined();
    const [program = "", ...args] = network.enter(
      "logrotate",
      "-f",
      "-s",
      at("logrotate.state"),
      at("logrotate.conf"),
    );
    const rotated = await runToEnd(program, args);
    expect([rotated.status, rotated.stderr]).toEqual([0, ""]);
    const sizes = () => logs.map((file) => statSync(`${file}.1`).size);
    const after: string[] = [];
    // The first lines may still be on their way to the former files.
    await expect
      .poll(async () => {
        after.push(newMark());
        await fromOutside(after.at(-1) ?? "");
        return logs.map((file) => existsSync(file) && readFileSync(file, "utf8").length > 0);
      }, patiently)
      .toEqual([true, true, true]);
    const closed = sizes();
    const last = newMark();
    await fromOutside(last);
    await expect.poll(() => stored(last), patiently).toBeDefined();
    expect(sizes()).toEqual(closed);
    for (const mark of [before, ...after, last]) {
      await expect.poll(() => kindsOf(mark), patiently).toEqual(["delivered", "received"]);
    }
  });

  it("carries mail after a loss of power that emptied /run and /dev/shm", async () => {
    await runner.kill();
    for (const each of [run, keys]) {
      rmSync(each, { recursive: true, force: true });
    }
    await runner.start(at("units"));
    await mailFlows();
    expect(runner.ended()).toEqual([]);
  });

  it("carries mail in a container, whose program starts a server again that has ended, and stops all at SIGTERM", async () => {
    await runner.stop();
    expect(runner.ended()).toEqual([]);
    // Of the container's own programs, those that this machine has: the resolver runs already.
    cpSync(path.join(root, "deploy/mail/container/zonepost-mail-redis.service"), at("own/redis.service"));
    const redis = readFileSync(at("own/redis.service"), "utf8");
    writeFileSync(at("own/redis.service"), redis.replaceAll("/var/lib/zonepost-mail", at("state")));
    const storage = at("caddy/caddy/certificates/authority/mail.setup.test/mail.setup.test");
    cpSync(at("tls.key"), `${storage}.key`);
    const [program = "", ...args] = network.enter(
      process.execPath,
      path.join(root, "deploy/mail/src/entry/container.ts"),
    );
    const container = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...secrets,
        MAIL_HOST_NAME: "mail.setup.test",
        OPERATOR_EMAIL: "ops@example.net",
        MAIL_CONTAINER_FOLDER: at("own"),
        MAIL_CERTIFICATE_STORAGE: at("caddy"),
        MAIL_CONFIGURATION: at("configuration"),
        MAIL_UNITS: at("container-units"),
        MAIL_CONFIGURATION_OPTIONS: [...folders(), "--user", "mail"].join(" "),
      },
    });
    let output = "";
    for (const stream of [container.stdout, container.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    try {
      await expect.poll(() => output, patiently).toContain("waiting for the certificate of mail.setup.test");
      cpSync(at("tls.pem"), `${storage}.crt`);
      await expect.poll(() => output, patiently).toContain("mail host: running");
      await mailFlows();
      const health = () =>
        spawnSync(
          ...command(
            network.enter(process.execPath, path.join(root, "deploy/zonepost.mjs"), "health", "mail"),
          ),
        );
      expect(health()).toMatchObject({ status: 0, stdout: "", stderr: "" });
      spawnSync("pkill", ["-KILL", "-f", `dovecot -F -c ${at("configuration")}`]);
      // Until then, messages wait in the queue for longer than a test.
      await expect
        .poll(() => output, patiently)
        .toMatch(/mail-dovecot: ended, and starts again.*mail-dovecot: started/s);
      await mailFlows();
      const ended = once(container, "close");
      container.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
      expect(spawnSync("pgrep", ["-f", at("configuration")], { encoding: "utf8" }).stdout).toBe("");
      expect(output).not.toMatch(/postgres:\/\/|p%20a/);
    } finally {
      container.kill("SIGKILL");
    }
  });
});
