import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listBackups, segmentOf, segmentsAfter } from "./backup-folder.mjs";
import { chooseBackup } from "./restore-backup.mjs";

const segmentBytes = 16 * 1024 ** 2;

it.each([
  ["0/2000028", 1, "000000010000000000000002"],
  ["0/FF000000", 1, "0000000100000000000000FF"],
  ["1/0", 2, "000000020000000100000000"],
  ["2A/FFFFFFFF", 1, "000000010000002A000000FF"],
])("names the segment of a position: %s on timeline %i is in %s", (lsn, timeline, name) => {
  expect(segmentOf(lsn, { timeline, segmentBytes })).toBe(name);
});

const manifestOf = (finishedAt: string, startLsn = "0/2000028", stopLsn = "0/2000120") => ({
  format: 1 as const,
  version: "0.1.0",
  commit: null,
  platform: "linux-x64",
  postgresVersion: "18.4",
  systemIdentifier: "1",
  timeline: 1,
  segmentBytes,
  isArchived: true,
  startedAt: finishedAt,
  finishedAt,
  startLsn,
  stopLsn,
  clusterBytes: 1,
  files: {},
});

describe("chooseBackup", () => {
  const backups = ["2026-12-01T03:00:00.000Z", "2026-12-02T03:00:00.000Z"].map((finishedAt) => ({
    name: finishedAt,
    folder: finishedAt,
    manifest: manifestOf(finishedAt),
  }));

  it.each([
    [undefined, "2026-12-02T03:00:00.000Z"],
    ["2026-12-02T03:00:00.000Z", "2026-12-02T03:00:00.000Z"],
    ["2026-12-02T02:59:59.999Z", "2026-12-01T03:00:00.000Z"],
    ["2026-12-01T03:00:00.000Z", "2026-12-01T03:00:00.000Z"],
  ])("takes the newest that ended by a time: for %s, that of %s", (until, name) => {
    expect(chooseBackup(backups, until ? new Date(until) : undefined).name).toBe(name);
  });

  it("refuses a time before the first, and a folder without any", () => {
    expect(() => chooseBackup(backups, new Date("2026-12-01T02:59:59.999Z"))).toThrow(
      "ended at 2026-12-01T03:00",
    );
    expect(() => chooseBackup([])).toThrow("no complete backup");
  });
});

describe("a folder of backups", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "zonepost-folder-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const archive = (...numbers: number[]) => {
    for (const number of numbers) {
      writeFileSync(
        path.join(folder, `0000000100000000000000${number.toString(16).padStart(2, "0")}.gz`),
        "",
      );
    }
  };
  const lastDigits = (manifest: ReturnType<typeof manifestOf>) => {
    const { segments, missing } = segmentsAfter(folder, manifest);
    return [segments.map(({ name }) => Number.parseInt(name.slice(-2), 16)), missing?.slice(-2)];
  };

  it.each([
    ["the log from a backup's start", [1, 2, 3, 4], [[2, 3, 4], undefined]],
    ["the log after a backup, which has its own", [3, 4], [[3, 4], undefined]],
    ["no log", [], [[], undefined]],
    ["a gap with later segments", [2, 3, 5], [[2, 3], "04"]],
    ["only later segments", [9], [[], "03"]],
  ])("has %s: of %j, %j", (_, numbers, expected) => {
    archive(...numbers);
    expect(lastDigits(manifestOf("2026-12-01T03:00:00.000Z"))).toEqual(expected);
  });

  it("doesn't count what a killed run left, and refuses a manifest of a later version", () => {
    mkdirSync(path.join(folder, "backup-1.partial"));
    expect(listBackups(folder)).toEqual([]);
    const own = path.join(folder, "2026-12-01T03-00-00.000Z");
    mkdirSync(own);
    writeFileSync(path.join(own, "manifest.json"), JSON.stringify({ format: 2 }));
    expect(() => listBackups(folder)).toThrow("newer version of Zonepost");
  });
});
