import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "node:tls";
import { fileURLToPath } from "node:url";
import { hash } from "@node-rs/argon2";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { createSecretBox } from "@zonepost/secret-box";
import { createTransport } from "nodemailer";
import postgres from "postgres";
import { median, percentile } from "./measure.ts";
import { finished, runBench, say, spawnNode, stop } from "./processes.ts";

// Mail servers on our views, next to the same servers on flat files; see README.md.

const domainCount = 100;
const accountsPerDomain = 5;
/** Only these send and receive. The others make the lookups as large as an installation's. */
const activeAccounts = 20;
const rounds = 5;
const messagesPerRound = 200;
const connections = 8;
const stormLogins = 100;
const longestShareOfViews = 1.1;

const password = "a-password-for-the-bench";
const encryptionKey = Buffer.alloc(32, 7).toString("base64");

// One for all domains: making it isn't measured.
const dkimKey = makeDkimKey();

function makeDkimKey() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

type Account = { id: string; address: string; domain: string };
type Host = {
  name: string;
  child: ChildProcess;
  ports: { submissions: number; imaps: number };
  dataDir: string;
  accounts: readonly Account[];
};

async function main(cleanUp: AsyncDisposableStack): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-bench-"));
  chmodSync(folder, 0o711);
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
  say("starting PostgreSQL and two sets of mail servers");
  const database = await startEmbeddedServer({ dataDir: path.join(folder, "data") });
  cleanUp.defer(() => database.stop());
  const passwordHash = `{ARGON2ID}${await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })}`;
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  cleanUp.defer(() => sql.end());
  const start = async (name: string, databaseUrl: string) => {
    await migrate(databaseUrl);
    const accounts = await seedMail(databaseUrl, passwordHash);
    return startHost(cleanUp, { name, accounts, databaseUrl, dataDir: path.join(folder, name) });
  };
  const views = await start("views", database.url);
  // A database of its own, which signing and the rule for the From header still use.
  await sql`create database flat`;
  const flat = await start("flat", Object.assign(new URL(database.url), { pathname: "/flat" }).href);
  await useFlatFiles(flat, passwordHash);

  const isWithinLimit = await benchDelivery(views, flat);
  await benchActivation(sql, views, passwordHash);
  await benchLoginStorm(views);
  process.exitCode = isWithinLimit ? 0 : 1;
}

/** Mail domains with accounts and a DKIM key each, of one workspace. */
async function seedMail(databaseUrl: string, passwordHash: string): Promise<Account[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const workspaceId = randomUUID();
  await sql`insert into workspaces (id, name, slug, created_at) values (${workspaceId}, 'Bench', 'bench', now())`;
  const accounts: Account[] = [];
  for (let at = 0; at < domainCount; at += 1) {
    const names = Array.from({ length: accountsPerDomain }, (_, index) => `account-${index}`);
    accounts.push(
      ...(await addMailDomain(sql, { workspaceId, domain: `domain-${at}.test`, names, passwordHash })),
    );
  }
  await sql.end();
  return accounts;
}

const migrate = (databaseUrl: string) =>
  finished(spawnNode("../packages/db/src/entry/migrate.ts", { ...process.env, DATABASE_URL: databaseUrl }));

async function addMailDomain(
  sql: postgres.Sql,
  input: { workspaceId: string; domain: string; names: string[]; passwordHash: string },
): Promise<Account[]> {
  const { workspaceId, domain, names, passwordHash } = input;
  const mailDomainId = randomUUID();
  const sealed = createSecretBox([encryptionKey]).seal(dkimKey.privateKeyPem, `mail_domain:${mailDomainId}`);
  const accounts = names.map((name) => ({ id: randomUUID(), address: `${name}@${domain}`, domain }));
  const { publicKey } = dkimKey;
  await sql.begin(async (tx) => {
    await tx`
      insert into mail_domains (id, workspace_id, domain_id, domain_name, plan_slug, max_accounts, storage_gigabytes,
        status, activated_at, paid_until)
      values (${mailDomainId}, ${workspaceId}, ${randomUUID()}, ${domain}, 'business', 100, 50, 'active', now(),
        now() + interval '1 year')`;
    await tx`
      insert into mail_dkim_keys (id, mail_domain_id, selector, public_key, private_key_encrypted, stage, created_at,
        activated_at)
      values (${randomUUID()}, ${mailDomainId}, 'zp1', ${publicKey}, ${sealed}, 'active', now(), now())`;
    for (const { id, address } of accounts) {
      await tx`
        insert into mail_accounts (id, mail_domain_id, full_address, display_name, password_hash, created_at)
        values (${id}, ${mailDomainId}, ${address}, 'Bench', ${passwordHash}, now())`;
    }
    await tx`select pg_notify('zonepost_mail_hosts', '')`;
  });
  return accounts;
}

