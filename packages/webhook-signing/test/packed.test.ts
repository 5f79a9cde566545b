import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

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

async function javascriptBlocks(): Promise<string[]> {
  const readme = await readFile(join(installedFolder, "README.md"), "utf8");
  return [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => String(match[1]));
}

describe("the packed package", () => {
  beforeAll(async () => {
    consumerFolder = await mkdtemp(join(tmpdir(), "webhook-signing-"));
    installedFolder = join(consumerFolder, "node_modules/@zonepost/webhook-signing");
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
  }, 60_000);

  afterAll(() => rm(consumerFolder, { recursive: true, force: true }));

  it("holds the compiled code, its types and its papers, and nothing else", async () => {
    const files = (await readdir(installedFolder)).toSorted();
    expect(files).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "dist", "package.json"]);
    const sources = (await readdir(join(packageFolder, "src"))).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    const compiled = sources.flatMap((name) => [name.replace(/ts$/, "js"), name.replace(/ts$/, "d.ts")]);
    expect((await readdir(join(installedFolder, "dist"))).toSorted()).toEqual(compiled.toSorted());
  });

  it("points at the compiled code and depends on nothing", async () => {
    const manifest = JSON.parse(await readFile(join(installedFolder, "package.json"), "utf8"));
    expect(manifest.exports["."]).toEqual({ types: "./dist/index.d.ts", default: "./dist/index.js" });
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.peerDependencies).toBeUndefined();
    const modules = (await readdir(join(installedFolder, "dist"))).filter((name) => name.endsWith(".js"));
    for (const name of modules) {
      const code = await readFile(join(installedFolder, "dist", name), "utf8");
      const imported = [...code.matchAll(/from "([^"]+)"/g)].map((match) => String(match[1]));
      expect(imported.filter((path) => !path.startsWith("./"))).toEqual([]);
    }
  });

  it.each(nodes)("signs, verifies and refuses under %s", async (_name, node) => {
    const program = `
      import * as signing from "@zonepost/webhook-signing";
      const secret = signing.generateSecret();
      const timestamp = Math.floor(Date.now() / 1000);
      const input = { secret, id: "evt_1", event: "e", webhookId: "whe_1", attempt: 1, timestamp, body: "{}" };
      const headers = await signing.sign(input);
      const verified = await signing.verify({ headers: new Headers(headers), body: "{}", secret });
      const refused = await signing.verify({ headers, body: "{ }", secret }).catch((error) => error);
      const empty = await signing.verify({ headers, body: "{}", secret: "whsec_" }).catch((error) => error);
      console.log(JSON.stringify({
        exports: Object.keys(signing).sort(),
        id: verified.id,
        typed: refused instanceof signing.WebhookVerificationError,
        reasons: [refused.reason, empty.reason],
      }));`;
    const { stdout } = await run(node, ["--input-type=module", "--eval", program], { cwd: consumerFolder });
    expect(JSON.parse(stdout)).toEqual({
      exports: ["WebhookVerificationError", "generateSecret", "sign", "verify", "webhookVerificationReasons"],
      id: "evt_1",
      typed: true,
      reasons: ["no_matching_signature", "invalid_secret"],
    });
  });

  it.each(nodes)("runs the README's first example as pasted, under %s", async (_name, node) => {
    const [example] = await javascriptBlocks();
    const promised = /\/\/ prints: (.*)$/m.exec(String(example))?.[1];
    await writeFile(join(consumerFolder, "first-example.js"), String(example));
    const { stdout } = await run(node, ["first-example.js"], { cwd: consumerFolder });
    expect(stdout).toBe(`${promised}\n`);
  });

  it("has no example in its README that does not even parse", async () => {
    const blocks = await javascriptBlocks();
    expect(blocks.length).toBeGreaterThan(4);
    for (const [index, block] of blocks.entries()) {
      const file = join(consumerFolder, `example-${index}.mjs`);
      await writeFile(file, block);
      await run(process.execPath, ["--check", file]);
    }
  });

  it("type-checks strictly for a consumer who has neither DOM nor Node types", async () => {
    const consumer = `
      import { sign, verify, WebhookVerificationError, type WebhookVerificationReason } from "@zonepost/webhook-signing";
      const headers: Record<string, string> = await sign({
        secret: "", id: "", event: "", webhookId: "", attempt: 1, timestamp: 0, body: new Uint8Array(),
      });
      const incoming: Record<string, string | string[] | undefined> = headers;
      const text: string = (await verify({ headers: incoming, body: "" as string, secret: [""] })).body;
      const bytes: Uint8Array = (await verify({ headers, body: new Uint8Array(), secret: text, now: 0 })).body;
      export const reasonOf = (error: unknown): WebhookVerificationReason | undefined =>
        error instanceof WebhookVerificationError ? error.reason : undefined;
      // @ts-expect-error: a parsed body is refused before it runs
      await verify({ headers, body: { id: "evt_1" }, secret: String(bytes) });`;
    await writeFile(join(consumerFolder, "consumer.ts"), consumer);
    const options = "--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022";
    const { stdout } = await run(
      join(rootFolder, "node_modules/.bin/tsc"),
      [...options.split(" "), "--lib", "es2022", "--types", "", "consumer.ts"],
      { cwd: consumerFolder },
    ).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  });
});
