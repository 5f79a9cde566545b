import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { publicHosts, startNameservers } from "@zonepost/sandbox-dns";
import { freeLoopbackPort } from "@zonepost/server-process";
import { createKnotServer } from "../../../src/adapters/knot/index.ts";
import type { ServedZone } from "../../../src/modules/dns/ports.ts";
import { variablesOf } from "../kill-workers.ts";
import { type Api, startApi, type Workspace } from "../start-api.ts";
import { until } from "../until.ts";

const workerEntry = fileURLToPath(new URL("../../../src/entry/worker.ts", import.meta.url));

export type HostedZones = Awaited<ReturnType<typeof startHostedZones>>;

/** An API with real nameservers: the hidden primary and two public ones. `startWorker` runs a worker as a process. */
export async function startHostedZones(
  settingsOf: (ports: readonly [number, number, number]) => Record<string, string> = () => ({}),
) {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-dns-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const ports = [await freeLoopbackPort(), await freeLoopbackPort(), await freeLoopbackPort()] as const;
  const runFolder = path.join(folder, "run");
  const nameservers = await startNameservers({
    folder: path.join(folder, "state"),
    runFolder,
    ports,
    log: () => {},
  });
  stack.defer(() => nameservers.close());
  const variables = {
    DNS_CONTROL_SOCKET: path.join(runFolder, "primary/knot.sock"),
    DNS_SERVERS: publicHosts.map((host, index) => `${host}=127.0.0.1:${ports[index + 1]}`).join(","),
    ...settingsOf(ports),
  };
  const api = await startApi({ env: variables });
  stack.defer(() => api[Symbol.asyncDispose]());
  const workers = new Set<ChildProcess>();
  stack.defer(() => Promise.all([...workers].map((worker) => end(worker, "SIGKILL"))).then(() => {}));
  const held = stack.move();
  const names = ["primary", ...publicHosts.map((host) => host.split(".")[0] ?? "")];
  return {
    api,
    nameservers,
    ports,
    async startWorker(): Promise<ChildProcess> {
      const worker = spawn(process.execPath, [workerEntry], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        env: { ...process.env, ...variablesOf(api.env), ...variables, LOG_LEVEL: "fatal" },
      });
      await once(worker, "message");
      workers.add(worker);
      return worker;
    },
    /** What a server has: 0 for the primary, then the public ones. Asks until it answers. */
    served: (server: number, zoneName: string): Promise<ServedZone> =>
      until(`server ${server} has ${zoneName}`, async () => {
        const { converse } = createKnotServer({
          socketPath: path.join(runFolder, names[server] ?? "", "knot.sock"),
        });
        return converse((session) => session.read(zoneName), new AbortController().signal).catch(() => null);
      }),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
}

/** Over REST, as an integrator does it; throws unless it succeeds. */
export async function send(
  api: Api,
  workspace: Workspace,
  method: "GET" | "POST" | "DELETE",
  at: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const { cookie } = workspace.owner;
  const answer = await api.call({ method, path: at, cookie, headers, ...(body ? { body } : {}) });
  if (answer.status >= 300) {
    throw new Error(`${method} ${at}: ${answer.status} ${answer.text}`);
  }
  return answer.json;
}
