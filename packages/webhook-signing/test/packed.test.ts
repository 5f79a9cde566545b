import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { describePackedPackage, eachRelease } from "../../../testing/packed-package.ts";

const consumer = `
  import { diagnose, type Diagnosis, type DiagnosisReason } from "@zonepost/webhook-signing";
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
  const { isAccepted, findings }: Diagnosis = await diagnose({ headers: "", body: "", secret: [""], computed: "" });
  export const reason: DiagnosisReason | undefined = isAccepted ? "valid" : findings[0]?.reason;
  // @ts-expect-error: a parsed body is a type error
  await verify({ headers, body: { id: "evt_1" }, secret: String(bytes) });`;

const program = `
  import * as signing from "@zonepost/webhook-signing";
  const secret = signing.generateSecret();
  const timestamp = Math.floor(Date.now() / 1000);
  const input = { secret, id: "evt_1", event: "e", webhookId: "whe_1", attempt: 1, timestamp, body: "{}" };
  const headers = await signing.sign(input);
  const { signSync } = await import("@zonepost/webhook-signing/node");
  const verified = await signing.verify({ headers: new Headers(headers), body: "{}", secret });
  const refused = await signing.verify({ headers, body: "{ }", secret }).catch((error) => error);
  const empty = await signing.verify({ headers, body: "{}", secret: "whsec_" }).catch((error) => error);
  console.log(JSON.stringify({
    exports: Object.keys(signing).sort(),
    id: verified.id,
    sync: JSON.stringify(signSync(input)) === JSON.stringify(headers),
    cause: (await signing.diagnose({ headers, body: "{ }", secret })).findings[0].reason,
    typed: refused instanceof signing.WebhookVerificationError,
    reasons: [refused.reason, empty.reason],
  }));`;

describePackedPackage({ name: "webhook-signing", imports: ["node:crypto"], consumer }, (get) => {
  it.each(eachRelease)("signs, verifies and rejects under Node $release", async ({ release }) => {
    const { stdout } = await get().run("program.js", program, { release });
    expect(JSON.parse(stdout)).toEqual({
      exports: [
        ...["WebhookVerificationError", "diagnose", "diagnosisReasons", "generateSecret", "sign", "verify"],
        "webhookVerificationReasons",
      ],
      id: "evt_1",
      sync: true,
      cause: "body_reserialized",
      typed: true,
      reasons: ["no_matching_signature", "invalid_secret"],
    });
  });

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

  it.each([
    {
      part: "to sign and verify",
      limitBytes: 6 * 1024,
      isPart: (name: string) => !name.startsWith("diagnose"),
    },
    { part: "with the diagnosis", limitBytes: 24 * 1024, isPart: () => true },
  ])("stays within its size limit $part", async ({ limitBytes, isPart }) => {
    const dist = join(get().installedFolder, "dist");
    const modules = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".js"));
    const code = await Promise.all(modules.filter(isPart).map((name) => readFile(join(dist, name))));
    expect(gzipSync(Buffer.concat(code)).length).toBeLessThan(limitBytes);
  });
});
