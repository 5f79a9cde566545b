import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";

/** Folders where distributions install servers, which may be missing from PATH. */
const serverFolders = [
  "/usr/sbin",
  "/usr/local/sbin",
  "/sbin",
  "/usr/bin",
  "/usr/local/bin",
  "/opt/homebrew/sbin",
];

/** The path of a program, or undefined if it isn't installed. */
export async function findServerProgram(name: string): Promise<string | undefined> {
  for (const folder of serverFolders) {
    const file = path.join(folder, name);
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

export type ServerProcess = {
  pid: number;
  /** Resolves to the last lines of output when the process has ended. */
  exited: Promise<string>;
  isRunning(): boolean;
  /** Terminates the process, and kills it after a time limit. */
  stop(): Promise<void>;
};

const keptLines = 20;
const stopTimeoutMs = 3_000;

/**
 * Starts a server in the foreground. If the system supports it, the server ends with this process. With a group of its
 * own, the processes that it has started end with it.
 */
export async function startServerProcess(
  program: string,
  args: readonly string[],
  onLine: (line: string) => void,
  { hasOwnGroup = false }: { hasOwnGroup?: boolean } = {},
): Promise<ServerProcess> {
  const leash = await findServerProgram("setpriv");
  const command = leash ? [leash, "--pdeathsig", "KILL", program, ...args] : [program, ...args];
  const child = spawn(command[0] ?? program, command.slice(1), {
    detached: hasOwnGroup,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const last: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\n").filter(Boolean)) {
        last.push(line);
        if (last.length > keptLines) {
          last.shift();
        }
        onLine(line);
      }
    });
  }
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  if (hasOwnGroup) {
    child.once("exit", () => killGroup(child.pid));
  }
  const exited = new Promise<string>((resolve) => child.once("close", () => resolve(last.join("\n"))));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    exited,
    isRunning,
    async stop() {
      if (!isRunning()) {
        return;
      }
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
      await closed(child);
      clearTimeout(timer);
    },
  };
}

function killGroup(pid: number | undefined): void {
  try {
    pid !== undefined && process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

async function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  await new Promise((resolve) => child.once("exit", resolve));
}

/** Ends a server left over from an earlier run, identified by its process id and our file in its command line. */
export async function endLeftover(pidFile: string, configurationFile: string): Promise<void> {
  try {
    const pid = Number(await readFile(pidFile, "utf8"));
    const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8");
    if (commandLine.split("\0").includes(configurationFile)) {
      process.kill(pid, "SIGKILL");
    }
  } catch {
    // There is none, or it has ended.
  }
}

/** A free port on loopback. */
export async function freeLoopbackPort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
