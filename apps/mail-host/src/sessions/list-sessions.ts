import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

export type SessionProtocol = "imap" | "submission" | "sieve";

/** A session that is open on this host. One process serves it. */
export type OpenSession = {
  pid: number;
  /** Its process: the ID and the start, since IDs are used again. */
  process: string;
  startedAt: Date;
  address: string;
  protocol: SessionProtocol;
  ipAddress: string;
};

type WhoLine = Omit<OpenSession, "process" | "startedAt">;

const run = promisify(execFile);
const protocols = new Map<string, SessionProtocol>([
  ["imap", "imap"],
  ["submission", "submission"],
  ["sieve", "sieve"],
]);
const ticksPerSecond = 100;
/** Without Dovecot, there are no sessions. */
const isNotRunning = /net_connect_unix\(.*anvil\) failed: (?:No such file or directory|Connection refused)/;

export async function listSessions(dovecotConfiguration: string): Promise<OpenSession[]> {
  const args = ["-c", dovecotConfiguration, "-f", "tab", "who", "-1"];
  const { stdout } = await run("doveadm", args, { timeout: 10_000, maxBuffer: 16 * 1024 * 1024 }).catch(
    (error: Error & { stderr?: string }) => {
      if (isNotRunning.test(error.stderr ?? "")) {
        return { stdout: "" };
      }
      throw error;
    },
  );
  // Where the machine's uptime is a container's, starts are still told from the same moment.
  const ownStartMs = Date.now() - process.uptime() * 1_000;
  const ownTicks = (await findStartTicks(process.pid)) ?? 0;
  const sessions = await Promise.all(
    parseWho(stdout).map(async (line) => {
      const ticks = await findStartTicks(line.pid);
      return ticks === undefined
        ? []
        : [
            {
              ...line,
              process: `${line.pid}:${ticks}`,
              startedAt: new Date(ownStartMs + ((ticks - ownTicks) / ticksPerSecond) * 1_000),
            },
          ];
    }),
  );
  return sessions.flat();
}

/** Signals the process of a session, unless it has ended. */
export async function signalSession(process_: string, signal: NodeJS.Signals): Promise<void> {
  const [pid, ticks] = process_.split(":").map(Number);
  if (pid !== undefined && ticks !== undefined && (await findStartTicks(pid)) === ticks) {
    process.kill(pid, signal);
  }
}

export function parseWho(text: string): WhoLine[] {
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const columns = header.split("\t");
  return lines.flatMap((line) => {
    const cells = line.split("\t");
    const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
    const protocol = protocols.get(cell("proto"));
    return protocol === undefined
      ? []
      : [
          {
            pid: Number(cell("pid")),
            address: cell("username").toLowerCase(),
            protocol,
            ipAddress: cell("ip"),
          },
        ];
  });
}

/** Since the start of the machine, proc(5); undefined once the process has ended. */
async function findStartTicks(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The name of a program may contain spaces and parentheses.
  const field = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return field === undefined ? undefined : Number(field);
}
