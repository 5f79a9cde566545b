import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { promisify } from "node:util";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import { rowId } from "../../../src/kernel/ids.ts";
import { until } from "../until.ts";

const root = path.join(import.meta.dirname, "../../../../..");
const neededFiles = [
  "/usr/sbin/postfix",
  "/usr/lib/postfix/postfix-pgsql.so",
  "/usr/lib/dovecot/imap",
  "/usr/lib/dovecot/lmtp",
  "/usr/lib/dovecot/managesieve",
  "/usr/lib/dovecot/submission",
  "/usr/lib/dovecot/modules/auth/libdriver_pgsql.so",
  "/usr/bin/sievec",
  "/usr/bin/rspamd",
  "/usr/bin/swaks",
  "/usr/share/perl5/IO/Socket/SSL.pm",
  "/usr/bin/mutt",
  "/usr/lib/python3/dist-packages/dkim/__init__.py",
];

/** Whether the mail servers, and the programs that the tests use, are installed and may be started. */
export const hasMailServers = process.getuid?.() === 0 && neededFiles.every((file) => existsSync(file));

export type Ports = Record<"smtp" | "submission" | "submissions" | "imap" | "imaps" | "sieve", number>;
/** The records of names of other hosts; SERVFAIL: a question about the name fails. */
export type DnsRecords = Record<
  string,
  "SERVFAIL" | Partial<Record<"A" | "AAAA" | "CNAME" | "MX" | "TXT", string[]>>
>;
export type Login = { user: string; password: string };

/** The commands of the processes that still run in these groups. */
export function listGroups(groups: string[]): string[] {
  const { stdout } = spawnSync("ps", ["-eo", "pgid=,stat=,args="], { encoding: "utf8" });
  return stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([group = "", state]) => groups.includes(group) && !state?.startsWith("Z"))
    .map(([, , ...command]) => command.join(" "));
}