async function startHost(
  cleanUp: AsyncDisposableStack,
  given: Pick<Host, "name" | "dataDir" | "accounts"> & { databaseUrl: string },
): Promise<Host> {
  const { dataDir, databaseUrl, ...of } = given;
  mkdirSync(dataDir, { mode: 0o711 });
  // A process group of its own: the host ends its group when it is killed.
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("../sandbox/mail/src/entry/sandbox-mail.ts", import.meta.url))],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ENCRYPTION_KEY: encryptionKey },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      detached: true,
    },
  );
  cleanUp.defer(() => stop(child));
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error("the mail servers did not start");
    }),
  ]);
  return { ...of, child, dataDir, ports: (message as { ports: Host["ports"] }).ports };
}

/** Replaces each lookup in the database by a file, and starts Postfix and Dovecot again. */
async function useFlatFiles(host: Host, passwordHash: string): Promise<void> {
  const { accounts } = host;
  const configuration = path.join(host.dataDir, "mail/configuration");
  const mailboxes = path.join(host.dataDir, "mail/mailboxes");
  const folder = path.join(configuration, "flat");
  mkdirSync(folder);
  const domains = [...new Set(accounts.map(({ domain }) => domain))];
  const lines = (of: readonly string[]) => of.map((line) => `${line}\n`).join("");
  const own = lines(accounts.map(({ address }) => `${address} ${address}`));
  const files: Record<string, string> = {
    domains: lines(domains.map((domain) => `${domain} ${domain}`)),
    mailboxes: own,
    aliases: own,
    senders: own,
    "outside-senders": lines(domains.map((domain) => `${domain} 554 5.7.1 Sign in to send`)),
    users: lines(
      accounts.map(
        ({ id, address }) =>
          `${address}:${passwordHash}::::${mailboxes}/${id}::userdb_quota_rule=*:bytes=53687091200`,
      ),
    ),
  };
  const change = (file: string, edit: (text: string) => string) =>
    writeFileSync(path.join(configuration, file), edit(readFileSync(path.join(configuration, file), "utf8")));
  const [run = ""] = JSON.parse(
    readFileSync(path.join(host.dataDir, "mail/folders.json"), "utf8"),
  ) as string[];
  change("postfix/main.cf", (text) =>
    text
      .replaceAll(/proxy:pgsql:\S+\/postfix\/([\w-]+)\.cf/g, (_, name: string) => {
        writeFileSync(path.join(folder, name), files[name] ?? "");
        return `texthash:${folder}/${name}`;
      })
      .replace(
        /^recipient_checks = .*$/m,
        `recipient_checks = reject_unlisted_recipient, check_policy_service unix:${run}/quota-status`,
      ),
  );
  writeFileSync(path.join(folder, "users"), files.users ?? "");
  chmodSync(path.join(folder, "users"), 0o644);
  change("dovecot/dovecot.conf", (text) =>
    text
      .replace(/passdb \{\n {2}driver = sql\n {2}args = \S+app-passwords.ext\n\}\n/, "")
      .replaceAll(
        /(passdb|userdb) \{\n {2}driver = sql\n {2}args = .*\n\}/g,
        `$1 {\n  driver = passwd-file\n  args = username_format=%u ${folder}/users\n}`,
      )
      .replace(" imap_quota quota_clone\n", " imap_quota\n")
      .replace(/ {2}quota_clone_dict.*\n/, quotaStatus)
      .concat(quotaStatusService(run)),
  );
  for (const program of ["master", "dovecot"]) {
    process.kill(pidOf(program, configuration), "SIGTERM");
  }
  await untilSignedIn(host, accounts[0]?.address ?? "");
}

