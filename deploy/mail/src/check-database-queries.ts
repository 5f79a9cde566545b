import { type ChildProcess, execFile, spawn } from "node:child_process";
import { access, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connectDatabase } from "./database/connect-database.ts";
import { connectionUri } from "./database/connection-strings.ts";
import { mailConfiguration } from "./mail-configuration.ts";
import type { MailServerOptions } from "./options.ts";

/** No mailbox has this address, so each query returns no row. */
const unknownAddress = "unknown@configuration-check.invalid";
const startsWithinMs = 10_000;

/**
 * Makes one query with each file that has the database's address, as the server and the user that will use it. Returns a
 * line for each that fails.
 */
export async function checkDatabaseQueries(options: MailServerOptions): Promise<string[]> {
  const { configuration } = options.folders;
  const results = await Promise.all([
    ...mailConfiguration(options).map(async ({ path: name, text }) => {
      const file = path.join(configuration, name);
      const isMap = /^hosts = /m.test(text);
      const fault = isMap
        ? await queryPostfixMap(file)
        : name.endsWith(".ext") && (await queryDovecotLookup(file, text));
      return { name, fault: fault || undefined };
    }),
    { name: "lookups service", fault: await queryAsLookups(options) },
  ]);
  return results.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${name}: ${fault}`]));
}

type Result = { code: number | string | null; output: string };

const run = (program: string, args: string[]): Promise<Result> =>
  new Promise((resolve) => {
    // Without HOME, as in the servers: libpq looks for files there.
    execFile(program, args, { timeout: 60_000, env: { PATH: process.env.PATH } }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? "killed") : 0, output: `${stdout}\n${stderr}` }),
    );
  });

/** The line of an output that tells what is wrong. */
const reasonIn = ({ code, output }: Result): string =>
  output
    .split("\n")
    .filter((line) => /error|fatal|fail|denied|warning/i.test(line))
    .at(-1)
    ?.trim() ?? `exit code ${code}`;

async function queryPostfixMap(file: string): Promise<string | undefined> {
  const asPostfix = ["--reuid", "postfix", "--regid", "postfix", "--clear-groups"];
  const question = ["postmap", "-c", path.dirname(file), "-q", unknownAddress, `pgsql:${file}`];
  const result = await run("setpriv", [...asPostfix, ...question]);
  // 1: there is no such entry.
  const isAnswered = result.code === 0 || (result.code === 1 && !/fatal|warning|error/.test(result.output));
  return isAnswered ? undefined : reasonIn(result);
}

/** In a Dovecot of its own without mail services, because the servers may not be running yet. */
async function queryDovecotLookup(file: string, text: string): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), "zonepost-check-"));
  let dovecot: ChildProcess | undefined;
  try {
    await chmod(folder, 0o755);
    const [configuration, log] = [path.join(folder, "check.conf"), path.join(folder, "log")];
    await writeFile(configuration, lookupOnly(folder, file, text));
    dovecot = spawn("dovecot", ["-F", "-c", configuration], { stdio: "ignore" });
    const ended = new Promise<void>((resolve) => dovecot?.once("close", () => resolve()));
    dovecot.once("error", () => {});
    const deadlineMs = performance.now() + startsWithinMs;
    while (!(await exists(path.join(folder, "auth-userdb"))) && performance.now() < deadlineMs) {
      await delay(20);
    }
    const ask = (...question: string[]) => run("doveadm", ["-c", configuration, ...question]);
    const answers = [];
    if (text.includes("password_query")) {
      answers.push(await ask("auth", "test", unknownAddress, "wrong-password"));
    }
    if (text.includes("user_query")) {
      answers.push(await ask("user", unknownAddress));
    }
    if (text.includes("map {")) {
      answers.push(await ask("dict", "get", "-u", unknownAddress, "proxy::checked", "priv/quota/storage"));
    }
    dovecot.kill("SIGTERM");
    await ended;
    const lines = await readFile(log, "utf8");
    const isAnswered =
      answers.every(({ code }) => notFound.has(code)) &&
      ![lines, ...answers.map(({ output }) => output)].some((each) =>
        /(Error|Fatal): (?!.*doesn't exist)/.test(each),
      );
    const reason = /Error: (?:\S+: dict\(pgsql\): )?(pgsql.*)/.exec(lines)?.[1];
    return isAnswered
      ? undefined
      : (reason ?? reasonIn({ code: answers[0]?.code ?? 0, output: answers[0]?.output ?? "" }));
  } finally {
    dovecot?.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of doveadm: a dictionary without the key, no such user, and a wrong password. */
const notFound = new Set<Result["code"]>([0, 67, 68, 77]);

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

const lookupOnly = (folder: string, file: string, text: string) => `protocols =
listen = 127.0.0.1
base_dir = ${folder}
state_dir = ${folder}
log_path = ${folder}/log
instance_name = zonepost-check
ssl = no
auth_failure_delay = 0
passdb {
  driver = ${text.includes("password_query") ? `sql\n  args = ${file}` : "passwd-file"}
}
userdb {
  driver = ${text.includes("user_query") ? `sql\n  args = ${file}` : "static"}
}
dict {
  checked = pgsql:${file}
}
`;

async function queryAsLookups({ database }: MailServerOptions): Promise<string | undefined> {
  try {
    const url = connectionUri(database);
    const sql = connectDatabase({ url, mayBeOpen: true }, { max: 1, connect_timeout: 5 });
    try {
      await sql`select mail_host.check_recipient('', ${unknownAddress}, 0)`;
      return undefined;
    } finally {
      await sql.end({ timeout: 1 });
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
