import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { eventCatalog, eventTypes } from "@zonepost/schema";
import { generateSecret, sign } from "@zonepost/webhook-signing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("../receiver.ts", import.meta.url));
const secret = generateSecret();
const idEnd = "01k3v2m8q4f7x9b0c1d2e3f4g5";

let receiver: ChildProcess;
let url: string;
const lines: string[] = [];
const waiting = new Set<() => void>();

function line(wanted: string): Promise<string> {
  return new Promise((resolve) => {
    const look = () => {
      const found = lines.find((text) => text.includes(wanted));
      if (found === undefined) {
        return;
      }
      waiting.delete(look);
      resolve(found);
    };
    waiting.add(look);
    look();
  });
}

function listen(stream: NodeJS.ReadableStream | null): void {
  if (!stream) {
    throw new Error("no stream");
  }
  createInterface({ input: stream }).on("line", (text) => {
    lines.push(text);
    for (const look of [...waiting]) {
      look();
    }
  });
}

function bodyOf(type: string, id: string, data: unknown): string {
  return JSON.stringify({
    id,
    type,
    createdAt: "2026-03-01T09:30:00.000Z",
    workspaceId: `wsp_${idEnd}`,
    data,
  });
}

async function deliver(
  body: string,
  change: { signedBody?: string; secret?: string; secondsAgo?: number } = {},
): Promise<{ status: number; text: string }> {
  const { id, type } = JSON.parse(body);
  const headers = await sign({
    secret: change.secret ?? secret,
    id,
    event: type,
    webhookId: `whe_${idEnd}`,
    attempt: 1,
    timestamp: Math.floor(Date.now() / 1000) - (change.secondsAgo ?? 0),
    body: change.signedBody ?? body,
  });
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  return { status: response.status, text: await response.text() };
}

describe("the example receiver", () => {
  beforeAll(async () => {
    receiver = spawn(process.execPath, [program], {
      env: { ...process.env, PORT: "0", WEBHOOK_SECRET: secret },
      stdio: ["ignore", "pipe", "pipe"],
    });
    listen(receiver.stdout);
    listen(receiver.stderr);
    url = (await line("Listening on")).replace("Listening on ", "");
  });

  afterAll(async () => {
    receiver.kill();
    await once(receiver, "exit");
  });

  it("answers 204 to each event of the catalog and prints it on one line", async () => {
    for (const [index, type] of eventTypes.entries()) {
      const id = `evt_01k3v2m8q4f7x9b0c1d2e3f${String(index).padStart(3, "0")}`;
      const data = eventCatalog[type].example;
      expect(await deliver(bodyOf(type, id, data))).toEqual({ status: 204, text: "" });
      const mainWord = "name" in data ? data.name : data.paymentId;
      expect(await line(id)).toMatch(new RegExp(`^${type} ${id} ${mainWord}`));
    }
  });

  it("answers 204 to an event that comes again, and prints it as an event only once", async () => {
    const id = "evt_01k3v2m8q4f7x9b0c1d2e3fdbb";
    const body = bodyOf("domain.registered", id, eventCatalog["domain.registered"].example);
    expect((await deliver(body)).status).toBe(204);
    expect((await deliver(body)).status).toBe(204);
    await line(`duplicate ignored: ${id}`);
    expect(lines.filter((text) => text.startsWith(`domain.registered ${id}`))).toHaveLength(1);
  });

  it("answers 400 with the reason to what was changed, signed by another, stale or unsigned", async () => {
    const id = "evt_01k3v2m8q4f7x9b0c1d2e3fbad";
    const body = bodyOf("domain.registered", id, eventCatalog["domain.registered"].example);
    const changed = body.replace("example.com", "example.net");
    expect(await deliver(changed, { signedBody: body })).toEqual({
      status: 400,
      text: "no_matching_signature",
    });
    expect(await deliver(body, { secret: generateSecret() })).toEqual({
      status: 400,
      text: "no_matching_signature",
    });
    expect(await deliver(body, { secondsAgo: 400 })).toEqual({
      status: 400,
      text: "timestamp_out_of_tolerance",
    });
    const unsigned = await fetch(url, { method: "POST", body });
    expect([unsigned.status, await unsigned.text()]).toEqual([400, "missing_headers"]);
    await line("refused: needs X-Service-Timestamp");
    expect(lines.filter((text) => text.includes(id))).toEqual([]);
  });

  it("accepts a signed event of a type that it does not know yet, and lives on", async () => {
    const id = "evt_01k3v2m8q4f7x9b0c1d2e3fnew";
    expect((await deliver(bodyOf("domain.moved", id, {}))).status).toBe(204);
    await line("accepted, but Unknown event type: domain.moved");
  });

  it("refuses a body beyond its limit, and lives on", async () => {
    const id = "evt_01k3v2m8q4f7x9b0c1d2e3fbrg";
    const body = bodyOf("domain.registered", id, { filler: "x".repeat(2_000_000) });
    expect(await deliver(body)).toEqual({ status: 400, text: "unreadable" });
    const small = bodyOf("domain.expired", id, eventCatalog["domain.expired"].example);
    expect((await deliver(small)).status).toBe(204);
    await line(`domain.expired ${id}`);
  });

  it("answers 500 if its own secret is malformed", async () => {
    const child = spawn(process.execPath, [program, "whsec_cut"], {
      env: { ...process.env, PORT: "0", WEBHOOK_SECRET: undefined },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    for await (const text of child.stdout) {
      printed += text;
      const own = /Listening on (\S+)/.exec(printed)?.[1];
      if (own) {
        const response = await fetch(own, { method: "POST", body: "{}" });
        expect([response.status, await response.text()]).toEqual([500, "invalid_secret"]);
        break;
      }
    }
    child.kill();
  });

  it("says what to do, and leaves with 1, when it is started without a secret", async () => {
    const { WEBHOOK_SECRET: _unset, ...env } = process.env;
    const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "ignore", "pipe"] });
    let printed = "";
    child.stderr.on("data", (chunk) => {
      printed += chunk;
    });
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    expect(printed).toContain("npm run example:receiver -- whsec_");
  });
});
