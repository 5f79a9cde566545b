import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { emit } from "../../src/modules/webhooks/index.ts";
import { type Api, startApi } from "./start-api.ts";

const workerEntry = fileURLToPath(new URL("../../src/entry/worker.ts", import.meta.url));

/** For processes of their own on the database and the registry of a fixture. */
export const variablesOf = (env: Api["env"]) => ({
  DATABASE_URL: env.DATABASE_URL,
  DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL,
  AUTH_SECRET: env.AUTH_SECRET,
  ENCRYPTION_KEY: env.ENCRYPTION_KEY,
  EPP_PORT: String(env.EPP_PORT),
  EPP_CLIENT_ID: env.EPP_CLIENT_ID,
  EPP_PASSWORD: env.EPP_PASSWORD,
  EPP_CA_FILE: env.EPP_CA_FILE,
});

/** A worker in its own process, which reports when it is ready. */
export async function startWorkerProcess(api: Api): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [workerEntry], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      ...variablesOf(api.env),
      WEBHOOKS_ALLOW_PRIVATE_NETWORKS: "true",
      LOG_LEVEL: "error",
    },
  });
  await once(worker, "message");
  return worker;
}

/** A receiver that records deliveries, and only responds while allowed to. */
async function startLedger() {
  const ledger = new Map<string, number>();
  let gate = Promise.withResolvers<void>();
  let isHolding = false;
  let held = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const id = String(request.headers["webhook-id"]);
    ledger.set(id, (ledger.get(id) ?? 0) + 1);
    request.resume();
    if (isHolding) {
      held.resolve();
    }
    const answer = () => response.writeHead(204).end();
    if (isHolding) {
      gate.promise.then(answer);
    } else {
      answer();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    ledger,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Accepts deliveries without a response; resolves once one is pending. */
    hold() {
      gate = Promise.withResolvers();
      held = Promise.withResolvers();
      isHolding = true;
      return held.promise;
    },
    release() {
      isHolding = false;
      gate.resolve();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Emits events, and repeatedly kills the worker with SIGKILL while deliveries are in flight; the test ends the leases.
 * Returns how often each event arrived and how many deliveries were in flight at each kill.
 */
export async function killWorkers(options: { events: number; kills: number }) {
  await using api = await startApi();
  const receiver = await startLedger();
  const workspace = await api.createWorkspace();
  const created = await api.call({
    method: "POST",
    path: "/webhooks/outbound",
    cookie: workspace.owner.cookie,
    body: { url: receiver.url, events: ["*"] },
  });
  if (created.status !== 201) {
    throw new Error(created.text);
  }

  const emitted: string[] = [];
  const emitSome = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const { id } = await api.db.transaction((tx) =>
        emit(tx, {
          workspaceId: workspace.id,
          type: "domain.transferred",
          data: { name: "example.com", direction: "in" },
          createdAt: new Date(),
        }),
      );
      emitted.push(id);
    }
  };

  const inFlightAtKill: number[] = [];
  const share = Math.ceil(options.events / (options.kills + 1));
  for (let kill = 0; kill < options.kills; kill += 1) {
    // All events are there before one is sent: only a short time passes until the kill, in which no attempt times out.
    await emitSome(share);
    const hasSome = receiver.hold();
    const worker = await startWorkerProcess(api);
    await hasSome;
    const exited = once(worker, "exit");
    worker.kill("SIGKILL");
    await exited;
    const [leased] = await api.sql<{ count: number }[]>`
      with ended as (update delivery_queue set lease_until = now() where claim_id is not null returning 1)
      select count(*)::int as count from ended`;
    inFlightAtKill.push(leased?.count ?? 0);
    receiver.release();
  }

  const last = await startWorkerProcess(api);
  await emitSome(Math.max(0, options.events - emitted.length));
  await until(async () => (await queueLength(api)) === 0);
  const ended = once(last, "exit");
  last.kill("SIGTERM");
  await ended;
  receiver.close();

  const statuses = await api.sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from deliveries group by status order by status`;
  return {
    arrivals: emitted.map((id) => receiver.ledger.get(id) ?? 0),
    inFlightAtKill,
    statuses: [...statuses],
  };
}

const queueLength = async (api: Api) => {
  const [row] = await api.sql<{ count: number }[]>`select count(*)::int as count from delivery_queue`;
  return row?.count ?? 0;
};

async function until(isMet: () => Promise<boolean>): Promise<void> {
  while (!(await isMet())) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
