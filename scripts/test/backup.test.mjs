import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedServer } from "../../packages/embedded-postgres/src/embedded-server.mjs";
import { openPostgresSession } from "../../packages/embedded-postgres/src/postgres-session.mjs";
import { placeForTests } from "../../packages/embedded-postgres/src/testing-place.mjs";
import { takeLock } from "../lock-file.mjs";
import { readDumpList } from "../operator/own-backup.mjs";
import { root } from "../project.mjs";

// `npm run backup` next to a server that four writers use all the time, and `npm run restore` of what it wrote.

const isRoot = process.getuid?.() === 0;
const encryptionKey = randomBytes(32).toString("base64");
const keys = JSON.stringify({ AUTH_SECRET: "of the installation", ENCRYPTION_KEY: encryptionKey });

let place;
let dataDir;
let server;
let lock;
let folder;
let unmount = () => {};

function start(command, args, env = {}) {
  const child = spawn(process.execPath, [`scripts/operator/${command}.mjs`, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const ended = new Promise((resolve) =>
    child.once("close", (exitCode) => resolve({ exitCode, stdout, stderr })),
  );
  return { child, ended };
}
const run = (command, ...args) => start(command, args).ended;
const backUp = async (...args) => {
  const result = await run("backup", ...args);
  expect(result).toMatchObject({ exitCode: 0 });
  return result;
};
const backupsIn = (place) => fs.readdirSync(place).filter((name) => /^\d{4}-.*Z$/.test(name));
const readJson = (...parts) => JSON.parse(fs.readFileSync(path.join(...parts), "utf8"));

async function poll(state) {
  while (!(await state())) {
    await delay(5);
  }
}

/** Transactions have microseconds. */
const nextMillisecond = () => {
  const now = Date.now();
  return poll(() => Date.now() > now);
};

/** Runs one statement in the database of an address. */
async function ask(url, text) {
  const { port, username, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  const session = await openPostgresSession({ port: Number(port), user: username, password, database });
  try {
    return await session.query(text);
  } finally {
    session.close();
  }
}
const onServer = (text) => ask(server.url, text);
/** The superuser has the same password. */
const asSuperuser = (text) => ask(server.url.replace("//zonepost:", "//postgres:"), text);

/** Four transactions at a time, each of two rows that belong together. */
async function keepWriting() {
  let isOver = false;
  const { port, password } = new URL(server.url);
  const target = { port: Number(port), user: "zonepost", password, database: "zonepost" };
  const written = [0, 1, 2, 3].map(async () => {
    const session = await openPostgresSession(target);
    while (!isOver) {
      await session.query("begin");
      const [[id] = []] = await session.query("insert into pairs (half) values (1) returning id");
      await session.query(`insert into pairs (half, other) values (2, ${id})`);
      await session.query("commit");
    }
    session.close();
  });
  return async () => {
    isOver = true;
    await Promise.all(written);
  };
}

beforeAll(async () => {
  place = fs.mkdtempSync(path.join(placeForTests(), "zonepost-backup-"));
  fs.chmodSync(place, 0o711);
  dataDir = path.join(place, "data");
  folder = path.join(place, "backups");
  server = await startEmbeddedServer({ dataDir: path.join(dataDir, "postgres"), settings: { fsync: "off" } });
  // The files of a running supervisor, with this process as the supervisor.
  const address = "http://localhost:4100";
  lock = takeLock(path.join(dataDir, "supervisor.lock"), { apiUrl: address, panelUrl: address });
  fs.writeFileSync(path.join(dataDir, "run.json"), JSON.stringify({ ports: { postgres: server.port } }));
  fs.writeFileSync(path.join(dataDir, "secrets.json"), keys, { mode: 0o600 });
  // The second one stores a known value, encrypted with the key.
  for (const entry of ["packages/db/src/entry/migrate.ts", "apps/api/src/entry/check-keys.ts"]) {
    execFileSync(process.execPath, [entry], {
      cwd: root,
      env: { PATH: process.env.PATH, DATABASE_URL: server.url, ENCRYPTION_KEY: encryptionKey },
    });
  }
  await onServer("create table pairs (id serial primary key, half int not null, other int)");
  await onServer("create table marks (name text primary key)");
});
afterEach(() => {
  unmount();
  unmount = () => {};
});
afterAll(async () => {
  await server?.stop();
  lock?.release?.();
  fs.rmSync(place, { recursive: true, force: true });
});

describe("a backup under traffic, restored to the time between two acknowledged writes", () => {
  let between;
  let restored;
  let copy;
  let reads;

  beforeAll(async () => {
    const stopWriting = await keepWriting();
    await backUp("--to", folder);
    await onServer("insert into marks values ('first')");
    await nextMillisecond();
    between = new Date().toISOString();
    await nextMillisecond();
    await onServer("insert into marks values ('second')");
    await backUp("--to", folder);
    await stopWriting();
    restored = path.join(place, "restored");
    const result = await run("restore", "--from", folder, "--data", restored, "--until", between);
    expect(result).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/Next:\n {2}1\. start it/) });
    copy = await startEmbeddedServer({
      dataDir: path.join(restored, "postgres"),
      settings: { fsync: "off" },
    });
    reads = (text) => ask(copy.url, text);
  });
  afterAll(async () => {
    await copy?.stop();
  });

  it("has exactly the first", async () => {
    expect(await reads("select name from marks")).toEqual([["first"]]);
  });

  it("has whole transactions only, and those of all writers up to that time", async () => {
    const [counts = []] = await reads(
      `select count(*), count(*) filter (where half = 2), count(*) filter (where half = 2
         and not exists (select from pairs first where first.id = pairs.other)) from pairs`,
    );
    const [pairs, seconds, halves] = counts.map(Number);
    expect({ pairs, halves }).toEqual({ pairs: 2 * (seconds ?? 0), halves: 0 });
    expect(pairs).toBeGreaterThan(0);
  });

  it("is in quarantine, which states the backup's time and the restore's", async () => {
    const fact = "select value from installation where key = 'quarantine'";
    const [[quarantine] = []] = await reads(fact);
    const [first] = backupsIn(folder);
    const { finishedAt } = readJson(folder, first, "manifest.json");
    expect(JSON.parse(quarantine ?? "")).toMatchObject({ backupTakenAt: finishedAt, restoredTo: between });
    expect(await onServer(fact)).toEqual([]);
  });

  it("archives nothing, has new passwords, and isn't taken for an installation with a backup", async () => {
    await ask(copy.url.replace("//zonepost:", "//postgres:"), "select pg_switch_wal()");
    await reads("insert into marks values ('later')");
    expect(fs.existsSync(path.join(restored, "postgres/archive"))).toBe(false);
    // The original goes on archiving to it, in its own timeline.
    const others = fs.readdirSync(path.join(folder, "wal")).filter((name) => !name.startsWith("00000001"));
    expect(others).toEqual([]);
    const passwordOf = (place) => fs.readFileSync(path.join(place, "postgres/password"), "utf8");
    expect(passwordOf(restored)).not.toBe(passwordOf(dataDir));
    expect(await reads("select 1 from installation where key = 'backup'")).toEqual([]);
  });

  it("has the keys, and nothing else of the data folder", () => {
    expect(fs.readFileSync(path.join(restored, "secrets.json"), "utf8")).toBe(keys);
    expect(fs.readdirSync(restored).sort()).toEqual(["postgres", "secrets.json"]);
  });

  it("notes in the backup that it was restored", () => {
    const [first, second = ""] = backupsIn(folder);
    expect(readJson(folder, first, "restored.json")).toEqual({ restoredAt: expect.any(String) });
    expect(fs.existsSync(path.join(folder, second, "restored.json"))).toBe(false);
  });

  it("is backed up to a folder of its own, not to the original's", async () => {
    const result = await start("backup", ["--to", folder], { DATA_DIR: restored }).ended;
    expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Choose a new folder") });
    // As by a version that didn't archive: the backup is complete, and the archive begins with the next start.
    copy = await startEmbeddedServer({
      dataDir: path.join(restored, "postgres"),
      settings: { fsync: "off", archive_mode: "off" },
    });
    const own = ["--to", path.join(place, "backups of the copy")];
    expect(await start("backup", own, { DATA_DIR: restored }).ended).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("once Zonepost has been restarted"),
    });
  });
});