// Files don't have the use of a mailbox, so Dovecot itself answers whether it is full.
const quotaStatus = `  quota_status_success = DUNNO
  quota_status_nouser = DUNNO
  quota_status_overquota = 552 5.2.2 This mailbox is full
`;
const quotaStatusService = (run: string) => `service quota-status {
  executable = quota-status -p postfix
  client_limit = 1
  unix_listener ${run}/quota-status {
    mode = 0600
    user = postfix
  }
}
`;

function pidOf(program: string, configuration: string): number {
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name)) {
      const [file = "", ...args] = readCommand(name);
      if (path.basename(file) === program && args.some((arg) => arg.startsWith(configuration))) {
        return Number(name);
      }
    }
  }
  throw new Error(`there is no process ${program}`);
}

function readCommand(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

async function untilSignedIn(host: Host, address: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await signIn(host, address).catch(() => false)) {
      return;
    }
    await delay(100);
  }
  throw new Error(`${host.name}: sign-in fails`);
}

/** True if the server accepts the password over IMAP. */
function signIn({ ports }: Host, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: ports.imaps, rejectUnauthorized: false });
    createInterface(socket)
      .on("line", (line) => {
        const [tag, status] = line.split(" ");
        if (tag === "*" && status === "OK") {
          socket.write(`a LOGIN ${address} "${password}"\r\n`);
        } else if (tag === "a") {
          socket.destroy();
          resolve(status === "OK");
        }
      })
      .once("error", reject)
      .once("close", () => reject(new Error("the connection was closed")));
  });
}

const transportTo = ({ ports }: Host, user: string) =>
  createTransport({
    host: "127.0.0.1",
    port: ports.submissions,
    secure: true,
    pool: true,
    maxConnections: 1,
    maxMessages: Number.POSITIVE_INFINITY,
    auth: { user, pass: password },
    tls: { rejectUnauthorized: false },
  });

const body = "The quick brown fox jumps over the lazy dog.\n".repeat(45);

/** Messages between the accounts, from the first submission until the last is in its mailbox. */
async function benchDelivery(views: Host, flat: Host): Promise<boolean> {
  const activeOf = ({ accounts }: Host) => accounts.slice(0, activeAccounts);
  const measured = new Map([views, flat].map((host) => [host, [] as number[]]));
  const transports = new Map(
    [views, flat].map((host) => [
      host,
      activeOf(host)
        .slice(0, connections)
        .map(({ address }) => ({ from: address, transport: transportTo(host, address) })),
    ]),
  );
  const send = async (host: Host, count: number) => {
    const accounts = activeOf(host);
    const before = delivered(host, accounts);
    const startedMs = performance.now();
    let next = 0;
    await Promise.all(
      (transports.get(host) ?? []).map(async ({ from, transport }) => {
        for (let number = next++; number < count; number = next++) {
          await transport.sendMail({
            from,
            to: accounts[number % accounts.length]?.address ?? "",
            subject: `Message ${number}`,
            text: body,
          });
        }
      }),
    );
    while (delivered(host, accounts) < before + count) {
      await delay(5);
    }
    return count / ((performance.now() - startedMs) / 1_000);
  };
  for (const host of [views, flat]) {
    await send(host, 40);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const host of round % 2 === 0 ? [views, flat] : [flat, views]) {
      measured.get(host)?.push(await send(host, messagesPerRound));
    }
  }
  for (const { transport } of [...transports.values()].flat()) {
    transport.close();
  }
  const [ours, theirs] = [views, flat].map((host) => measured.get(host) ?? []);
  const cost = median((ours ?? []).map((rate, at) => (theirs?.[at] ?? 0) / rate));
  console.log(`Submission to mailbox, ${messagesPerRound} messages of 2 KB over ${connections} connections`);
  for (const [name, rates = []] of [
    ["views", ours],
    ["flat files", theirs],
  ] as const) {
    const text = rates.map((rate) => rate.toFixed(1)).join(" ");
    console.log(`  ${name.padEnd(10)} ${median(rates).toFixed(1)} messages/s (rounds ${text})`);
  }
  console.log(
    `  the views cost ${((cost - 1) * 100).toFixed(1)} % (limit ${((longestShareOfViews - 1) * 100).toFixed(0)} %)`,
  );
  return cost <= longestShareOfViews;
}

