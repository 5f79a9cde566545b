import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const rootFolder = fileURLToPath(new URL("../../..", import.meta.url));

describe("the packed package", () => {
  let consumerFolder: string;
  let installedFolder: string;

  beforeAll(async () => {
    consumerFolder = await mkdtemp(join(tmpdir(), "zonepost-schema-"));
    installedFolder = join(consumerFolder, "node_modules/@zonepost/schema");
    await mkdir(installedFolder, { recursive: true });
    await writeFile(join(consumerFolder, "package.json"), '{ "type": "module", "private": true }');
    await symlink(join(packageFolder, "node_modules/zod"), join(consumerFolder, "node_modules/zod"));
    const { packageManager } = JSON.parse(await readFile(join(rootFolder, "package.json"), "utf8"));
    await run("npx", ["--yes", packageManager, "pack", "--pack-destination", consumerFolder], {
      cwd: packageFolder,
    });
    const tarball = (await readdir(consumerFolder)).find((name) => name.endsWith(".tgz"));
    await run("tar", ["-xzf", String(tarball), "-C", installedFolder, "--strip-components", "1"], {
      cwd: consumerFolder,
    });
  }, 60_000);

  afterAll(() => rm(consumerFolder, { recursive: true, force: true }));

  it("runs the examples of its README as they are pasted", async () => {
    const readme = await readFile(join(installedFolder, "README.md"), "utf8");
    const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => String(match[1]));
    const printed: string[] = [];
    for (const example of examples) {
      await writeFile(join(consumerFolder, "example.js"), example);
      printed.push((await run(process.execPath, ["example.js"], { cwd: consumerFolder })).stdout);
    }
    expect(printed[0]).toBe("example.com 55648\n");
    expect(printed[1]).toContain("keyTag must be 0 to 65535");
    expect(printed[2]).toContain("B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17");
  });

  it("needs zod and nothing else", async () => {
    const compiled = (await readdir(join(installedFolder, "dist"))).filter((name) => name.endsWith(".js"));
    const imported = new Set<string>();
    for (const name of compiled) {
      for (const [, target] of (await readFile(join(installedFolder, "dist", name), "utf8")).matchAll(
        /from "([^"]+)"/g,
      )) {
        if (target && !target.startsWith("./")) {
          imported.add(target);
        }
      }
    }
    expect([...imported]).toEqual(["zod"]);
  });
});
