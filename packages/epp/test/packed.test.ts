import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEppPool } from "../src/client/pool.ts";
import { startSmallRegistry } from "./small-registry.ts";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const rootFolder = fileURLToPath(new URL("../../..", import.meta.url));
const nodes = distinctPrograms([
  ["the repository's Node", join(rootFolder, "node_modules/node/bin/node")],
  ["the Node that runs this test", process.execPath],
  ["the Node that runs npm", process.env.npm_node_execpath],
]);

let consumerFolder: string;
let installedFolder: string;

function distinctPrograms(named: [name: string, path: string | undefined][]): [name: string, path: string][] {
  const byPath = new Map<string, [string, string]>();
  for (const [name, path] of named) {
    if (path && !byPath.has(realpathSync(path))) {
      byPath.set(realpathSync(path), [name, path]);
    }
  }
  return [...byPath.values()];
}

describe("the packed package", () => {
  beforeAll(async () => {
    consumerFolder = await mkdtemp(join(tmpdir(), "epp-"));
    installedFolder = join(consumerFolder, "node_modules/@zonepost/epp");
    await mkdir(installedFolder, { recursive: true });
    await writeFile(join(consumerFolder, "package.json"), '{ "type": "module", "private": true }');
    const { packageManager } = JSON.parse(await readFile(join(rootFolder, "package.json"), "utf8"));
    await run("npx", ["--yes", packageManager, "pack", "--pack-destination", consumerFolder], {
      cwd: packageFolder,
    });
    const tarball = (await readdir(consumerFolder)).find((name) => name.endsWith(".tgz"));
    await run("tar", ["-xzf", String(tarball), "-C", installedFolder, "--strip-components", "1"], {
      cwd: consumerFolder,
    });
    const saxes = realpathSync(join(packageFolder, "node_modules/saxes"));
    await symlink(saxes, join(consumerFolder, "node_modules/saxes"));
  }, 60_000);

  afterAll(() => rm(consumerFolder, { recursive: true, force: true }));

  it("holds the compiled code, its types, its example and its papers, and nothing else", async () => {
    const files = (await readdir(installedFolder)).toSorted();
    expect(files).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "dist", "examples", "package.json"]);
    const list = async (folder: string) => await readdir(folder, { recursive: true });
    const sources = (await list(join(packageFolder, "src"))).filter((name) => /(?<!\.test)\.ts$/.test(name));
    const compiled = sources.flatMap((name) => [name.replace(/ts$/, "js"), name.replace(/ts$/, "d.ts")]);
    const packed = (await list(join(installedFolder, "dist"))).filter((name) => name.includes("."));
    expect(packed.toSorted()).toEqual(compiled.toSorted());
  });

  it("depends on its parser and on Node alone, at a version that is said", async () => {
    const manifest = JSON.parse(await readFile(join(installedFolder, "package.json"), "utf8"));
    expect(manifest.exports["."]).toEqual({ types: "./dist/index.d.ts", default: "./dist/index.js" });
    expect(manifest.dependencies).toEqual({ saxes: expect.stringMatching(/^[\^~]?\d/) });
    const dist = join(installedFolder, "dist");
    const modules = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".js"));
    const imported = new Set<string>();
    for (const name of modules) {
      const code = await readFile(join(dist, name), "utf8");
      for (const [, path = ""] of code.matchAll(/from "([^"]+)"/g)) {
        if (!path.startsWith(".")) {
          imported.add(path);
        }
      }
    }
    expect([...imported].toSorted()).toEqual(["node:crypto", "node:net", "node:tls", "saxes"]);
  });

  it.each(nodes)("talks to a registry under %s", async (_name, node) => {
    const registry = await startSmallRegistry();
    try {
      const { psk, identity } = registry.tls.pskCallback?.(null) ?? {};
      const program = `
        import { createEppPool, EppResultError } from "@zonepost/epp";
        const client = createEppPool({
          host: "127.0.0.1", port: ${registry.port}, clientId: "ClientX", password: "foo-BAR2", maxSessions: 2,
          tls: {
            ciphers: "${registry.tls.ciphers}", minVersion: "TLSv1.2", maxVersion: "TLSv1.2",
            pskCallback: () => ({
              psk: Buffer.from("${Buffer.from(psk as Uint8Array).toString("hex")}", "hex"),
              identity: "${identity}",
            }),
            checkServerIdentity: () => undefined,
          },
        });
        const checks = await Promise.all(["a.com", "b.com"].map((name) => client.domainCheck([name])));
        const refused = await client.domainInfo("a.com").catch((error) => error);
        const { open } = client.state();
        await client.close();
        console.log(JSON.stringify({
          available: checks.map(({ data }) => data.domains[0].available),
          typed: refused instanceof EppResultError,
          refused: refused.resultClass,
          open,
        }));`;
      const { stdout } = await run(node, ["--input-type=module", "--eval", program], { cwd: consumerFolder });
      expect(JSON.parse(stdout)).toEqual({
        available: [true, true],
        typed: true,
        refused: "object_does_not_exist",
        open: 2,
      });
    } finally {
      await registry.close();
    }
  });

  it("has an example that the repository's Node runs as it is, once it is copied out of node_modules", async () => {
    const [[, node] = ["", ""]] = nodes;
    await copyFile(join(installedFolder, "examples/domain-life.ts"), join(consumerFolder, "domain-life.ts"));
    const { port, close } = await startSmallRegistry();
    await close();
    const env = { ...process.env, EPP_HOST: "127.0.0.1", EPP_PORT: String(port), EPP_CLIENT_ID: "ClientX" };
    const ended = await run(node, ["domain-life.ts", "example.com"], {
      cwd: consumerFolder,
      env: { ...env, EPP_PASSWORD: "foo-BAR2" },
    }).catch((error: { stderr: string }) => error);
    expect(ended.stderr).toContain("EppConnectionError: no session with the server");
  });

  it("type-checks strictly for a consumer", async () => {
    const consumer = `
      import { createEppPool, type DomainTransferResult, type EppClient, isEppRefusal } from "@zonepost/epp";
      const client: EppClient = createEppPool({
        host: "", port: 700, clientId: "", password: "", maxSessions: 1,
      });
      const { data } = await client.domainTransferQuery("example.com");
      export const transfer: DomainTransferResult = data;
      export const codeOf = (error: unknown): number | undefined =>
        isEppRefusal(error, "pending_transfer") ? error.code : undefined;
      // @ts-expect-error: a query has a method of its own
      await client.domainTransfer("example.com", "query");`;
    await writeFile(join(consumerFolder, "consumer.ts"), consumer);
    const options = "--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022";
    const types = ["--typeRoots", join(rootFolder, "node_modules/@types"), "--types", "node"];
    const { stdout } = await run(
      join(rootFolder, "node_modules/.bin/tsc"),
      [...options.split(" "), ...types, "consumer.ts"],
      { cwd: consumerFolder },
    ).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  });

  it("names every method of the client in its README", async () => {
    const readme = await readFile(join(installedFolder, "README.md"), "utf8");
    const settings = { host: "", port: 700, clientId: "", password: "", maxSessions: 1 };
    const names = [...Object.keys(createEppPool(settings)), "createEppClient", "createEppPool"];
    expect(names.filter((name) => !readme.includes(`${name}(`) && !readme.includes(`\`${name}\``))).toEqual(
      [],
    );
  });
});
