import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../project.mjs";
import { ReleaseError, release } from "../release/release.mjs";

/** A repository with what a release reads. */
function makeRepository(changelog = "# Changelog\n\n## Unreleased\n\n- Backups.\n") {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "zonepost-release-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const meta = path.join(folder, "packages/db/migrations/meta");
  fs.mkdirSync(meta, { recursive: true });
  const tables = { "public.notes": { name: "notes", columns: { author: { name: "author_id" } } } };
  fs.writeFileSync(path.join(meta, "0000_snapshot.json"), JSON.stringify({ tables }));
  fs.writeFileSync(path.join(folder, "package.json"), '{\n  "version": "0.1.0"\n}\n');
  fs.writeFileSync(path.join(folder, "CHANGELOG.md"), changelog);
  const git = (...args) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  git("init", "--quiet");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");
  return { folder, git, read: (name) => fs.readFileSync(path.join(folder, name), "utf8") };
}

it("commits and tags the first release under the present version, and the next under a newer one", () => {
  const { folder, git, read } = makeRepository();
  release(folder, "0.1.0", "2026-12-01");
  expect(read("CHANGELOG.md")).toBe("# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-12-01)\n\n- Backups.\n");
  expect(JSON.parse(read("packages/db/released-columns.json"))).toEqual({
    version: "0.1.0",
    columns: { notes: ["author_id"] },
  });
  expect(git("log", "-1", "--format=%s")).toBe("release: 0.1.0");

  fs.writeFileSync(
    path.join(folder, "CHANGELOG.md"),
    read("CHANGELOG.md").replace("## Unreleased\n", "## Unreleased\n\n- Metrics.\n"),
  );
  git("commit", "--quiet", "--all", "--message", "metrics");
  release(folder, "0.2.0", "2027-01-01");
  expect(JSON.parse(read("package.json")).version).toBe("0.2.0");
  expect(read("CHANGELOG.md")).toContain(
    "## 0.2.0 (2027-01-01)\n\n- Metrics.\n\n## 0.1.0 (2026-12-01)\n\n- Backups.",
  );
  expect(git("tag")).toBe("v0.1.0\nv0.2.0");
  expect(git("status", "--porcelain")).toBe("");
});

it("leaves files that the check of the format accepts", () => {
  const { folder, git } = makeRepository();
  const columns = Array.from({ length: 30 }, (_, at) => [`column_${at}`, { name: `column_${at}` }]);
  const tables = { "public.short": { name: "short", columns: { id: { name: "id" } } } };
  Object.assign(tables, { "public.long": { name: "long", columns: Object.fromEntries(columns) } });
  fs.writeFileSync(
    path.join(folder, "packages/db/migrations/meta/0000_snapshot.json"),
    JSON.stringify({ tables }),
  );
  fs.copyFileSync(path.join(root, "biome.json"), path.join(folder, "biome.json"));
  fs.writeFileSync(path.join(folder, ".gitignore"), "");
  git("add", "--all");
  git("commit", "--quiet", "--message", "second");
  release(folder, "0.1.0", "2026-12-01");
  const check = spawnSync(path.join(root, "node_modules/.bin/biome"), ["check", "packages", "package.json"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(check).toMatchObject({ status: 0 });
});

it.each([
  ["no version", undefined, undefined, "Usage"],
  ["something else", "latest", undefined, "Usage"],
  ["an older version", "0.0.9", undefined, "isn't newer than 0.1.0"],
  [
    "the released version",
    "0.1.0",
    "## Unreleased\n\n- More.\n\n## 0.1.0 (2026-12-01)\n",
    "isn't newer than 0.1.0",
  ],
  ["no changes", "0.2.0", "## Unreleased\n\n## 0.1.0 (2026-12-01)\n\n- Backups.\n", "nothing below"],
])("refuses %s, and changes nothing", (_name, version, changelog, message) => {
  const { folder, git } = makeRepository(changelog);
  expect(() => release(folder, version, "2026-12-01")).toThrow(ReleaseError);
  expect(() => release(folder, version, "2026-12-01")).toThrow(message);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("log", "--format=%s")).toBe("first");
});

it("refuses a tree with changes", () => {
  const { folder, git } = makeRepository();
  fs.writeFileSync(path.join(folder, "note"), "");
  expect(() => release(folder, "0.1.0", "2026-12-01")).toThrow("not committed");
  expect(git("tag")).toBe("");
});
