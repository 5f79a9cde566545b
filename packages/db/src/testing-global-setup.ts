import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmbeddedServer, stopLeftBehind } from "@zonepost/embedded-postgres";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import postgres from "postgres";
import { migrate } from "./migrate.ts";
import { dropDatabase } from "./testing-drop-database.ts";

export const adminUrlVariable = "ZONEPOST_TEST_ADMIN_URL";
export const templateVariable = "ZONEPOST_TEST_TEMPLATE";

const prefix = "zonepost-test-server-";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

// A killed run can't clean up, so the next one does.
async function sweepKilledRuns(): Promise<void> {
  const place = placeForTests();
  for (const name of readdirSync(place)) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!owner || isAlive(owner)) {
      continue;
    }
    const folder = path.join(place, name);
    try {
      await stopLeftBehind({ dataDir: folder });
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It belongs to another user's run, or another process is already dropping it.
    }
  }
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  await sweepKilledRuns();
  const folder = mkdtempSync(path.join(placeForTests(), `${prefix}${process.pid}-`));
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startEmbeddedServer({
      dataDir: folder,
      settings: {
        fsync: "off",
        synchronous_commit: "off",
        full_page_writes: "off",
        max_connections: "400",
        shared_buffers: "128MB",
      },
    });
    return {
      url: server.url,
      async stop() {
        await server.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * One server and one migrated template for the whole run. TEST_DATABASE_ADMIN_URL selects an existing server instead.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_ADMIN_URL;
  const server = given ? { url: given, stop: async () => {} } : await startServer();
  const template = `zonepost_test_${randomBytes(4).toString("hex")}`;
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  const teardown = async () => {
    try {
      const left = await admin<{ datname: string }[]>`
        select datname from pg_database where starts_with(datname, ${template})`;
      if (given) {
        for (const { datname } of left) {
          await dropDatabase(admin, datname);
        }
      }
      await admin.end({ timeout: 1 });
    } finally {
      await server.stop();
    }
  };
  try {
    await admin`create database ${admin(template)}`;
    const url = new URL(server.url);
    url.pathname = `/${template}`;
    await migrate(url.href);
  } catch (error) {
    await teardown();
    throw error;
  }
  process.env[adminUrlVariable] = server.url;
  process.env[templateVariable] = template;
  return teardown;
}
