import { existsSync, readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { generateSecret, sign, verify, WebhookVerificationError } from "../src/index.ts";

type Vectors = {
  sign: {
    name: string;
    secret: string;
    id: string;
    timestamp: number;
    body?: string;
    bodyGenerator?: string;
    signature: string;
  }[];
  verify: {
    name: string;
    secret: string;
    body: string;
    now: number;
    headers: Record<string, string>;
    expect: "ok" | "fail";
  }[];
  secretCases: { secret: string | null; expect: "ok" | "error" }[];
};

const vectorsFile = new URL("../../../../shared/data/standard-webhooks/vectors.json", import.meta.url);
const present = existsSync(vectorsFile);

function readVectors(): Vectors {
  return JSON.parse(readFileSync(vectorsFile, "utf8"));
}

describe("the standardwebhooks library", () => {
  it("creates signatures that verify accepts", async () => {
    const secret = generateSecret();
    const timestamp = Math.floor(Date.now() / 1000);
    const body = '{"type":"payment.received","data":{"note":"größer"}}';
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(timestamp),
      "webhook-signature": new Webhook(secret).sign("msg_1", new Date(timestamp * 1000), body),
    };
    expect(await verify({ headers, body, secret })).toMatchObject({ id: "msg_1", timestamp, body });
  });

  it("accepts what sign creates, and rejects it with a changed body or another secret", async () => {
    const secret = generateSecret();
    const body = '{"type":"payment.received"}';
    const headers = await sign({
      secret,
      id: "evt_1",
      event: "payment.received",
      webhookId: "whe_1",
      attempt: 1,
      timestamp: Math.floor(Date.now() / 1000),
      body,
    });
    expect(new Webhook(secret).verify(body, headers)).toEqual({ type: "payment.received" });
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(generateSecret()).verify(body, headers)).toThrow();
  });
});

describe("the published Standard Webhooks vectors", () => {
  it.skipIf(!present)("result in the published signatures", async () => {
    const vectors = readVectors().sign;
    expect(vectors.length).toBeGreaterThan(0);
    for (const { name, secret, id, timestamp, signature, ...row } of vectors) {
      const repeat = /^'(.)'\.repeat\((\d+)\)$/.exec(row.bodyGenerator ?? "");
      const body = row.body ?? String(repeat?.[1]).repeat(Number(repeat?.[2]));
      const headers = await sign({ secret, id, timestamp, body, event: "e", webhookId: "w", attempt: 1 });
      expect(headers["webhook-signature"], name).toBe(signature);
    }
  });

  it.skipIf(!present)("have the published results in verify", async () => {
    const vectors = readVectors().verify;
    expect(vectors.length).toBeGreaterThan(0);
    for (const { name, expect: outcome, ...input } of vectors) {
      const verifying = verify(input);
      if (outcome === "ok") {
        expect((await verifying).id, name).toBe(input.headers["webhook-id"]);
      } else {
        await expect(verifying, name).rejects.toBeInstanceOf(WebhookVerificationError);
      }
    }
  });

  it.skipIf(!present)("have the published results for secrets, in sign and in verify", async () => {
    const vectors = readVectors();
    const valid = vectors.verify.find((row) => row.expect === "ok");
    expect(valid).toBeDefined();
    for (const row of vectors.secretCases) {
      const secret = row.secret as string;
      const input = { secret, id: "e", event: "e", webhookId: "w", attempt: 1, timestamp: 0, body: "" };
      const signing = sign(input);
      const verifying = verify({ ...(valid as NonNullable<typeof valid>), secret });
      if (row.expect === "ok") {
        expect(await signing).toHaveProperty("webhook-signature");
        expect(await verifying).toHaveProperty("body");
      } else {
        await expect(signing).rejects.toBeInstanceOf(TypeError);
        await expect(verifying).rejects.toMatchObject({ reason: "invalid_secret" });
      }
    }
  });
});
