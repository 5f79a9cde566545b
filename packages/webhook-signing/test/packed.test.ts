import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { describePackedPackage, eachRelease } from "../../../testing/packed-package.ts";
import { type Runtime, runtimeProgram } from "../../../testing/runtime-programs.ts";

const consumer = `
  import { sign, verify, WebhookVerificationError, type WebhookVerificationReason } from "@zonepost/webhook-signing";
  import { signSync, type SignInput } from "@zonepost/webhook-signing/node";
  export const signed: (input: SignInput) => Record<string, string> = signSync;
  const headers: Record<string, string> = await sign({
    secret: "", id: "", event: "", webhookId: "", attempt: 1, timestamp: 0, body: new Uint8Array(),
  });
  const incoming: Record<string, string | string[] | undefined> = headers;
  const text: string = (await verify({ headers: incoming, body: "" as string, secret: [""] })).body;
  const bytes: Uint8Array = (await verify({ headers, body: new Uint8Array(), secret: text, now: 0 })).body;
  export const reasonOf = (error: unknown): WebhookVerificationReason | undefined =>
    error instanceof WebhookVerificationError ? error.reason : undefined;
  // @ts-expect-error: a parsed body is a type error
  await verify({ headers, body: { id: "evt_1" }, secret: String(bytes) });`;

const body = `
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
const program = `import * as signing from "@zonepost/webhook-signing";${body}`;
const nodeProgram = `${program}
  const { signSync } = await import("@zonepost/webhook-signing/node");
  console.log(JSON.stringify(signSync(input)) === JSON.stringify(headers));`;
const printed = {
  exports: ["WebhookVerificationError", "generateSecret", "sign", "verify", "webhookVerificationReasons"],
  id: "evt_1",
  typed: true,
  reasons: ["no_matching_signature", "invalid_secret"],
};

const execute = promisify(execFile);

/** Runs the program under workerd, the runtime of Cloudflare Workers. It has no `node_modules`: each module is named. */
async function runInWorkerd(workerd: string, folder: string): Promise<string> {
  const dist = "node_modules/@zonepost/webhook-signing/dist";
  const compiled = (await readdir(join(folder, dist), { recursive: true })).filter((name) =>
    /\.js$/.test(name),
  );
  const modules = ["worker.js", ...compiled.map((name) => `${dist}/${name}`)];
  const embedded = modules.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(", ");
  const worker = `(modules = [${embedded}], compatibilityDate = "2026-01-01")`;
  await writeFile(
    join(folder, "worker.js"),
    `import * as signing from "./${dist}/index.js"; export default { async test() {${body}} };`,
  );
  await writeFile(
    join(folder, "worker.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (services = [(name = "main", worker = ${worker})]);`,
  );
  return (await execute(workerd, ["test", "worker.capnp"], { cwd: folder })).stdout;
}

/** `hasNodeCrypto`: has node:crypto, which the entry point `./node` needs. */
const runtimes: {
  runtime: Runtime;
  hasNodeCrypto: boolean;
  run: (program: string, folder: string) => Promise<string>;
}[] = [
  {
    runtime: "bun",
    hasNodeCrypto: true,
    run: async (bun, cwd) => (await execute(bun, ["program.js"], { cwd })).stdout,
  },
  {
    runtime: "deno",
    hasNodeCrypto: true,
    run: async (deno, cwd) => (await execute(deno, ["run", "--no-remote", "program.js"], { cwd })).stdout,
  },
  { runtime: "workerd", hasNodeCrypto: false, run: runInWorkerd },
];

/** What `nodeProgram` prints, or without `./node`, `program`. */
function expectPrinted(stdout: string, { hasNodeCrypto }: { hasNodeCrypto: boolean }): void {
  const [signed = "", isEqualWithoutPromise] = stdout.split("\n");
  expect(JSON.parse(signed)).toEqual(printed);
  expect(isEqualWithoutPromise).toBe(hasNodeCrypto ? "true" : "");
}

describePackedPackage({ name: "webhook-signing", imports: ["node:crypto"], consumer }, (get) => {
  it.each(eachRelease)("signs, verifies and rejects under Node $release", async ({ release }) => {
    const { stdout } = await get().run("program.js", nodeProgram, { release });
    expectPrinted(stdout, { hasNodeCrypto: true });
  });

  const programs = new Map<Runtime, ReturnType<typeof runtimeProgram>>();

  // Without waiting: they are large, and the tests above take a while.
  beforeAll(() => {
    for (const { runtime } of runtimes) {
      programs.set(runtime, runtimeProgram(runtime));
    }
  });

  it.for(runtimes)(
    "signs, verifies and rejects under $runtime",
    async ({ runtime, hasNodeCrypto, run }, context) => {
      const { program: installed, problem } = (await programs.get(runtime)) ?? {};
      if (installed === undefined) {
        return context.skip(problem);
      }
      await writeFile(join(get().projectFolder, "program.js"), nodeProgram);
      expectPrinted(await run(installed, get().projectFolder), { hasNodeCrypto });
    },
  );

  it.each(eachRelease)(
    "runs its README's first example as pasted under Node $release",
    async ({ release }) => {
      const { examples, run } = get();
      const [example = ""] = examples("js");
      const promised = /\/\/ prints: (.*)$/m.exec(example)?.[1];
      expect((await run("example.js", example, { release })).stdout).toBe(`${promised}\n`);
    },
  );

  it("only has examples in its README that parse", async () => {
    const { examples, run } = get();
    const blocks = examples("js");
    expect(blocks.length).toBeGreaterThan(4);
    for (const block of blocks) {
      await run("example.js", block, { nodeArgs: ["--check"] });
    }
  });

  it("stays within its size limit", async () => {
    const dist = join(get().installedFolder, "dist");
    const modules = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".js"));
    const code = await Promise.all(modules.map((name) => readFile(join(dist, name))));
    expect(gzipSync(Buffer.concat(code)).length).toBeLessThan(6 * 1024);
  });
});
