import { describe, expect, it } from "vitest";
import { findServerMistake, type ServerFacts } from "./server-mistake.ts";

const current: ServerFacts = { version: "18.0", versionNumber: 180_000, isPooled: false };
const databaseUrl = { setting: "DATABASE_URL", mayBePooled: false } as const;

describe("the version of a database server", () => {
  it.each([
    ["9.6.24", 90_624],
    ["15.18 (Debian 15.18-0+deb12u1)", 150_018],
    ["17.9", 170_009],
    ["17.99", 179_999],
  ])("is refused by name before 18: %s", (version, versionNumber) => {
    expect(findServerMistake({ ...current, version, versionNumber }, databaseUrl)).toBe(
      `DATABASE_URL: the server is PostgreSQL ${version}, but Zonepost needs PostgreSQL 18 or later. Nothing was changed.`,
    );
  });

  it.each([180_000, 180_004, 190_001, 200_000])("is accepted from 18 on: %d", (versionNumber) => {
    expect(findServerMistake({ ...current, versionNumber }, databaseUrl)).toBeUndefined();
  });

  it("is refused behind a pooler too", () => {
    const server = { ...current, versionNumber: 170_004, isPooled: true };
    expect(findServerMistake(server, { setting: "DATABASE_URL", mayBePooled: true })).toContain(
      "PostgreSQL 18",
    );
  });
});

describe("a pooler", () => {
  const pooled = { ...current, isPooled: true };

  it("is accepted where the direct address is set too", () => {
    expect(findServerMistake(pooled, { setting: "DATABASE_URL", mayBePooled: true })).toBeUndefined();
  });

  it.each([
    ["DATABASE_URL", "set DATABASE_DIRECT_URL to the address of PostgreSQL itself"],
    ["DATABASE_DIRECT_URL", "set it to the address of PostgreSQL itself"],
  ] as const)("is refused in one line at the only address of %s", (setting, says) => {
    const mistake = findServerMistake(pooled, { setting, mayBePooled: false });
    expect(mistake).toContain(`${setting}: leads to a connection pooler; ${says}`);
    expect(mistake).not.toContain("\n");
  });
});
