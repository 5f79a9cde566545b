import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { generateSecret, sign } from "@zonepost/webhook-signing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const secret = generateSecret();
const folder = fileURLToPath(new URL("..", import.meta.url));
const next = fileURLToPath(new URL("../node_modules/next/dist/bin/next", import.meta.url));

const recipes = [
  { name: "Express", args: ["express.ts"] },
  { name: "Hono", args: ["hono.ts"] },
  { name: "Next.js", args: [next, "dev", "next", "--port", "0", "--hostname", "127.0.0.1"] },
];

type Running = { child: ChildProcess; output: () => string; url: string };
const running = new Map<string, Running>();

async function start(args: string[]): Promise<Running> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, PORT: "0", WEBHOOK_SECRET: secret, NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  const origin = await vi.waitFor(
    () => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (found === undefined) {
        throw new Error(`not listening: ${output}`);
      }
      return found;
    },
    { timeout: 60_000 },
  );
  return { child, output: () => output, url: `${origin}/webhooks` };
}

type Delivery = { id: string; sentBody?: string; secondsAgo?: number };

async function deliver({ url }: Running, { id, sentBody, secondsAgo = 0 }: Delivery) {
  const body = JSON.stringify({ id, type: "domain.registered", data: { name: "zürich.example" } });
  const headers = await sign({
    secret,
    id,
    event: "domain.registered",
    webhookId: "whe_1",
    attempt: 1,
    timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
    body,
  });
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: sentBody ?? body,
  });
  return { status: response.status, text: await response.text() };
}

describe("the recipe for", () => {
  beforeAll(async () => {
    await Promise.all(recipes.map(async ({ name, args }) => running.set(name, await start(args))));
  }, 90_000);

  afterAll(async () => {
    for (const { child } of running.values()) {
      const exit = once(child, "exit");
      child.kill();
      await exit;
    }
  });

  it.each(recipes)("$name accepts a signed delivery, and stores a repeated one once", async ({ name }) => {
    const recipe = running.get(name) as Running;
    expect(await deliver(recipe, { id: "evt_good" })).toEqual({ status: 204, text: "" });
    expect(await deliver(recipe, { id: "evt_good" })).toEqual({ status: 204, text: "" });
    await expect.poll(recipe.output).toContain("repeated: evt_good");
    expect(recipe.output().split("domain.registered evt_good")).toHaveLength(2);
  });

  it.each(recipes)("$name rejects a tampered, an old and an unsigned delivery", async ({ name }) => {
    const recipe = running.get(name) as Running;
    const tampered = { id: "evt_tampered", sentBody: '{"id":"evt_forged","type":"domain.deleted"}' };
    expect(await deliver(recipe, tampered)).toEqual({ status: 400, text: "no_matching_signature" });
    expect(await deliver(recipe, { id: "evt_old", secondsAgo: 400 })).toEqual({
      status: 400,
      text: "timestamp_out_of_tolerance",
    });
    const unsigned = await fetch(recipe.url, { method: "POST", body: "{}" });
    expect([unsigned.status, await unsigned.text()]).toEqual([400, "missing_headers"]);
    expect(recipe.output()).not.toMatch(/evt_(?:tampered|forged|old)/);
  });
});
