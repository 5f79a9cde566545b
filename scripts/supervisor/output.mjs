import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { format } from "node:util";

// The full output of each process goes to its own log; the terminal only shows the essentials. Where another program keeps
// the logs, all of it goes to the standard output, one JSON object per line.

export const logsAsJson = process.env.LOGS === "stdout";

const asJson = (name, level, msg) => JSON.stringify({ level, time: new Date().toISOString(), name, msg });

/** Makes JSON lines of what a library prints. */
export function logAsJson(name) {
  for (const [method, level] of Object.entries({ debug: 20, log: 30, info: 30, warn: 40, error: 50 })) {
    console[method] = (...args) => process.stdout.write(`${asJson(name, level, format(...args))}\n`);
  }
}

const logLimitBytes = 10 * 1024 * 1024;
const nameWidth = 8;
const colors = {
  zonepost: 36,
  api: 32,
  worker: 33,
  panel: 35,
  registry: 34,
  cards: 34,
  mail: 34,
  postgres: 90,
};

function createLog(file) {
  let size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let descriptor = fs.openSync(file, "a", 0o600);
  return (line) => {
    if (size > logLimitBytes) {
      fs.closeSync(descriptor);
      fs.renameSync(file, `${file}.1`);
      descriptor = fs.openSync(file, "a", 0o600);
      size = 0;
    }
    try {
      size += fs.writeSync(descriptor, `${line}\n`);
    } catch {
      // A full disk must not stop the running processes.
    }
  };
}

function parseRecord(line) {
  if (!line.startsWith("{")) {
    return undefined;
  }
  try {
    const record = JSON.parse(line);
    return typeof record.level === "number" && typeof record.msg === "string" ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Of a failed query, why it failed: its statement has dozens of lines, and is in the log. */
function firstLine(message) {
  const [, why] = /^Failed query: .*\nparams: \[redacted\]: ([^\n]+)/s.exec(message) ?? [];
  return why ?? message.split("\n", 1)[0];
}

/** The line for the terminal, or undefined for lines that only go to the log: details, and successful requests. */
function forPeople(line) {
  const record = parseRecord(line);
  if (!record) {
    return line.trim() === "" ? undefined : line;
  }
  const isRequest = "requestId" in record || "req" in record;
  if (record.level < 30 || (record.level < 40 && isRequest)) {
    return undefined;
  }
  const prefix = record.level >= 50 ? "error: " : record.level >= 40 ? "warning: " : "";
  const reason = firstLine(record.err?.message ?? "");
  const cause = reason && !record.msg.includes(reason) ? ` (${reason})` : "";
  return `${prefix}${record.msg}${cause}`;
}

export function createOutput({ isColored = process.stdout.isTTY && !process.env.NO_COLOR } = {}) {
  let logsDir;
  // The terminal or pipe may close while the service keeps running.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => {});
  }

  const print = (name, line) => {
    if (logsAsJson) {
      process.stdout.write(`${asJson(name, 30, line)}\n`);
      return;
    }
    const label = name.padEnd(nameWidth);
    const color = colors[name.replace(/-\d+$/, "")] ?? 36;
    process.stdout.write(`${isColored ? `\u001b[${color}m${label}\u001b[0m` : label} | ${line}\n`);
  };
  return {
    say: (line) => print("zonepost", line),
    print,
    keepLogsIn(folder) {
      if (logsAsJson) {
        return;
      }
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      logsDir = folder;
    },
    /** Reads a child's output to its log and the terminal; `tail()` gives its last lines. */
    attach(name, child, { isQuiet = false, onLine = (/** @type {string} */ _line) => {} } = {}) {
      const log = logsDir ? createLog(path.join(logsDir, `${name}.log`)) : () => {};
      const last = [];
      for (const stream of [child.stdout, child.stderr]) {
        if (!stream) {
          continue;
        }
        createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
          log(line);
          onLine(line);
          if (logsAsJson && line) {
            process.stdout.write(`${parseRecord(line) ? line : asJson(name, 30, line)}\n`);
          }
          const shown = forPeople(line);
          if (shown === undefined) {
            return;
          }
          last.push(shown);
          if (last.length > 15) {
            last.shift();
          }
          if (!isQuiet && !logsAsJson) {
            print(name, shown);
          }
        });
      }
      return { tail: () => [...last] };
    },
  };
}