function delivered({ dataDir }: Host, accounts: readonly Account[]): number {
  const folders = accounts.flatMap(({ id }) =>
    ["new", "cur"].map((name) => path.join(dataDir, "mail/mailboxes", id, "Maildir", name)),
  );
  return folders
    .filter((folder) => existsSync(folder))
    .reduce((sum, folder) => sum + readdirSync(folder).length, 0);
}

/** From the commit of a new mail domain until it receives, its account signs in, and its mail is signed. */
async function benchActivation(sql: postgres.Sql, host: Host, passwordHash: string): Promise<void> {
  const [{ id: workspaceId } = { id: "" }] = await sql<{ id: string }[]>`select id from workspaces`;
  const times = { "first message delivered": [] as number[], "first sign-in": [] as number[] };
  for (let round = 0; round < 5; round += 1) {
    const domain = `activated-${round}.test`;
    const [account] = await addMailDomain(sql, { workspaceId, domain, names: ["info"], passwordHash });
    const startedMs = performance.now();
    if (!account || !(await signIn(host, account.address))) {
      throw new Error("the new account can't sign in");
    }
    times["first sign-in"].push(performance.now() - startedMs);
    const transport = transportTo(host, account.address);
    await transport.sendMail({ from: account.address, to: account.address, subject: "First", text: body });
    transport.close();
    while (delivered(host, [account]) === 0) {
      await delay(5);
    }
    times["first message delivered"].push(performance.now() - startedMs);
  }
  console.log("Activation, from the commit of a new domain with an account");
  for (const [name, of] of Object.entries(times)) {
    console.log(
      `  ${name}: ${median(of).toFixed(0)} ms (slowest of ${of.length}: ${Math.max(...of).toFixed(0)} ms)`,
    );
  }
}

/** How long another server on this machine takes to answer while everyone signs in at once. */
async function benchLoginStorm(host: Host): Promise<void> {
  const accounts = host.accounts.slice(0, stormLogins);
  const server = createServer((_, response) => response.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const startedMs = performance.now();
      get({ port, host: "127.0.0.1", agent: false }, (response) =>
        response.resume().once("end", () => resolve(performance.now() - startedMs)),
      ).once("error", reject);
    });
  const askUntil = async (isOver: () => boolean) => {
    const times: number[] = [];
    while (!isOver()) {
      times.push(await ask());
      await delay(5);
    }
    return Float64Array.from(times).sort();
  };
  const quietUntilMs = performance.now() + 2_000;
  const quiet = await askUntil(() => performance.now() > quietUntilMs);
  let isOver = false;
  const startedMs = performance.now();
  const storm = Promise.allSettled(accounts.map(({ address }) => signIn(host, address))).finally(() => {
    isOver = true;
  });
  const during = await askUntil(() => isOver);
  const outcomes = await storm;
  const seconds = (performance.now() - startedMs) / 1_000;
  const accepted = outcomes.filter((each) => each.status === "fulfilled" && each.value).length;
  server.close();
  console.log(`${accounts.length} sign-ins at once, each with its own Argon2id hash`);
  console.log(
    `  ${accepted} accepted in ${seconds.toFixed(1)} s, ${(accepted / seconds).toFixed(1)} per second`,
  );
  for (const [name, times] of [
    ["quiet", quiet],
    ["meanwhile", during],
  ] as const) {
    console.log(
      `  another server on this machine, ${name}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    );
  }
}

await runBench(main);
