import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { MemoryFolder } from "./memory-folder.ts";

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp("/tmp/mail-agent-");
});
afterEach(() => rm(parent, { recursive: true }));

const open = (name = "keys", mayBeOnDisk = true) =>
  MemoryFolder.open({ path: path.join(parent, name), mayBeOnDisk });
const modeOf = async (name: string) => (await stat(path.join(parent, name))).mode & 0o777;

it("lets only its owner read the folder and the files", async () => {
  await mkdir(path.join(parent, "keys"), { mode: 0o755 });
  const folder = await open();
  await folder.write("a.key", "secret");
  expect(await readFile(path.join(parent, "keys/a.key"), "utf8")).toBe("secret");
  expect([await modeOf("keys"), await modeOf("keys/a.key")]).toEqual([0o700, 0o600]);
});

it("replaces a file as a whole, and leaves an unchanged one alone", async () => {
  const folder = await open();
  const inodeOf = async () => (await stat(path.join(parent, "keys/a.map"))).ino;
  await folder.write("a.map", "one\n");
  const first = await inodeOf();
  await folder.write("a.map", "one\n");
  expect(await inodeOf()).toBe(first);
  await folder.write("a.map", "two\n");
  expect(await inodeOf()).not.toBe(first);
  expect(await folder.list()).toEqual(["a.map"]);
});

it("removes the files that a killed process left unfinished", async () => {
  await mkdir(path.join(parent, "keys"));
  await writeFile(path.join(parent, "keys/.0123456789ab"), "half");
  await writeFile(path.join(parent, "keys/a.key"), "whole");
  await open();
  expect(await readdir(path.join(parent, "keys"))).toEqual(["a.key"]);
});

it("refuses a disk unless that is allowed", async () => {
  const onDisk = path.join(import.meta.dirname, `.keys-${process.pid}`);
  try {
    await expect(MemoryFolder.open({ path: onDisk, mayBeOnDisk: false })).rejects.toThrow(/not in memory/);
    await expect(MemoryFolder.open({ path: onDisk, mayBeOnDisk: true })).resolves.toBeDefined();
  } finally {
    await rm(onDisk, { recursive: true, force: true });
  }
});

it.runIf(process.platform === "linux")("accepts a folder in memory", async () => {
  const inMemory = `/dev/shm/mail-agent-test-${process.pid}`;
  try {
    await expect(MemoryFolder.open({ path: inMemory, mayBeOnDisk: false })).resolves.toBeDefined();
  } finally {
    await rm(inMemory, { recursive: true, force: true });
  }
});

it("refuses a link, which another user may have made", async () => {
  await mkdir(path.join(parent, "elsewhere"));
  await symlink(path.join(parent, "elsewhere"), path.join(parent, "keys"));
  await expect(open()).rejects.toThrow(/not a folder of/);
});

it("refuses names that lead out of it", async () => {
  const folder = await open();
  await expect(folder.write("../a.key", "secret")).rejects.toThrow(/not the name of a file/);
});

it("leaves nothing behind when a file can't be replaced", async () => {
  const folder = await open();
  await mkdir(path.join(parent, "keys/a.key"));
  await chmod(path.join(parent, "keys/a.key"), 0o700);
  await expect(folder.write("a.key", "secret")).rejects.toThrow();
  expect(await folder.list()).toEqual(["a.key"]);
});
