import { createDb, installation, outgoingEmails } from "@zonepost/db";
import { createStoppableDatabase } from "@zonepost/db/testing";
import { createSecretBox } from "@zonepost/secret-box";
import { sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { wallClock } from "../kernel/clock.ts";
import { createArchiveSweep } from "./archive-alert.ts";

let database: Awaited<ReturnType<typeof createStoppableDatabase>>;
let db: ReturnType<typeof createDb>;
let admin: ReturnType<typeof createDb>;

beforeAll(async () => {
  database = await createStoppableDatabase({
    settings: { fsync: "off", archive_command: "test -e reachable" },
  });
  db = createDb(database.url, { maxConnections: 4 });
  // The superuser of the embedded server has the same password.
  admin = createDb(database.url.replace("//zonepost:", "//postgres:"), { maxConnections: 1 });
});
afterAll(async () => {
  await admin?.close();
  await db?.close();
  await database?.drop();
});

const run = () =>
  createArchiveSweep({
    db,
    clock: wallClock,
    log: pino({ level: "silent" }),
    ports: { secretBox: createSecretBox([Buffer.alloc(32, 7).toString("base64")]) },
    operatorEmail: "operator@example.com",
  }).run(new AbortController().signal);

const emails = async () =>
  (await db.select().from(outgoingEmails)).map(({ kind, toAddress }) => [kind, toAddress]);
const archiver = async () => {
  const [row] = await db.$client<{ archived: number; failed: number }[]>`
    select archived_count::int as archived, failed_count::int as failed from pg_stat_archiver`;
  return row ?? { archived: 0, failed: 0 };
};
/** As if it had begun a while ago. */
const makeOlder = () =>
  db
    .update(installation)
    .set({ value: sql`${installation.value} || jsonb_build_object('since', now() - interval '11 minutes')` })
    .where(sql`${installation.key} = 'archive_failing'`);

it("alerts the operator once for each time that the log can't be archived for ten minutes", async () => {
  await run();
  await admin.execute(sql`select pg_switch_wal()`);
  await vi.waitUntil(async () => (await archiver()).failed > 0, { timeout: 60_000 });
  await run();
  expect(await emails()).toEqual([]);

  await makeOlder();
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await emails()).toEqual([["archive_failing", "operator@example.com"]]);

  await admin.execute(sql`copy (select 1) to program 'touch reachable'`);
  await admin.execute(sql`select pg_switch_wal()`);
  await vi.waitUntil(async () => (await archiver()).archived > 0, { timeout: 100_000 });
  await run();
  await makeOlder();
  await run();
  expect(await emails()).toHaveLength(1);
});
