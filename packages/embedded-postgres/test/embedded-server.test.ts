import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type EmbeddedServer,
  maxWalMegabytes,
  sharedBuffersMegabytes,
  startEmbeddedServer,
} from "../src/embedded-server.mjs";
import { isRunning } from "../src/host.mjs";
import { placeForTests } from "../src/testing-place.mjs";

const isRoot = process.getuid?.() === 0;
const settings = { fsync: "off" };

let place: string;
let dataDir: string;
let servers: EmbeddedServer[];
/** A stopped cluster as its first start left it: most tests begin with a copy, since making one takes seconds. */
let made: string;

function makePlace(): string {
  const folder = mkdtempSync(path.join(placeForTests(), "zonepost-embedded-"));
  chmodSync(folder, 0o711);
  return folder;
}

it.each([
  [1_024, 128],
  [4_096, 256],
  [8_192, 512],
  [65_536, 1_024],
])("caches up to a sixteenth of the memory: of %i MB, %i MB", (memory, cached) => {
  expect(sharedBuffersMegabytes(memory)).toBe(cached);
});

it.each([
  [2_048, 1_024],
  [32_768, 2_048],
  [1_048_576, 4_096],
])("keeps up to a sixteenth of the free disk as WAL: of %i MB, %i MB", (free, written) => {
  expect(maxWalMegabytes(free)).toBe(written);
});

beforeAll(async () => {
  made = path.join(makePlace(), "data");
  const first = await startEmbeddedServer({ dataDir: made, settings });
  await first.stop();
});

afterAll(() => rmSync(path.dirname(made), { recursive: true, force: true }));

beforeEach(() => {
  place = makePlace();
  dataDir = path.join(place, "data");
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(place, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir, settings });
  servers.push(server);
  return server;
}

/** Starts on a copy of a cluster, with the owners and modes of its files. */
async function startMade(): Promise<EmbeddedServer> {
  execFileSync("cp", ["-a", made, dataDir]);
  return await start();
}

async function ask<Row extends postgres.MaybeRow>(
  server: EmbeddedServer,
  text: string,
): Promise<Row | undefined> {
  const sql = postgres(server.url, { max: 1 });
  try {
    const [row] = await sql.unsafe<Row[]>(text);
    return row;
  } finally {
    await sql.end();
  }
}

