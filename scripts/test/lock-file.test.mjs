import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMark } from "../../packages/embedded-postgres/src/host.mjs";
import { takeLock, waitForLock } from "../lock-file.mjs";

let folder;
let file;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), "zonepost-lock-"));
  file = path.join(folder, "lock");
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("takeLock", () => {
  it("gives the lock to one process, and returns the holder's note to the next", () => {
    const { release } = takeLock(file, { panelUrl: "http://localhost:3000" });
    expect(takeLock(file).holder).toMatchObject({ pid: process.pid, panelUrl: "http://localhost:3000" });
    release?.();
    expect(takeLock(file).release).toBeTypeOf("function");
    expect(fs.readdirSync(folder)).toEqual(["lock"]);
  });

  it("takes over from a process that has exited, and from a reused process number", () => {
    const unusedPid = 2 ** 22 + 1;
    for (const stale of [
      { pid: unusedPid, mark: startMark(process.pid) },
      { pid: process.pid, mark: "earlier" },
    ]) {
      fs.writeFileSync(file, JSON.stringify(stale));
      const { release } = takeLock(file);
      expect(release).toBeTypeOf("function");
      release?.();
    }
  });

  it("takes over from an empty file", () => {
    fs.writeFileSync(file, "");
    expect(takeLock(file).release).toBeTypeOf("function");
  });
});

describe("waitForLock", () => {
  it("waits for the holder, reports it once, and then gets the lock", async () => {
    const { release } = takeLock(file);
    const heard = [];
    const waiting = waitForLock(file, (holder) => {
      heard.push(holder.pid);
      release?.();
    });
    await waiting;
    expect(heard).toEqual([process.pid]);
    expect(takeLock(file).holder).toBeDefined();
  });
});