describe("npm run backup", () => {
  it("notes the last complete backup in the database", async () => {
    const [[fact] = []] = await onServer("select value from installation where key = 'backup'");
    const name = backupsIn(folder).at(-1) ?? "";
    expect(JSON.parse(fact ?? "")).toEqual({
      takenAt: readJson(folder, name, "manifest.json").finishedAt,
      folder: path.join(folder, name),
      kind: "embedded",
    });
  });

  it("keeps the keys out of the database's part, and everything closed to others", () => {
    const [name = ""] = backupsIn(folder);
    expect(fs.readFileSync(path.join(folder, "secrets", `${name}.json`), "utf8")).toBe(keys);
    const listed = execFileSync("tar", ["-tzf", path.join(folder, name, "base.tar.gz")], {
      encoding: "utf8",
    });
    expect(listed).toContain("PG_VERSION");
    expect(listed).not.toMatch(/secrets|password/);
    const modes = execFileSync("find", [folder, "-mindepth", "1", "-printf", "%y %m %P\n"], {
      encoding: "utf8",
    });
    expect(modes.split("\n").filter((line) => line && !/^(d 700|f 600) |backup\.lock/.test(line))).toEqual(
      [],
    );
  });

  it("deletes all but the newest backups, with their keys and the log that only they needed", async () => {
    await backUp("--to", folder);
    const [, second, third] = backupsIn(folder);
    const { stdout } = await backUp("--to", folder, "--keep", "3");
    expect(stdout).toContain("Deleted ");
    const left = backupsIn(folder);
    expect(left.slice(0, 2)).toEqual([second, third]);
    expect(fs.readdirSync(path.join(folder, "secrets"))).toEqual(left.map((name) => `${name}.json`));
    const { startLsn } = readJson(folder, second, "manifest.json");
    const segment = Math.floor(Number.parseInt(startLsn.split("/")[1], 16) / 2 ** 24);
    const first = fs.readdirSync(path.join(folder, "wal")).sort()[0];
    expect(Number.parseInt(first?.slice(16, 24) ?? "", 16)).toBe(segment);
  });

  it("that is killed leaves the earlier backups and a server that isn't in backup mode; the next one cleans up", async () => {
    const before = backupsIn(folder);
    const { child, ended } = start("backup", ["--to", folder]);
    const partial = () => fs.readdirSync(folder).find((name) => name.endsWith(".partial"));
    await poll(() => partial() && fs.existsSync(path.join(folder, partial() ?? "", "base.tar.gz")));
    child.kill("SIGKILL");
    await ended;
    expect(partial()).toBeDefined();
    expect(backupsIn(folder)).toEqual(before);
    await poll(async () => (await asSuperuser("select 1 from pg_stat_progress_basebackup")).length === 0);
    await backUp("--to", folder);
    expect(partial()).toBeUndefined();
    expect(backupsIn(folder).slice(0, -1)).toEqual(before);
  });

  it("refuses a second one at the same time", async () => {
    const held = takeLock(path.join(folder, "backup.lock"));
    const result = await run("backup", "--to", folder);
    held.release?.();
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^Another backup or restore/),
    });
  });

  it("archives to one folder: another is for a single backup, or the archive is moved there", async () => {
    const other = path.join(place, "other");
    expect(await run("backup", "--to", other)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/is archived to .*--once; .*--move-archive\.\n$/),
    });
    await backUp("--to", other, "--once", "--without-secrets");
    expect(fs.readdirSync(other)).toEqual(backupsIn(other));
    expect(fs.readFileSync(path.join(dataDir, "postgres/archive"), "utf8").trim()).toBe(
      path.join(folder, "wal"),
    );
  });

  it("fails if the archive can't be used, before it copies anything", async () => {
    const archive = path.join(folder, "wal");
    const before = backupsIn(folder);
    fs.renameSync(archive, `${archive}.away`);
    fs.writeFileSync(archive, "");
    const result = await run("backup", "--to", folder);
    fs.rmSync(archive);
    fs.renameSync(`${archive}.away`, archive);
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${archive} can't be used`),
    });
    expect(backupsIn(folder)).toEqual(before);
  });

  it("reports a segment that can't be archived, as one that would replace another content, and catches up later", async () => {
    const [[segment] = []] = await onServer("select pg_walfile_name(pg_current_wal_insert_lsn() - 1)");
    const file = path.join(folder, "wal", `${segment}.gz`);
    const other = gzipSync("of another server");
    fs.writeFileSync(file, other);
    fs.chownSync(file, fs.statSync(path.dirname(file)).uid, 0);
    const result = await run("backup", "--to", folder);
    expect(result).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^Backup {2}/),
      stderr: expect.stringContaining("PostgreSQL can't archive its write-ahead log"),
    });
    expect(fs.readFileSync(file)).toEqual(other);
    fs.rmSync(file);
    await backUp("--to", folder);
    expect(fs.existsSync(file)).toBe(true);
  });

  it.runIf(isRoot)("on a full disk ends with one line, and leaves nothing of it", async () => {
    const small = path.join(place, "small");
    fs.mkdirSync(small);
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m,mode=711", "zonepost-backup", small]);
    if (mounted.status !== 0) {
      return;
    }
    unmount = () => spawnSync("umount", [small]);
    const result = await run("backup", "--to", small, "--once");
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /The backup to .*small failed: the disk is full\. Earlier backups are unchanged\..*\n$/,
      ),
    });
    expect(fs.readdirSync(small)).toEqual([]);
    await poll(async () => (await asSuperuser("select 1 from pg_stat_progress_basebackup")).length === 0);
  });

  it.each([
    [[], /Enter the folder/],
    [["--to"], /Unknown option/],
    [["--to", "x", "--keep", "0"], /--keep=0 isn't/],
    [["--to", "x", "--secrets-to", "y", "--without-secrets"], /exclude each other/],
  ])("refuses %j with exit code 2", async (args, message) => {
    expect(await run("backup", ...args)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(message),
    });
  });
});