describe("startEmbeddedServer", () => {
  it("creates a UTF-8 database with checksums, only on loopback, for a role without superuser rights, never as root", async () => {
    const server = await startMade();
    const row = await ask(
      server,
      `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
         current_setting('listen_addresses') as addresses, current_setting('is_superuser') as superuser,
         upper('é') as upper, current_setting('fsync') as fsync`,
    );
    expect(row).toEqual({
      encoding: "UTF8",
      checksums: "on",
      addresses: "127.0.0.1",
      superuser: "off",
      upper: "É",
      fsync: "off",
    });
    expect(statSync(path.join(dataDir, "cluster")).uid).not.toBe(0);

    // The password is where only its owner reads it, and no other is accepted.
    expect(statSync(path.join(dataDir, "password")).mode & 0o777).toBe(0o600);
    const url = new URL(server.url);
    url.password = "wrong";
    const sql = postgres(url.href, { max: 1 });
    await expect(sql`select 1`).rejects.toMatchObject({ code: "28P01" });
    await sql.end();
  });

  it("keeps its data between starts, and ends its process when stopped", async () => {
    const first = await startMade();
    await ask(first, "create table kept as select 42 as answer");
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await ask(second, "select answer from kept")).toEqual({ answer: 42 });
  });

  it("adopts a server that still runs on the folder", async () => {
    const first = await startMade();
    const second = await start();
    expect(second).toMatchObject({ adopted: true, pid: first.pid, port: first.port, url: first.url });
    await second.stop();
    expect(isRunning(first.pid)).toBe(false);
  });

  it("stops a server that still runs on a folder which was renamed, and starts on the new name with all data", async () => {
    const former = await start();
    const sql = postgres(former.url, { max: 1 });
    await sql`create table kept as select 1 as number`;
    await sql.end();
    const moved = `${dataDir}-moved`;
    renameSync(dataDir, moved);
    const said: string[] = [];
    const server = await startEmbeddedServer({ dataDir: moved, settings, log: (line) => said.push(line) });
    servers.push(server);
    expect([server.adopted, server.pid === former.pid, isRunning(former.pid)]).toEqual([false, false, false]);
    expect(said.join()).toContain(dataDir);
    const again = postgres(server.url, { max: 1 });
    expect(await again`select number from kept`).toEqual([{ number: 1 }]);
    await again.end();
    // The lock file is the new server's.
    expect(readFileSync(path.join(moved, "cluster/postmaster.pid"), "utf8")).toMatch(`${server.pid}\n`);
    await server.stop();
    renameSync(moved, dataDir);
  });

  it("starts again after its process was killed", async () => {
    const first = await startMade();
    await ask(first, "create table kept as select 42 as answer");
    process.kill(first.pid, "SIGKILL");
    await first.exited;
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await ask(second, "select answer from kept")).toEqual({ answer: 42 });
  });

  it("starts even if its old process number now belongs to another process", async () => {
    const first = await startMade();
    await first.stop();
    const pidFile = path.join(dataDir, "cluster/postmaster.pid");
    writeFileSync(pidFile, `${process.pid}\n${dataDir}/cluster\n0\n${first.port}\n\n127.0.0.1\n`);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await ask(second, "select 1 as one")).toEqual({ one: 1 });
  });

  it("creates the database again if the first start was interrupted", async () => {
    mkdirSync(path.join(dataDir, "cluster.new/base"), { recursive: true });
    chmodSync(dataDir, 0o711);
    const server = await start();
    expect(await ask(server, "select 1 as one")).toEqual({ one: 1 });
    expect(existsSync(path.join(dataDir, "cluster.new"))).toBe(false);
  });

  it("refuses a folder with other files, and leaves them unchanged", async () => {
    const file = path.join(dataDir, "cluster/letters.txt");
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "mine");
    await expect(start()).rejects.toMatchObject({
      publicMessage: expect.stringContaining(`${dataDir}/cluster holds files that are not`),
    });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  it("refuses another PostgreSQL version's data, naming both versions", async () => {
    mkdirSync(path.join(dataDir, "cluster"), { recursive: true });
    writeFileSync(path.join(dataDir, "cluster/PG_VERSION"), "15\n");
    await expect(start()).rejects.toMatchObject({
      publicMessage: expect.stringMatching(/PostgreSQL 15, but this version is 18/),
    });
  });

  it("reports which password file is missing", async () => {
    await (await startMade()).stop();
    rmSync(path.join(dataDir, "password"));
    await expect(start()).rejects.toMatchObject({
      publicMessage: expect.stringContaining(`${dataDir}/password`),
    });
  });

  it("refuses a data folder whose path is a file", async () => {
    writeFileSync(dataDir, "");
    await expect(start()).rejects.toMatchObject({ publicMessage: expect.stringContaining(dataDir) });
  });

  it.runIf(isRoot)("names the folder that the server's user can't enter", async () => {
    const closed = path.join(place, "closed");
    mkdirSync(closed, { mode: 0o700 });
    dataDir = path.join(closed, "data");
    await expect(start()).rejects.toMatchObject({
      publicMessage: expect.stringContaining(`cannot enter ${closed}:`),
    });
  });

  it.skipIf(isRoot)("names the folder that it can't write to", async () => {
    chmodSync(place, 0o555);
    await expect(start()).rejects.toMatchObject({ publicMessage: expect.stringContaining(dataDir) });
    chmodSync(place, 0o711);
  });
});
