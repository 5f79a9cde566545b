import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freePort, isRunning, makeDataFolder, makeFolders, OperatorError, tryPort } from "../src/host.mjs";

it("creates a folder with its missing parents, and returns them", () => {
  const place = mkdtempSync(join(tmpdir(), "zonepost-folders-"));
  expect(makeFolders(join(place, "a/b"))).toEqual([join(place, "a"), join(place, "a/b")]);
  expect(makeFolders(join(place, "a/b"))).toEqual([]);
  rmSync(place, { recursive: true });
});

it.skipIf(!existsSync("/proc/self"))(
  "gives up if the folder cannot be created, instead of retrying indefinitely",
  () => {
    expect(() => makeDataFolder("/proc/zonepost")).toThrow(OperatorError);
    expect(() => makeDataFolder("/proc/zonepost")).toThrow("/proc/zonepost cannot be used");
  },
);

it("reports a killed process as running until its port is free", async () => {
  const program = `
    const held = Array.from({ length: 40 }, () => Buffer.alloc(4e6, 1));
    require("node:net").createServer().listen(Number(process.argv[1]), "127.0.0.1", () => console.log(held.length));`;
  for (let round = 0; round < 3; round += 1) {
    const port = await freePort();
    const child = spawn(process.execPath, ["-e", program, String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    const pid = child.pid ?? 0;
    expect(isRunning(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
    // A busy loop, because the process ends within milliseconds.
    while (isRunning(pid)) {}
    expect(await tryPort(port, "127.0.0.1")).toBeUndefined();
  }
});
