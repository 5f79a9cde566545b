import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createDb, webhookEndpoints, workspaces } from "@zonepost/db";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import { createSecretBox } from "@zonepost/secret-box";
import { generateSecret } from "@zonepost/webhook-signing";
import postgres from "postgres";
import { emitAll } from "../../../src/modules/webhooks/index.ts";

const workerEntry = fileURLToPath(new URL("../../../src/entry/worker.ts", import.meta.url));
const migrateEntry = fileURLToPath(
  new URL("../../../../../packages/db/src/entry/migrate.ts", import.meta.url),
);
const endpointCount = 10;
const emittedAtOnce = 250;

type Fault = "kill the worker" | "restart PostgreSQL";

/**
 * Sends events to ten endpoints with one worker process, and injects faults while they arrive, evenly spread. PostgreSQL
 * runs for this test alone, durably. Returns how often each event arrived, and the bound for repeats: the number of
 * deliveries that were claimed at each fault.
 */
export async function deliverUnderFaults({
  eventCount,
  faults,
}: {
  eventCount: number;
  faults: readonly Fault[];
}) {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(placeForTests(), "zonepost-faults-"));
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o711);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  let server = await startEmbeddedServer({ dataDir: folder });
  stack.defer(() => server.stop());
  const encryptionKey = randomBytes(32).toString("base64");
  const environment = {
    ...process.env,
    DATABASE_URL: server.url,
    AUTH_SECRET: randomBytes(32).toString("base64"),
    ENCRYPTION_KEY: encryptionKey,
    ZONEPOST_MODE: "sandbox",
    WEBHOOKS_ALLOW_PRIVATE_NETWORKS: "true",
    LOG_LEVEL: "fatal",
    EPP_PORT: "1",
    EPP_CLIENT_ID: "test",
    EPP_PASSWORD: "test-password",
  };
  const start = (entry: string) =>
    spawn(process.execPath, [entry], { stdio: ["ignore", "ignore", "inherit", "ipc"], env: environment });
  await once(start(migrateEntry), "exit");
  await using receiver = await startLedger();
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  stack.defer(() => sql.end());
  const eventIds = await emitEvents({
    databaseUrl: server.url,
    receiverUrl: receiver.url,
    encryptionKey,
    eventCount,
  });

  const startWorker = async () => {
    const started = start(workerEntry);
    await once(started, "message");
    return started;
  };
  let worker = await startWorker();
  stack.defer(() => end(worker, "SIGKILL"));
  let claimedAtFaults = 0;
  for (const [index, fault] of faults.entries()) {
    await receiver.has(Math.floor(((index + 1) * eventCount) / (faults.length + 1)));
    claimedAtFaults += await countClaimed(sql);
    if (fault === "kill the worker") {
      await end(worker, "SIGKILL");
      claimedAtFaults += await endLeases(sql);
      worker = await startWorker();
    } else {
      await server.stop();
      server = await startEmbeddedServer({ dataDir: folder, port: server.port });
      // The worker may not have learned of what it claimed last.
      claimedAtFaults += await endLeases(sql);
    }
  }
  await receiver.has(eventCount);
  while (await isWaiting(sql)) {
    await delay(50);
  }
  await end(worker, "SIGTERM");
  const statuses = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from deliveries group by status order by status`;
  return {
    arrivals: eventIds.map((id) => receiver.countOf(id)),
    claimedAtFaults,
    statuses: [...statuses],
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
}

/** Claims that a fault may cut off before they are recorded. */
async function countClaimed(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from delivery_queue where claim_id is not null`;
  return row?.count ?? 0;
}

/** Otherwise, what was claimed would only be sent again a minute later. Returns its number. */
async function endLeases(sql: postgres.Sql): Promise<number> {
  const ended = await sql`
    update delivery_queue set lease_until = now() where claim_id is not null returning delivery_id`;
  return ended.length;
}

async function isWaiting(sql: postgres.Sql): Promise<boolean> {
  return (await sql`select 1 from delivery_queue limit 1`).length > 0;
}

async function emitEvents(given: {
  databaseUrl: string;
  receiverUrl: string;
  encryptionKey: string;
  eventCount: number;
}): Promise<string[]> {
  const db = createDb(given.databaseUrl, { maxConnections: 2 });
  const box = createSecretBox([given.encryptionKey]);
  const createdAt = new Date();
  const workspaceIds = Array.from({ length: endpointCount }, () => randomUUID());
  await db
    .insert(workspaces)
    .values(workspaceIds.map((id, index) => ({ id, name: "Faults", slug: `faults-${index}`, createdAt })));
  await db.insert(webhookEndpoints).values(
    workspaceIds.map((workspaceId) => {
      const id = randomUUID();
      const secretEncrypted = box.seal(generateSecret(), `webhook_endpoint:${id}`);
      return { id, workspaceId, url: given.receiverUrl, events: ["*" as const], secretEncrypted, createdAt };
    }),
  );
  for (let first = 0; first < given.eventCount; first += emittedAtOnce) {
    const count = Math.min(emittedAtOnce, given.eventCount - first);
    await db.transaction((tx) =>
      emitAll(
        tx,
        Array.from({ length: count }, (_, index) => ({
          workspaceId: workspaceIds[(first + index) % endpointCount] ?? "",
          type: "domain.transferred" as const,
          data: { name: `domain-${first + index}.com`, direction: "in" as const },
          createdAt,
        })),
      ),
    );
  }
  const rows = await db.$client<{ id: string }[]>`select body::json ->> 'id' as id from events`;
  await db.close();
  return rows.map(({ id }) => id);
}

/** A receiver that counts the deliveries of each event, and answers no more events than it is asked for. */
async function startLedger() {
  const ledger = new Map<string, number>();
  let wanted = 0;
  let reached = () => {};
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const id = String(request.headers["webhook-id"]);
    ledger.set(id, (ledger.get(id) ?? 0) + 1);
    request.resume();
    const answer = () => response.writeHead(204).end();
    request.on("end", () => (ledger.size <= wanted ? answer() : held.push(answer)));
    if (ledger.size >= wanted) {
      reached();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    countOf: (id: string) => ledger.get(id) ?? 0,
    /** Resolves once so many events have arrived. The answers to further ones wait, so that a fault meets work. */
    has(size: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      wanted = size;
      reached = resolve;
      for (const answer of held.splice(0)) {
        answer();
      }
      if (ledger.size >= size) {
        resolve();
      }
      return promise;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
