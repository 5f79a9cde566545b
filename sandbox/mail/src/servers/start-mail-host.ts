import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createMailRoles, mailRoleNames } from "@zonepost/db/mail-roles";
import {
  checkMailConfiguration,
  databaseAddress,
  type MailPorts,
  type MailServerOptions,
  mailCommands,
  redisAddress,
  type ServerCommand,
  writeMailConfiguration,
} from "@zonepost/mail-config";
import { startLookups } from "@zonepost/mail-host/lookups";
import { makeSelfSigned } from "@zonepost/registry/self-signed";
import {
  endLeftover,
  findServerProgram,
  type KeptServer,
  keepRunning,
  lockFolder,
  startServerProcess,
} from "@zonepost/server-process";
import postgres from "postgres";
import { startSandboxDns } from "../dns/start-sandbox-dns.ts";
import { startSink } from "../outgoing/sink.ts";
import { storeOutgoing } from "../outgoing/store-outgoing.ts";
import { startAgent } from "./agent-process.ts";
import { choosePorts } from "./choose-ports.ts";
import { endProxymapsAfterOutages } from "./end-proxymaps.ts";
import { MailUnavailableError, makeHostFolders, userIds } from "./folders.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

export type MailHost = {
  ports: MailPorts;
  close(): Promise<void>;
};

const programs = ["postfix", "dovecot", "rspamd", "sievec"];
/** Owns the mailboxes. Every Linux system has it. */
const mailUser = "mail";
const serverUsers = ["postfix", "dovecot", "_rspamd", mailUser];
const readyWithinMs = 40_000;
const hostname = "mail.zonepost.test";

