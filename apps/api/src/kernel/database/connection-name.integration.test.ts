import { createDb } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import { createSecretBox } from "@zonepost/secret-box";
import { expect, it, onTestFinished } from "vitest";
import { connectionName, isConnected } from "./connection-name.ts";

it("finds a program by the name of its connections, and none that begins the same", async () => {
  const { url, drop } = await createTestDatabase();
  const db = createDb(url, { maxConnections: 1 });
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  const connect = async (applicationName: string) => {
    const other = createDb(url, { applicationName, maxConnections: 1 });
    await other.$client`select 1`;
    return other;
  };

  const deliveries = await connect("zonepost-worker-deliveries");
  expect(await isConnected(db, "worker")).toBe(false);
  const worker = await connect(
    connectionName("worker", createSecretBox([Buffer.alloc(32, 7).toString("base64")])),
  );
  expect(await isConnected(db, "worker")).toBe(true);
  expect(await isConnected(db, "api")).toBe(false);
  await worker.close();
  await expect.poll(() => isConnected(db, "worker")).toBe(false);
  await deliveries.close();
});