describe("npm run restore", () => {
  const restore = (...args) => run("restore", "--from", folder, "--data", path.join(place, "next"), ...args);
  const untouched = () => {
    const next = path.join(place, "next");
    expect(fs.existsSync(next) ? fs.readdirSync(next) : []).toEqual([]);
  };

  it("refuses a file that was changed, by its name", async () => {
    const name = backupsIn(folder).at(-1) ?? "";
    const file = path.join(folder, name, "base.tar.gz");
    const content = fs.readFileSync(file);
    const changed = Buffer.from(content);
    changed[content.length >> 1] = (changed[content.length >> 1] ?? 0) ^ 1;
    fs.writeFileSync(file, changed);
    const result = await restore();
    fs.writeFileSync(file, content);
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${file} isn't as it was written`),
    });
    untouched();
  });

  it("refuses a folder that isn't empty", async () => {
    const result = await run("restore", "--from", folder, "--data", dataDir);
    expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("isn't empty") });
  });

  it("refuses a time before the first backup, and names that", async () => {
    const { finishedAt } = readJson(folder, backupsIn(folder)[0], "manifest.json");
    expect(await restore("--until", "2020-01-01T00:00:00Z")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(finishedAt),
    });
    untouched();
  });

  it("refuses a time after the last transaction of the archive, and names that", async () => {
    const result = await restore("--until", new Date().toISOString());
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /has no transaction after .*\. The last one is of \d{4}-\d\d-\d\dT[\d:.]+Z\. Leave out --until/,
      ),
    });
    untouched();
  });

  it("refuses an archive with a gap, and names the missing segment", async () => {
    const archive = path.join(folder, "wal");
    const { stopLsn } = readJson(folder, backupsIn(folder).at(-1), "manifest.json");
    const next = Math.floor(Number.parseInt(stopLsn.split("/")[1], 16) / 2 ** 24) + 1;
    const hex = (number) => number.toString(16).toUpperCase().padStart(8, "0");
    const later = path.join(archive, `0000000100000000${hex(next + 9)}.gz`);
    fs.writeFileSync(later, "");
    const result = await restore();
    fs.rmSync(later);
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/\w{24}\.gz is missing, but later/),
    });
    untouched();
  });

  it("refuses a damaged segment instead of taking it for the end", async () => {
    const archive = path.join(folder, "wal");
    const last =
      fs
        .readdirSync(archive)
        .filter((name) => /^\w{24}\.gz$/.test(name))
        .sort()
        .at(-1) ?? "";
    const content = fs.readFileSync(path.join(archive, last));
    fs.writeFileSync(path.join(archive, last), content.subarray(0, content.length >> 1));
    const result = await restore();
    fs.writeFileSync(path.join(archive, last), content);
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${last} can't be read: it is damaged`),
    });
    untouched();
  });

  it("that is killed leaves no installation: npm start refuses the folder, and the restore can be repeated", async () => {
    const next = path.join(place, "next");
    const { child, ended } = start("restore", ["--from", folder, "--data", next]);
    const log = path.join(next, "postgres.restoring/postgres.log");
    await poll(() => fs.existsSync(log));
    child.kill("SIGKILL");
    await ended;
    await expect(startEmbeddedServer({ dataDir: path.join(next, "postgres") })).rejects.toMatchObject({
      publicMessage: expect.stringMatching(/^A restore into .* wasn't finished\. Run it again/),
    });
    const otherKeys = path.join(place, "keys.json");
    fs.writeFileSync(otherKeys, JSON.stringify({ ENCRYPTION_KEY: randomBytes(32).toString("base64") }));
    expect(await restore("--secrets", otherKeys)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("whose ENCRYPTION_KEY doesn't decrypt this database"),
    });
    expect(fs.readdirSync(next).sort()).toEqual(["postgres", "secrets.json"]);
    fs.rmSync(next, { recursive: true });
  });

  it.each([
    [["--data", "x"], /Enter the folder/],
    [["--from", "x", "--data", "y", "--until", "2026-12-01"], /isn't a time with a time zone/],
    [["--from", "x", "--data", "y", "--until", "2026-13-01T00:00:00Z"], /isn't a time/],
    [["--from", "x", "--data", "y", "--until", "2999-01-01T00:00:00Z"], /in the future/],
    [["--mark", "--from", "x"], /Enter the folder/],
  ])("refuses %j with exit code 2", async (args, message) => {
    expect(await run("restore", ...args)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(message),
    });
  });
});