/** Starts the sandbox's mail servers on loopback, with their state in the data folder. */
export async function startMailHost(options: {
  databaseUrl: string;
  dataDir: string;
  /** Where the spam filter stores what it learns; undefined: it doesn't learn. */
  redisUrl: string | undefined;
  /** The agent's secrets: ENCRYPTION_KEY and ENCRYPTION_KEYS_RETIRED. */
  agentEnvironment: Record<string, string | undefined>;
  log: (line: string) => void;
  /** Called when a server has ended after all of them ran, and when all run again. */
  onDown: () => void;
  onUp: () => void;
}): Promise<MailHost> {
  const { databaseUrl, dataDir, redisUrl, log } = options;
  await requirePossible();
  const folders = await makeHostFolders(dataDir, serverUsers);
  const unlock = await lockFolder(folders.root);
  if (!unlock) {
    throw new MailUnavailableError(`Another process runs the mail servers in ${folders.root}.`);
  }
  const closing = new AbortController();
  const closers: (() => Promise<unknown>)[] = [unlock];
  const close = async () => {
    closing.abort();
    for (const each of closers.splice(0).reverse()) {
      await each();
    }
  };
  try {
    // The resolver answers over UDP: no one listens on its port.
    const { dns: resolverPort, ...ports } = await choosePorts(path.join(folders.root, "ports.json"));
    const roles = await ensureRoles(databaseUrl, path.join(folders.root, "roles.json"));
    const roleUrl = (role: { name: string; password: string }) =>
      Object.assign(withoutOtherParameters(databaseUrl), { username: role.name, password: role.password })
        .href;
    const { run, keys } = await makeShortFolders(path.join(folders.root, "folders.json"));
    closers.push(async () => {
      await Promise.all([run, keys].map((folder) => rm(folder, { recursive: true, force: true })));
    });
    const configuration: MailServerOptions = {
      hostname,
      address: "127.0.0.1",
      ports,
      internalPorts: ports,
      folders: { ...folders, run, keys },
      database: databaseAddress(roleUrl(roles.servers), { mayBeOpen: true }),
      tls: await ensureCertificate(folders.root),
      relay: { host: "127.0.0.1", port: ports.sink },
      nameservers: [`127.0.0.1:${resolverPort}`],
      mailUser: { name: mailUser, ...userIds(mailUser) },
      limits: {
        messageBytes: 26_214_400,
        connectionsPerClient: 50,
        retrySeconds: 5,
        authFailureSeconds: 1,
      },
      redis: redisUrl === undefined ? undefined : redisAddress(redisUrl),
      isSandbox: true,
    };
    await writeMailConfiguration(configuration);
    // Postfix has a process group of its own, and outlives a killed run.
    await endLeftover(
      path.join(folders.state, "postfix/queue/pid/master.pid"),
      path.join(folders.configuration, "postfix"),
    );
    const owner = postgres(databaseUrl, {
      max: 3,
      onnotice: () => {},
      backoff: (failedTries) => Math.min(0.05 * 2 ** failedTries, 1),
    });
    closers.push(() => owner.end({ timeout: 2 }));
    const dns = await startSandboxDns({
      port: resolverPort,
      sql: owner,
      hostname,
      recordsFile: path.join(folders.root, "dns-records.json"),
      log,
    });
    closers.push(dns.close);
    const sink = await startSink(ports.sink, (message) =>
      storeOutgoing({ sql: owner, folder: path.join(folders.root, "outgoing") }, message),
    );
    closers.push(sink.close);
    const lookups = await startLookups({ url: roleUrl(roles.servers), mayBeOpen: true }, ports, {
      srsSecret: (await readFile(path.join(folders.configuration, "srs-secret"), "utf8")).trim(),
      manageSieve: {
        address: configuration.address,
        port: ports.sieve,
        certificateFiles: configuration.tls,
      },
      log,
    });
    closers.push(lookups.close);
    const agent = await startAgent({
      log,
      environment: {
        ...options.agentEnvironment,
        MAIL_AGENT_DATABASE_URL: roleUrl(roles.agent),
        MAIL_AGENT_DATABASE_MAY_BE_OPEN: "true",
        MAIL_AGENT_FOLDER: keys,
        MAIL_AGENT_FILE_OWNER: "_rspamd",
        MAIL_AGENT_KEYS_ON_DISK: "true",
        MAIL_AGENT_HOST: hostname,
        MAIL_AGENT_LOGS: folders.logs,
        MAIL_AGENT_DOVECOT: path.join(folders.configuration, "dovecot/dovecot.conf"),
        MAIL_AGENT_MAILBOXES: folders.mailboxes,
      },
    });
    closers.push(agent.stop);
    const guard = startGuard();
    closers.push(async () => guard.stop());
    const servers: KeptServer[] = [];
    closers.push(() => Promise.all(servers.map((server) => server.stop())));
    const ready = { withinMs: readyWithinMs, signal: closing.signal };
    let isWatching = true;
    /** After a server ended, until all run again. */
    const watchAgain = async () => {
      if (isWatching) {
        return;
      }
      isWatching = true;
      options.onDown();
      while (!closing.signal.aborted) {
        const fault = await waitUntilReady(configuration, servers, ready).catch((error: Error) => error);
        if (!fault) {
          options.onUp();
          break;
        }
        if (!closing.signal.aborted) {
          log(fault.message);
        }
      }
      isWatching = false;
    };
    const start = async ({ name, program, args }: ServerCommand) => {
      const file = program.startsWith("/") ? program : await findServerProgram(program);
      const onLine = (line: string) => log(`${name}: ${line}`);
      const logFile = path.join(folders.logs, `${name}.log`);
      let earlierBytes = 0;
      const launch = async () => {
        earlierBytes = await stat(logFile).then(
          ({ size }) => size,
          () => 0,
        );
        const server = await startServerProcess(file ?? program, args, onLine, { hasOwnGroup: true });
        guard.add(server.pid);
        return server;
      };
      const readReason = async () =>
        lastFault((await readFile(logFile)).subarray(earlierBytes).toString("utf8"));
      const onEnd = () => void watchAgain();
      servers.push(await keepRunning({ name, log, start: launch, readReason, onEnd }));
    };
    const commands = mailCommands(configuration);
    // Postfix needs the folders of its queue, which its check makes.
    const [faults] = await Promise.all([
      checkMailConfiguration(configuration),
      ...commands.filter(({ name }) => name !== "postfix").map(start),
    ]);
    if (faults.length > 0) {
      throw new MailUnavailableError(`The mail servers reject their configuration: ${faults.join("; ")}`);
    }
    await Promise.all(commands.filter(({ name }) => name === "postfix").map(start));
    await endProxymapsAfterOutages(owner, path.join(folders.state, "postfix/queue"));
    await waitUntilReady(configuration, servers, ready);
    isWatching = false;
    if (servers.some(({ pid }) => pid === undefined)) {
      void watchAgain();
    }
    const { smtp, submission, submissions, imap, imaps, sieve } = ports;
    return { ports: { smtp, submission, submissions, imap, imaps, sieve }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Ends the process groups of the servers when this process is killed: its standard input closes then. The servers change
 * their users, so the kernel's own signal at a parent's death doesn't reach all of them.
 */
function startGuard() {
  // Dash accepts a group after `-s KILL --`, and not after `-KILL --`.
  const script = 'while read -r pid; do groups="$groups -$pid"; done; kill -s KILL -- $groups';
  const guard = spawn("sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  guard.stdin.on("error", () => {});
  return { add: (pid: number) => guard.stdin.write(`${pid}\n`), stop: () => guard.kill("SIGKILL") };
}

async function requirePossible() {
  if (process.getuid?.() !== 0) {
    throw new MailUnavailableError("The mail servers need root: each of them runs as a user of its own.");
  }
  const found = await Promise.all(programs.map(findServerProgram));
  const missing = programs.filter((_, at) => !found[at]);
  if (missing.length > 0) {
    throw new MailUnavailableError(`The mail servers are not installed here: ${missing.join(", ")}.`);
  }
}

/**
 * Folders for sockets and for signing keys. A socket's path is limited to about a hundred characters, and the data
 * folder's path may be longer. Those of a killed run are removed.
 */
async function makeShortFolders(file: string) {
  const earlier: string[] = await readFile(file, "utf8").then(JSON.parse, () => []);
  await Promise.all(earlier.map((folder) => rm(folder, { recursive: true, force: true })));
  const run = await mkdtemp(path.join(tmpdir(), "zonepost-mail-"));
  const keys = await mkdtemp("/dev/shm/zonepost-mail-").catch(() => mkdtemp(path.join(run, "keys-")));
  await chmod(run, 0o755);
  await writeFile(file, JSON.stringify([run, keys]));
  return { run, keys };
}

/** Servers write their reasons to their logs. */
const lastFault = (log: string): string | undefined =>
  log
    .split("\n")
    .filter((line) => /\b(fatal|panic|error|cannot)\b/i.test(line))
    .at(-1);

/** What the address has for other programs, the mail servers don't take. */
function withoutOtherParameters(databaseUrl: string): URL {
  const url = new URL(databaseUrl);
  for (const name of [...url.searchParams.keys()].filter((key) => !/^ssl(mode|rootcert)$/.test(key))) {
    url.searchParams.delete(name);
  }
  return url;
}

/** The passwords stay the same, so that a second start next to running servers doesn't lock them out. */
async function ensureRoles(databaseUrl: string, file: string) {
  const names = mailRoleNames(new URL(databaseUrl).pathname.slice(1));
  const kept = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as Record<"servers" | "agent", string>,
    () => undefined,
  );
  const passwords = kept ?? { servers: newPassword(), agent: newPassword() };
  await writeFile(file, JSON.stringify(passwords), { mode: 0o600 });
  const roles = {
    servers: { name: names.servers, password: passwords.servers },
    agent: { name: names.agent, password: passwords.agent },
  };
  await createMailRoles(databaseUrl, roles);
  return roles;
}

const newPassword = () => randomBytes(24).toString("base64url");

async function ensureCertificate(folder: string) {
  const files = {
    certificateFile: path.join(folder, "certificate.pem"),
    keyFile: path.join(folder, "certificate.key"),
  };
  const exists = await readFile(files.certificateFile).catch(() => undefined);
  if (!exists) {
    const names = [hostname, "localhost", "127.0.0.1"];
    const { keyPem, certificatePem } = makeSelfSigned(hostname, names, new Date());
    await writeFile(files.keyFile, keyPem, { mode: 0o600 });
    await writeFile(files.certificateFile, certificatePem);
  }
  return files;
}