/** `npm run sandbox:mail` next to an API of a test: its own process group, and a data folder with a supervisor of ours. */
export async function startMailServers(
  databaseUrl: string,
  encryptionKey: string,
  {
    prepare = () => {},
    redisUrl,
    dnsRecords = {},
  }: { prepare?: (dataDir: string) => void; redisUrl?: string; dnsRecords?: DnsRecords } = {},
) {
  const dataDir = mkdtempSync(path.join(placeForTests(), "zp-mail-"));
  prepare(dataDir);
  const recordsFile = path.join(dataDir, "mail/dns-records.json");
  const setRecords = (records: DnsRecords) => {
    mkdirSync(path.dirname(recordsFile), { recursive: true });
    writeFileSync(`${recordsFile}.new`, JSON.stringify(records));
    renameSync(`${recordsFile}.new`, recordsFile);
  };
  setRecords(dnsRecords);
  const run = { ports: { registry: 1 }, pids: { supervisor: [process.pid] } };
  spawnSync("chmod", ["711", dataDir]);
  writeFileSync(path.join(dataDir, "run.json"), JSON.stringify(run));
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey,
    SANDBOX_MAIL_REDIS_URL: redisUrl,
  };
  const command = () =>
    spawn(process.execPath, ["sandbox/commands/mail.mjs"], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
  const addressFile = path.join(dataDir, "mail/address.json");
  let output: ReturnType<typeof collect>;
  const launch = async () => {
    const child = command();
    output = collect(child);
    const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
    await Promise.race([
      output.contains("stays on this machine"),
      exited.then((code) => {
        throw new Error(`The mail servers did not start (${code}):\n${output.text()}`);
      }),
    ]);
    const { ports, pid } = JSON.parse(readFileSync(addressFile, "utf8")) as { ports: Ports; pid: number };
    return { child, exited, ports, pid };
  };
  let running = await launch();
  return {
    get ports() {
      return running.ports;
    },
    get pid() {
      return running.pid;
    },
    dataDir,
    addressFile,
    /** Replaces what the servers' resolver knows, besides hosted domains. Rspamd keeps an answer for up to two seconds. */
    setRecords,
    /** What the command has printed since it was last started. */
    output: () => output.text(),
    /** Kills the process that runs the servers, and starts it again. */
    async killAndStart(): Promise<void> {
      process.kill(running.pid, "SIGKILL");
      await running.exited;
      running = await launch();
    },
    /** The process groups of the servers. */
    groups(): string[] {
      const { stdout } = spawnSync("ps", ["-o", "pgid=", "--ppid", String(running.pid)], {
        encoding: "utf8",
      });
      return stdout.split(/\s+/).filter((group) => group !== "" && group !== String(running.pid));
    },
    /** The process of the mail agent, once it runs: it is started again after a kill. */
    agentPid: () =>
      until("the mail agent runs", () => {
        const found = spawnSync("pgrep", ["-P", String(running.pid), "-f", "entry/agent.ts"], {
          encoding: "utf8",
        });
        return Number(found.stdout);
      }),
    /** The output of the command when the servers already run. */
    async runAgain(): Promise<string> {
      const again = command();
      const text = collect(again);
      await new Promise((resolve) => again.once("close", resolve));
      return text.text();
    },
    /** Mail that left for other hosts, oldest first. */
    outgoing(): string[] {
      const folder = path.join(dataDir, "mail/outgoing");
      return existsSync(folder)
        ? readdirSync(folder)
            .sort()
            .map((name) => readFileSync(path.join(folder, name), "latin1"))
        : [];
    },
    /** The messages in a mailbox, read from its folder. */
    stored({ id }: { id: string }, folder = "INBOX"): string[] {
      const place = ["Maildir", ...(folder === "INBOX" ? [] : [`.${folder}`])];
      return readMaildir(path.join(dataDir, "mail/mailboxes", rowId("mac", id) ?? "", ...place));
    },
    /** Gives files that a test put into a mailbox's folder to their owner. */
    own: (folder: string) => void spawnSync("chown", ["-Rh", "mail:mail", folder]),
    operatorMail: () => readMaildir(path.join(dataDir, "mail/state/postmaster")),
    /** Sends as a program of the mail host does, such as Postfix itself. */
    sendmail(to: string, message: string): void {
      const args = ["-C", path.join(dataDir, "mail/configuration/postfix"), to];
      spawnSync("/usr/sbin/sendmail", args, { input: message });
    },
    log: (name: string) => readFileSync(path.join(dataDir, `mail/logs/${name}.log`), "utf8"),
    async stop(): Promise<number | null> {
      running.child.kill("SIGTERM");
      return running.exited;
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

const readMaildir = (folder: string): string[] =>
  ["new", "cur"]
    .map((name) => path.join(folder, name))
    .filter((name) => existsSync(name))
    .flatMap((name) => readdirSync(name).map((file) => readFileSync(path.join(name, file), "latin1")));

const plainUserId = 65_534;
const isRoot = process.getuid?.() === 0;

/** Whether a plain user can run the repository's programs; in some containers, only root reaches them. */
export const mayRunAsPlainUser =
  !isRoot || spawnSync("test", ["-r", root], { uid: plainUserId, gid: plainUserId }).status === 0;

/** The output of `npm run sandbox:mail` next to a running sandbox, without root. */
export function startAsPlainUser(): { status: number | null; output: string } {
  const dataDir = mkdtempSync(path.join(placeForTests(), "zp-plain-"));
  chmodSync(dataDir, 0o755);
  const run = { ports: { registry: 1 }, pids: { supervisor: [process.pid] } };
  writeFileSync(path.join(dataDir, "run.json"), JSON.stringify(run));
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: "postgres://127.0.0.1/none" };
  const user = isRoot ? { uid: plainUserId, gid: plainUserId } : {};
  const child = spawnSync(process.execPath, ["sandbox/commands/mail.mjs"], {
    ...user,
    cwd: root,
    env,
    encoding: "utf8",
  });
  rmSync(dataDir, { recursive: true });
  return { status: child.status, output: child.stdout + child.stderr };
}

function collect(child: ChildProcess) {
  let text = "";
  const waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      for (const look of waiting) {
        look();
      }
    });
  }
  return {
    text: () => text,
    contains: (wanted: string) =>
      new Promise<void>((resolve) => {
        const look = () => text.includes(wanted) && resolve();
        waiting.push(look);
        look();
      }),
  };
}

/** The address that a client connects from, and the name that it gives itself. */
type ClientOptions = { from?: string; name?: string };

/** One connection to an SMTP server. Replies are whole, with their code. */
export class SmtpSession {
  #socket: Socket;
  readonly #name: string;
  #received = "";
  #isClosed = false;
  greeting = "";
  #wake = () => {};