describe("npm run restore -- --mark", () => {
  const markWith = (url) => start("restore", ["--mark"], { DATABASE_URL: url }).ended;

  it("refuses a database that Zonepost uses, and then puts it in quarantine", async () => {
    await onServer("create database marked");
    const url = server.url.replace(/\w+$/, "marked");
    const { port, password } = new URL(url);
    const api = await openPostgresSession({
      port: Number(port),
      user: "zonepost",
      password,
      database: "marked",
      timeoutMs: 0,
    });
    await api.query("set application_name = 'zonepost-api'");
    expect(await markWith(url)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("Zonepost uses this database (zonepost-api)"),
    });
    api.close();
    await poll(
      async () => (await onServer("select 1 from pg_stat_activity where datname = 'marked'")).length === 0,
    );
    expect(await markWith(url)).toMatchObject({ exitCode: 0 });
    const [[quarantine] = []] = await ask(url, "select value from installation where key = 'quarantine'");
    expect(JSON.parse(quarantine ?? "")).toMatchObject({ backupTakenAt: null, restoredTo: null });
  });
});

describe("npm run backup with a server of your own", () => {
  const check = (place, url = server.url) => start("backup", ["--check", place], { DATABASE_URL: url }).ended;
  let base;

  /** As pg_basebackup writes it. */
  beforeAll(() => {
    const own = path.join(folder, backupsIn(folder).at(-1) ?? "");
    base = path.join(place, "own", "base");
    fs.mkdirSync(base, { recursive: true });
    execFileSync("tar", ["-xzf", path.join(own, "base.tar.gz"), "-C", base]);
    fs.copyFileSync(path.join(own, "backup_manifest"), path.join(base, "backup_manifest"));
  });

  it("names the tools with their options", async () => {
    const result = await start("backup", ["--to", folder], { DATABASE_URL: server.url }).ended;
    expect(result).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/pg_basebackup --host=127\.0\.0\.1 .*\n.*pg_dump .* zonepost\n/),
    });
    expect(result.stderr).not.toContain(new URL(server.url).password);
  });

  it("reads all of what they wrote, copies the keys, and notes the backup", async () => {
    expect(await check(base)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("is complete") });
    const [[fact] = []] = await onServer("select value from installation where key = 'backup'");
    const { takenAt, ...rest } = JSON.parse(fact ?? "");
    expect(rest).toEqual({ folder: base, kind: "own" });
    const copied = path.join(place, "own/secrets", `${takenAt.replaceAll(":", "-")}.json`);
    expect(fs.readFileSync(copied, "utf8")).toBe(keys);
  });

  it("refuses a changed file by its name, a missing log, and the backup of another server", async () => {
    const { ZONEPOST_TEST_ADMIN_URL = "" } = process.env;
    expect(await check(base, ZONEPOST_TEST_ADMIN_URL)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("it's a backup of another database"),
    });
    const log = path.join(base, "pg_wal");
    const segments = fs.readdirSync(log).filter((name) => /^\w{24}$/.test(name));
    for (const name of segments) {
      fs.renameSync(path.join(log, name), path.join(place, "own", name));
    }
    expect(await check(base)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("pg_wal has no 0000"),
    });
    for (const name of segments) {
      fs.renameSync(path.join(place, "own", name), path.join(log, name));
    }
    const file = path.join(base, "global/pg_filenode.map");
    const content = fs.readFileSync(file);
    content[9] = (content[9] ?? 0) ^ 1;
    fs.writeFileSync(file, content);
    expect(await check(base)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${file} isn't as`),
    });
  });

  it("refuses what isn't a backup", async () => {
    const file = path.join(place, "own/other");
    fs.writeFileSync(file, "not a dump");
    expect(await check(file)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(file) });
    expect(await check(path.join(place, "missing"))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("There is no "),
    });
  });

  it.each([
    [
      "a dump of the whole database",
      "3; 0 1 TABLE DATA public installation zonepost\n4; 0 2 TABLE DATA public events_default zonepost",
      true,
    ],
    ["a dump of one table", "4; 0 2 TABLE DATA public events_default zonepost", false],
  ])("reads what pg_restore lists: %s", (_, entries, hasData) => {
    const list = `;
; Archive created at 2026-12-01 10:00:00 UTC
;     dbname: zonepost
;     TOC Entries: 400
;     Dumped from database version: 18.4
;     Dumped by pg_dump version: 18.4
;
${entries}`;
    expect(readDumpList(list)).toEqual({
      takenAt: new Date("2026-12-01T10:00:00Z"),
      version: "18.4",
      database: "zonepost",
      hasData,
    });
  });
});
