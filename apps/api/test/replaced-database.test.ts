import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";
import path from "node:path";
import { createDb, startQuarantine } from "@zonepost/db";
import { createStoppableDatabase } from "@zonepost/db/testing";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import pino from "pino";
import { expect, it } from "vitest";
import { startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";
import { answerWith, createReceiver } from "./support/webhooks/set-up-webhooks.ts";

/** What a restore does before anyone else can connect. */
async function putInQuarantine(dataDir: string): Promise<void> {
  const server = await startEmbeddedServer({ dataDir });
  const db = createDb(server.url, { maxConnections: 1 });
  await startQuarantine(db.$client, { backupTakenAt: null, restoredTo: null });
  await db.close();
  await server.stop();
}

it("a worker that runs while a restored database takes the place of its own sends nothing from it until the release", async () => {
  await using receiver = await createReceiver(answerWith(204));
  const database = await createStoppableDatabase();
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  await using api = await startApi({ database, log });
  const { owner } = await api.createWorkspace();
  const post = (to: string, body: object) =>
    api.call({ method: "POST", path: to, cookie: owner.cookie, body });
  const endpoint = await post("/webhooks/outbound", { url: receiver.url, events: ["*"] });
  await post(`/webhooks/outbound/${endpoint.json.id}/test`, { type: "domain.transferred" });
  await api.call({ method: "POST", path: "/auth/magic-link/send", body: { email: owner.email } });
  const countMails = async () => {
    const [row] = await api.sql<{ count: number }[]>`select count(*)::int as count from sandbox_outbox`;
    return row?.count;
  };

  // The backup has both, not sent yet.
  const dataDir = path.dirname(database.cluster);
  const restored = `${dataDir}-restored`;
  await database.stop();
  execFileSync("cp", ["-a", dataDir, restored]);
  await putInQuarantine(restored);
  await database.start();
  await api.startWorker();
  await until("the original has sent both", async () => {
    return receiver.requests.length === 1 && (await countMails()) === 1;
  });

  await database.stop();
  renameSync(database.cluster, `${database.cluster}-original`);
  renameSync(path.join(restored, "cluster"), database.cluster);
  execFileSync("rm", ["-rf", restored]);
  await database.start();
  await until("the worker has found the quarantine", () =>
    lines.some((line) => line.includes("in quarantine")),
  );
  // The API asks again within seconds.
  await expect.poll(async () => (await api.call({ path: "/health/ready" })).json.mode).toBe("quarantine");
  expect([receiver.requests.length, await countMails()]).toEqual([1, 0]);
  const [queue] = await api.sql`select lease_until from delivery_queue`;
  expect(queue?.lease_until).toBeNull();

  await api.sql`delete from installation where key = 'quarantine'`;
  await until("both are sent after the release", async () => {
    return receiver.requests.length === 2 && (await countMails()) === 1;
  });
  expect(lines.some((line) => line.includes("the quarantine is over"))).toBe(true);
});
