import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

// Processes, ports and folders of this machine. Runs before any dependency is installed.

/** An error that the operator can fix: `publicMessage` is one line that names the folder, the user or the port. */
export class OperatorError extends Error {
  /**
   * @param {string} publicMessage
   * @param {ErrorOptions} [options]
   */
  constructor(publicMessage, options) {
    super(publicMessage, options);
    this.name = "OperatorError";
    this.publicMessage = publicMessage;
  }
}

/**
 * Describes a failed system call in words.
 * @param {NodeJS.ErrnoException} error
 */
export function reason(error) {
  /** @type {Record<string, string>} */
  const words = {
    EACCES: "permission denied",
    EPERM: "permission denied",
    EROFS: "the file system is read-only",
    ENOTDIR: "a file is in its place",
    EEXIST: "a file is in its place",
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
  };
  return words[error.code ?? ""] ?? error.message;
}

/**
 * Fields of /proc/<pid>/stat from the state on, after a command name that may contain any character.
 * @param {number} pid
 */
function processStat(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

const hasProc = fs.existsSync("/proc/self/stat");

/**
 * False for a zombie, which has ended but still has an entry.
 * @param {number} pid
 */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  if (!hasProc) {
    return true;
  }
  try {
    const stat = processStat(pid);
    // A zombie process still accepts signals. Until its other threads have ended too, it holds its ports and files.
    const threadCount = Number(stat[17]);
    return !["Z", "X"].includes(stat[0] ?? "") || threadCount > 1;
  } catch {
    return false;
  }
}

/**
 * @param {number} pid
 * @param {string} field
 */
const ps = (pid, field) =>
  (spawnSync("ps", ["-ww", "-o", `${field}=`, "-p", String(pid)], { encoding: "utf8" }).stdout ?? "").trim();

/**
 * @param {number} pid
 * @returns {string}
 */
export function commandLine(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return hasProc ? "" : ps(pid, "command");
  }
}

/**
 * Distinguishes a process from a later one with the same id, by its start time and boot.
 * @param {number} pid
 */
export function startMark(pid) {
  if (!hasProc) {
    return ps(pid, "lstart");
  }
  try {
    return `${processStat(pid)[19]}@${fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
  } catch {
    return "";
  }
}

/**
 * Sends a signal, to the whole group if `pid` is negative. Returns false if there is no such process.
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
export function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error.code === "ESRCH") {
      return false;
    }
    throw error;
  }
}

/**
 * Resolves to undefined if the port is available, otherwise to the error's code.
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<string | undefined>}
 */
export function tryPort(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** A free port below the range of outgoing connections, so that it is still free after a restart. */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if ((await tryPort(port, "127.0.0.1")) === undefined) {
      return port;
    }
  }
}

/**
 * Creates a folder and its missing parents one by one: Node's recursive mkdir never ends if a file system reports an
 * existing parent as missing, as /proc does.
 * @param {string} folder
 */
export function makeFolders(folder, mode = 0o777) {
  /** @type {string[]} */
  const missing = [];
  for (let parent = path.resolve(folder); !fs.existsSync(parent); parent = path.dirname(parent)) {
    missing.unshift(parent);
  }
  for (const made of missing) {
    try {
      fs.mkdirSync(made, { mode });
    } catch (error) {
      if (error.code !== "EEXIST") {
        throw error;
      }
    }
  }
  return missing;
}

/**
 * Creates the folder if it is missing; as root, with access for another user's PostgreSQL.
 * @param {string} folder
 */
export function makeDataFolder(folder) {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    for (const made of makeFolders(folder)) {
      fs.chmodSync(made, mode);
    }
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (cause) {
    throw new OperatorError(`The data folder ${folder} cannot be used: ${reason(cause)}.`, { cause });
  }
}