  private constructor(socket: Socket, name: string) {
    this.#socket = socket;
    this.#name = name;
    this.#listen();
  }

  static async open(port: number, options: ClientOptions = {}): Promise<SmtpSession> {
    const socket = connect({ port, host: "127.0.0.1", localAddress: options.from ?? "127.0.0.1" });
    const session = new SmtpSession(socket, options.name ?? "client.test");
    session.greeting = await session.reply();
    if (session.greeting.startsWith("220")) {
      await session.command(`EHLO ${session.#name}`);
    }
    return session;
  }

  /** A session with TLS, signed in. */
  static async signIn(port: number, login: Login, options: ClientOptions = {}) {
    const session = await SmtpSession.open(port, options);
    if (!session.greeting.startsWith("220")) {
      return { session, reply: session.greeting };
    }
    await session.startTls();
    return { session, reply: await session.authenticate(login) };
  }

  authenticate(login: Login): Promise<string> {
    return this.command(`AUTH PLAIN ${plain(login)}`);
  }

  #listen() {
    this.#socket.on("data", (chunk: Buffer) => {
      this.#received += chunk.toString("latin1");
      this.#wake();
    });
    this.#socket.on("error", () => this.#wake());
    this.#socket.on("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  async reply(): Promise<string> {
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(this.#received)?.[0];
      if (whole !== undefined) {
        this.#received = this.#received.slice(whole.length);
        return whole.trimEnd();
      }
      if (this.#isClosed) {
        return "000 closed";
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  write(text: string): void {
    this.#socket.write(text, "latin1");
  }

  command(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  async startTls(): Promise<void> {
    await this.command("STARTTLS");
    this.#socket.removeAllListeners("data");
    this.#socket.removeAllListeners("close");
    const secured = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    await new Promise((resolve) => secured.once("secureConnect", resolve));
    this.#socket = secured;
    this.#listen();
    await this.command(`EHLO ${this.#name}`);
  }

  /** Replies to MAIL, RCPT and the message, up to the first refusal. */
  async send(from: string, to: string, message?: string): Promise<string> {
    for (const line of [`MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, "DATA"]) {
      const reply = await this.command(line);
      if (!/^[23]/.test(reply)) {
        return reply;
      }
    }
    const text = message ?? `From: <${from}>\r\nTo: <${to}>\r\nSubject: test\r\n\r\nHello\r\n`;
    return this.command(`${text}\r\n.`.replace(/\r\n\r\n\.$/, "\r\n."));
  }

  close(): void {
    this.#socket.destroy();
  }
}

const plain = ({ user, password }: Login) => Buffer.from(`\0${user}\0${password}`).toString("base64");

const run = promisify(execFile);

/** What curl, as a mail program, gets over IMAP with TLS; its exit code is 67 if the login is refused. */
export async function imap(port: number, login: Login, place: string, from = "127.0.0.1") {
  const url = `imaps://127.0.0.1:${port}/${place}`;
  const args = [
    "-sk",
    "--max-time",
    "120",
    "--interface",
    from,
    "--user",
    `${login.user}:${login.password}`,
    url,
  ];
  try {
    return { code: 0, text: (await run("curl", args, { encoding: "latin1" })).stdout };
  } catch (error) {
    return { code: (error as { code: number }).code, text: "" };
  }
}

/** Stores a message in a folder, as a mail program does with a draft. */
export async function append(port: number, login: Login, folder: string, message: string): Promise<void> {
  // IMAP needs the size in advance.
  const file = path.join(mkdtempSync(path.join(placeForTests(), "zp-draft-")), "message");
  writeFileSync(file, message);
  const who = ["-sk", "--user", `${login.user}:${login.password}`];
  await run("curl", [...who, "-T", file, `imaps://127.0.0.1:${port}/${folder}`]);
  rmSync(path.dirname(file), { recursive: true });
}

/** Moves all messages of a folder, as a person does in a mail program. */
export async function moveAll(port: number, login: Login, from: string, to: string): Promise<void> {
  const command = ["-sk", "-X", `MOVE 1:* ${to}`, "--user", `${login.user}:${login.password}`];
  await run("curl", [...command, `imaps://127.0.0.1:${port}/${from}`]);
}

/** The messages of a folder that a search of IMAP finds, by default all of them; oldest first. */
export async function readFolder(
  port: number,
  login: Login,
  folder = "INBOX",
  search = "ALL",
): Promise<string[]> {
  const { text } = await imap(port, login, `${folder}?${encodeURIComponent(search)}`);
  const ids = (/^\* SEARCH(.*)$/m.exec(text)?.[1] ?? "").split(" ").filter(Boolean);
  return Promise.all(
    ids.map(async (id) => (await imap(port, login, `${folder};MAILINDEX=${id.trim()}`)).text),
  );
}

/** Stores a script over ManageSieve and makes it the active one. Resolves to the last reply. */
export async function putSieveScript(port: number, login: Login, script: string): Promise<string> {
  const greeted = connect({ port, host: "127.0.0.1" });
  await lastLine(greeted);
  greeted.write("STARTTLS\r\n");
  await lastLine(greeted);
  greeted.removeAllListeners("data");
  const socket = connectTls({ socket: greeted, rejectUnauthorized: false });
  await lastLine(socket);
  const commands = [
    `AUTHENTICATE "PLAIN" "${plain(login)}"`,
    `PUTSCRIPT "rule" {${Buffer.byteLength(script)}+}\r\n${script}`,
    'SETACTIVE "rule"',
  ];
  let reply = "";
  for (const command of commands) {
    socket.write(`${command}\r\n`);
    reply = await lastLine(socket);
    if (!reply.startsWith("OK")) {
      break;
    }
  }
  socket.destroy();
  return reply;
}

/** The line of a ManageSieve reply that ends it. */
function lastLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const onData = (chunk: Buffer) => {
      received += chunk.toString("latin1");
      const line = /^(OK|NO|BYE)\b.*\r\n$/m.exec(received)?.[0];
      if (line !== undefined) {
        socket.off("data", onData);
        resolve(line.trimEnd());
      }
    };
    socket.on("data", onData);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the connection was closed")));
  });
}

/** Sends with swaks. Resolves to the transcript. */
export async function swaks(port: number, login: Login, from: string, to: string): Promise<string> {
  const sign = ["--tls", "--auth", "PLAIN", "--auth-user", login.user, "--auth-password", login.password];
  const args = ["--server", `127.0.0.1:${port}`, ...sign, "--from", from, "--to", to];
  return run("swaks", args).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

/** Sends a message with mutt as the mail program. */
export async function mutt(
  folder: string,
  ports: Ports,
  login: Login,
  to: string,
  text: string,
): Promise<void> {
  const file = path.join(folder, "muttrc");
  const [user, password] = [encodeURIComponent(login.user), login.password];
  const settings = {
    from: login.user,
    smtp_url: `smtps://${user}@127.0.0.1:${ports.submissions}/`,
    smtp_pass: password,
    ssl_verify_host: "no",
    ssl_verify_dates: "no",
    certificate_file: path.join(folder, "mail/certificate.pem"),
    copy: "no",
  };
  const lines = Object.entries(settings).map(([name, value]) => `set ${name} = "${value}"`);
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  const child = spawn("mutt", ["-F", file, "-n", "-s", "a reply", "--", to], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = collect(child);
  child.stdin.end(text);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) {
    throw new Error(`mutt could not send: ${output.text()}`);
  }
}

const verifier = `
import sys, json, dkim
messages, records = json.load(sys.stdin)
def find(name, timeout=5):
    record = records.get(name.decode().rstrip("."))
    return record and record.encode()
print(json.dumps([dkim.verify(text.encode("latin1"), dnsfunc=find) for text in messages]))
`;

type DkimRecord = { host: string; record: string };

/** Whether python3-dkim verifies each message with these TXT records. */
export async function verifyDkim(messages: string[], records: readonly DkimRecord[]): Promise<boolean[]> {
  const child = spawn("/usr/bin/python3", ["-c", verifier], { stdio: ["pipe", "pipe", "pipe"] });
  const output = collect(child);
  const byHost = Object.fromEntries(records.map(({ host, record }) => [host, record]));
  child.stdin.end(JSON.stringify([messages, byHost]));
  await new Promise((resolve) => child.once("close", resolve));
  return JSON.parse(output.text()) as boolean[];
}

export const verifiesDkim = async (message: string, record: DkimRecord): Promise<boolean> =>
  (await verifyDkim([message], [record]))[0] ?? false;
