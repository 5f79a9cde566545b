import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning, reason, signal, startMark } from "../../packages/embedded-postgres/src/host.mjs";

// DATA_DIR/run.json: our current ports and processes. `startMarks` distinguishes a process of ours from a later one
// with the same number.

const kinds = ["supervisor", "api", "worker", "panel", "registry", "cards", "dns", "mail", "postgres"];

export function createRunFile(file, ports, say) {
  /** @type {Record<string, number[]>} */
  const pids = Object.fromEntries(kinds.map((kind) => [kind, []]));
  pids.supervisor = [process.pid];
  const startMarks = { [process.pid]: startMark(process.pid) };
  /** The rolling restarts so far, for the command that asks for one. */
  const restarts = { begun: 0, ended: 0, failure: null };
  let isClosed = false;
  const write = () => {
    if (isClosed) {
      return;
    }
    try {
      fs.writeFileSync(`${file}.new`, `${JSON.stringify({ ports, pids, startMarks, restarts }, null, 2)}\n`, {
        mode: 0o644,
      });
      fs.renameSync(`${file}.new`, file);
    } catch (error) {
      say(`${file} cannot be written: ${reason(error)}`);
    }
  };
  write();
  return {
    add(kind, pid) {
      if (pids[kind]?.includes(pid)) {
        return;
      }
      pids[kind]?.push(pid);
      startMarks[pid] = startMark(pid);
      write();
    },
    remove(kind, pid) {
      pids[kind] = (pids[kind] ?? []).filter((each) => each !== pid);
      delete startMarks[pid];
      write();
    },
    setPort(name, port) {
      ports[name] = port;
      write();
    },
    noteRestart(change) {
      Object.assign(restarts, change(restarts));
      write();
    },
    close() {
      isClosed = true;
      fs.rmSync(file, { force: true });
    },
  };
}

export function readRunFile(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Waits for processes that an earlier supervisor left behind, and ends them if they don't end on their own. */
export async function clearLeftovers(file, say) {
  const { pids = {}, startMarks = {} } = readRunFile(file) ?? {};
  const isOurs = (pid) => isRunning(pid) && startMarks[pid] !== "" && startMark(pid) === startMarks[pid];
  const left = Object.entries(pids)
    .filter(([kind]) => kind !== "supervisor" && kind !== "postgres")
    .flatMap(([, list]) => list)
    .filter(isOurs);
  if (left.length === 0) {
    return;
  }
  say(`waiting for ${left.length} process(es) of an earlier run to leave`);
  for (const [name, withinMs] of /** @type {const} */ ([
    [undefined, 3000],
    ["SIGTERM", 3000],
    ["SIGKILL", 1000],
  ])) {
    for (const pid of left.filter(isOurs)) {
      if (name === "SIGKILL") {
        signal(-pid, name);
      } else if (name) {
        signal(pid, name);
      }
    }
    const deadline = Date.now() + withinMs;
    while (left.some(isOurs) && Date.now() < deadline) {
      await delay(50);
    }
  }
}
