import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
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
import { makeSelfSigned } from "@zonepost/registry/self-signed";
import { endLeftover, findServerProgram, lockFolder, startServerProcess } from "@zonepost/server-process";
import postgres from "postgres";
import { startSandboxDns } from "../dns/start-sandbox-dns.ts";
import { startSink } from "../outgoing/sink.ts";
import { storeOutgoing } from "../outgoing/store-outgoing.ts";
import { startAgent } from "./agent-process.ts";
import { choosePorts } from "./choose-ports.ts";
import { endProxymapsAfterOutages } from "./end-proxymaps.ts";
import { MailUnavailableError, makeHostFolders, userIds } from "./folders.ts";
import { type KeptServer, keepRunning } from "./keep-running.ts";
import { startLookups } from "./start-lookups.ts";

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
}): Promise<MailHost> {
  const { databaseUrl, dataDir, redisUrl, log } = options;
  await requirePossible();
  const folders = await makeHostFolders(dataDir, serverUsers);
  const unlock = await lockFolder(folders.root);
  if (!unlock) {
    throw new MailUnavailableError(`Another process runs the mail servers in ${folders.root}.`);
  }
  const closers: (() => Promise<unknown>)[] = [unlock];
  const close = async () => {
    for (const each of closers.splice(0).reverse()) {
      await each();
    }
  };
  try {
    const ports = await choosePorts(path.join(folders.root, "ports.json"));
    const roles = await ensureRoles(databaseUrl, path.join(folders.root, "roles.json"));
    const roleUrl = (role: { name: string; password: string }) =>
      Object.assign(new URL(databaseUrl), { username: role.name, password: role.password }).href;
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
      database: databaseAddress(roleUrl(roles.servers)),
      tls: await ensureCertificate(folders.root),
      relay: { host: "127.0.0.1", port: ports.sink },
      nameservers: [`127.0.0.1:${ports.dns}`],
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
      port: ports.dns,
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
    const lookups = await startLookups(roleUrl(roles.servers), ports, {
      hostname,
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
    const start = async ({ name, program, args }: ServerCommand) => {
      const file = program.startsWith("/") ? program : await findServerProgram(program);
      const onLine = (line: string) => log(`${name}: ${line}`);
      const launch = async () => {
        const server = await startServerProcess(file ?? program, args, onLine, { hasOwnGroup: true });
        guard.add(server.pid);
        return server;
      };
      servers.push(await keepRunning({ name, log, start: launch }));
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
    await waitUntilReady(configuration);
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

/** Ready once each port greets and Rspamd answers. */
async function waitUntilReady({ ports, internalPorts, folders }: MailServerOptions) {
  const deadline = performance.now() + readyWithinMs;
  const targets = [
    ...[ports.smtp, ports.submission, ports.submissions, ports.imap, ports.imaps, ports.sieve].map(
      (port) => ({
        port,
        host: "127.0.0.1",
      }),
    ),
    { port: internalPorts.manageSieve, host: "127.0.0.1" },
    { path: path.join(folders.run, "rspamd/milter.sock") },
  ];
  for (const target of targets) {
    while (!(await accepts(target))) {
      if (performance.now() > deadline) {
        throw new MailUnavailableError(
          `The mail servers did not start within ${readyWithinMs / 1000} s; see ${folders.logs}.`,
        );
      }
      await delay(50);
    }
  }
}

function accepts(target: { port: number; host: string } | { path: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(target);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
