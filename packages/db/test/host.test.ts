import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeDataFolder, makeFolders, OperatorError } from "../src/host.mjs";

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
