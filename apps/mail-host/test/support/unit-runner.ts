import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

// Starts services from their unit files as systemd does, in a container whose first process is another one. Of the
// hardening, it applies what most often breaks a server: capabilities, no new privileges, and read-only file systems.

type Unit = { name: string; values: Map<string, string[]> };

function readUnit(folder: string, name: string): Unit {
  const values = new Map<string, string[]>();
  for (const line of readFileSync(path.join(folder, name), "utf8").split("\n")) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) {
      values.set(key, [...(values.get(key) ?? []), value]);
    }
  }
  return { name, values };
}

const wordsOf = (unit: Unit, key: string): string[] =>
  (unit.values.get(key) ?? []).flatMap((value) => value.split(/\s+/).filter(Boolean));

/** Those that a unit comes after are first. */
function inOrder(units: Unit[]): Unit[] {
  const ordered: Unit[] = [];
  const visit = (unit: Unit) => {
    if (!ordered.includes(unit)) {
      for (const name of wordsOf(unit, "After")) {
        const earlier = units.find((each) => each.name === name);
        if (earlier) {
          visit(earlier);
        }
      }
      ordered.push(unit);
    }
  };
  units.forEach(visit);
  return ordered;
}

/** systemd.service(5), "Command lines": quotes, backslashes, `%%` and `$$`. */
const parseCommand = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) =>
    (quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "").replaceAll("%%", "%").replaceAll("$$", "$"),
  );

function readEnvironment(unit: Unit): Record<string, string> {
  const files = unit.values.get("EnvironmentFile") ?? [];
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^(\w+)="(.*)"$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value.replace(/\\(.)/g, "$1")]];
    }),
  );
}

export function createUnitRunner(
  folder: string,
  options: { enter: (...command: string[]) => string[]; logFile: string },
) {
  const running: { unit: Unit; child: ChildProcess }[] = [];

  const commandOf = (unit: Unit, line: string): string[] => {
    const capabilities = wordsOf(unit, "CapabilityBoundingSet").map(
      (name) => `+${name.replace("CAP_", "").toLowerCase()}`,
    );
    const runtime = wordsOf(unit, "RuntimeDirectory").map((name) => `/run/${name}`);
    const writable = [...runtime, ...wordsOf(unit, "ReadWritePaths")].map((name) => name.replace(/^-/, ""));
    const privateTmp = unit.values.get("PrivateTmp")?.[0] === "true" ? "mount -t tmpfs tmpfs /tmp" : ":";
    const readOnly = `for each; do shift; test "$each" = -- && break; mount --bind "$each" "$each"; done
      ${privateTmp} && mount -o remount,bind,ro / && exec "$@"`;
    const limited = ["setpriv", "--no-new-privs", `--bounding-set=-all,${capabilities.join(",")}`];
    return options.enter(
      ...["unshare", "--mount", "--propagation", "slave", "sh", "-ec", readOnly, "sh", ...writable, "--"],
      ...[...limited, ...parseCommand(line)],
    );
  };
  const settings = (unit: Unit) => ({
    cwd: unit.values.get("WorkingDirectory")?.[0] ?? "/",
    env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", ...readEnvironment(unit) },
  });

  const runToEnd = (unit: Unit, line: string, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const [program = "", ...args] = commandOf(unit, line);
      const child = spawn(program, args, { ...settings(unit), stdio: ["ignore", "pipe", "pipe"], signal });
      child.once("error", (error) => reject(signal?.aborted ? signal.reason : error));
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk) => {
          output += chunk;
        });
      }
      child.once("close", (code) =>
        code === 0 ? resolve() : reject(new Error(`${unit.name}: ${line} ended with ${code}: ${output}`)),
      );
    });

  return {
    /** Starts all of them in their order, each after those before it have started. */
    async start(): Promise<void> {
      const names = readdirSync(folder).filter((name) => name.endsWith(".service"));
      for (const unit of inOrder(names.map((name) => readUnit(folder, name)))) {
        for (const name of wordsOf(unit, "RuntimeDirectory")) {
          mkdirSync(`/run/${name}`, { recursive: true });
          chmodSync(`/run/${name}`, 0o755);
        }
        for (const line of unit.values.get("ExecStartPre") ?? []) {
          await runToEnd(unit, line);
        }
        const [program = "", ...args] = commandOf(unit, unit.values.get("ExecStart")?.[0] ?? "");
        const child = spawn(program, args, {
          ...settings(unit),
          detached: true,
          stdio: ["ignore", "pipe", "pipe"],
        });
        running.push({ unit, child });
        for (const stream of [child.stdout, child.stderr]) {
          stream
            .setEncoding("utf8")
            .on("data", (text: string) => appendFileSync(options.logFile, `${unit.name}: ${text}`));
        }
        const ended = new AbortController();
        child.once("exit", () => ended.abort(new Error(`${unit.name} ended while it started`)));
        for (const line of unit.values.get("ExecStartPost") ?? []) {
          await runToEnd(unit, line.replaceAll("$MAINPID", String(child.pid)), ended.signal);
        }
      }
    },
    names: () => running.map(({ unit }) => unit.name),
    /** The services that have ended. */
    ended: () =>
      running
        .filter(({ child }) => child.exitCode !== null || child.signalCode !== null)
        .map(({ unit }) => unit.name),
    /** Ends all of them at once, as a loss of power does. */
    async kill(): Promise<void> {
      const ends = running.map(({ child }) => new Promise((resolve) => child.once("close", resolve)));
      for (const { child } of running) {
        spawnSync("kill", ["-s", "KILL", "--", `-${child.pid}`]);
      }
      await Promise.all(ends);
      running.length = 0;
    },
  };
}
