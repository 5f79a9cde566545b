import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { generateSecret } from "./generate-secret.ts";
import { signSync } from "./node.ts";
import { sign } from "./sign.ts";
import type { SignInput } from "./sign-input.ts";
import { verify } from "./verify.ts";

const input: SignInput = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "evt_01jd3q8h5cfx6t1m9r7v2k4w8y",
  event: "domain.dnssec_enabled",
  webhookId: "whe_01jd3q8h5cfx6t1m9r7v2k4w8z",
  attempt: 2,
  timestamp: 1_763_715_600,
  body: '{"id":"evt_01jd3q8h5cfx6t1m9r7v2k4w8y","data":{"name":"zürich.example"}}',
};

function serviceSignature(secret: string, timestamp: number, body: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;
}

describe("sign", () => {
  it("returns exactly the contract's five headers and Standard Webhooks' three", async () => {
    const headers = await sign(input);
    expect(headers).toEqual({
      "X-Service-Event": "domain.dnssec_enabled",
      "X-Service-Signature": serviceSignature(input.secret, input.timestamp, input.body as string),
      "X-Service-Timestamp": "1763715600",
      "X-Service-Webhook-Id": "whe_01jd3q8h5cfx6t1m9r7v2k4w8z",
      "X-Service-Attempt": "2",
      "webhook-id": "evt_01jd3q8h5cfx6t1m9r7v2k4w8y",
      "webhook-timestamp": "1763715600",
      "webhook-signature": new Webhook(input.secret).sign(
        input.id,
        new Date(input.timestamp * 1000),
        input.body as string,
      ),
    });
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
  });

  it("keys X-Service-Signature with the whole secret as shown, including whsec_", async () => {
    const headers = await sign(input);
    const withoutPrefix = input.secret.slice("whsec_".length);
    expect(headers["X-Service-Signature"]).not.toBe(
      serviceSignature(withoutPrefix, input.timestamp, input.body as string),
    );
  });

  it("signs bytes that are not UTF-8 unchanged", async () => {
    const body = new Uint8Array([0xff, 0x00, 0xfe, 0x80, 0x0a]);
    const headers = await sign({ ...input, body });
    expect(headers["X-Service-Signature"]).toBe(serviceSignature(input.secret, input.timestamp, body));
  });

  it("signs only a view's own bytes of a larger buffer", async () => {
    const pool = new TextEncoder().encode(`before${input.body}after`);
    const length = new TextEncoder().encode(input.body as string).byteLength;
    const view = pool.subarray("before".length, "before".length + length);
    expect(await sign({ ...input, body: view })).toEqual(await sign(input));
    expect(await sign({ ...input, body: view.slice().buffer })).toEqual(await sign(input));
  });

  it("signs an empty body and a timestamp of 0", async () => {
    const headers = await sign({ ...input, body: "", timestamp: 0 });
    expect(headers["X-Service-Signature"]).toBe(serviceSignature(input.secret, 0, ""));
    expect(headers["X-Service-Timestamp"]).toBe("0");
  });

  it("signs with the current and the next secret during a rotation, so that either verifies", async () => {
    const nextSecret = generateSecret();
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = await sign({ ...input, nextSecret, timestamp });
    const alone = await sign({ ...input, timestamp });
    const next = await sign({ ...input, secret: nextSecret, timestamp });
    expect(headers).toEqual({
      ...alone,
      "webhook-signature": `${alone["webhook-signature"]} ${next["webhook-signature"]}`,
    });
    for (const secret of [input.secret, nextSecret]) {
      const verified = await verify({ headers, body: input.body as string, secret });
      expect(verified.id).toBe(input.id);
      expect(new Webhook(secret).verify(input.body as string, headers)).toBeDefined();
    }
  });

  it.each<[string, Partial<SignInput>]>([
    ["text", {}],
    ["text outside ASCII, and half of a surrogate pair", { body: "ä\u{1f4e8}\ud83d" }],
    ["bytes that are not UTF-8", { body: new Uint8Array([0xff, 0x00, 0xfe]) }],
    ["a buffer", { body: new Uint8Array([1, 2, 3]).buffer }],
    ["nothing", { body: "", timestamp: 0 }],
    ["a secret without its prefix", { secret: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }],
    ["two secrets", { nextSecret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" }],
  ])("has the same result in signSync: %s", async (_, change) => {
    const signing = { ...input, ...change };
    expect(signSync(signing)).toEqual(await sign(signing));
  });

  it("creates signatures that the standardwebhooks library accepts", async () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const secret = generateSecret();
    const headers = await sign({ ...input, secret, timestamp });
    expect(new Webhook(secret).verify(input.body as string, headers)).toEqual(
      JSON.parse(input.body as string),
    );
  });

  it.each([
    ["an empty secret", { secret: "" }, "secret is empty"],
    ["a secret that is only the prefix", { secret: "whsec_" }, "secret has 0 bytes, but needs at least 24"],
    ["a secret of 23 bytes", { secret: `whsec_${btoa("x".repeat(23))}` }, "secret has 23 bytes"],
    ["a secret with a line break", { secret: `${input.secret}\n` }, "secret is not whsec_ and padded base64"],
    ["a next secret that is too short", { nextSecret: "whsec_" }, "nextSecret has 0 bytes, but needs"],
    ["a missing secret", { secret: undefined }, "secret must be a string"],
    ["an empty id", { id: "" }, "id must be"],
    ["an id with a dot", { id: "evt_1.2" }, "id must be"],
    ["an id with a line break", { id: "evt_1\r\nX-Injected: 1" }, "id must be"],
    ["an event with a space", { event: "domain registered" }, "event must be"],
    ["a webhookId outside ASCII", { webhookId: "whé" }, "webhookId must be"],
    ["attempt 0", { attempt: 0 }, "attempt must be a whole number of at least 1"],
    [
      "a timestamp in fractions of a second",
      { timestamp: 1.5 },
      "timestamp must be a whole number of at least 0",
    ],
    ["a negative timestamp", { timestamp: -1 }, "timestamp must be"],
    ["a timestamp that is not a number", { timestamp: Number.NaN }, "timestamp must be"],
    ["a body that is an object", { body: { id: "evt_1" } }, "body must be a string or bytes"],
  ])("rejects %s with a TypeError that names the field", async (_case, change, message) => {
    const signing = sign({ ...input, ...change } as SignInput);
    await expect(signing).rejects.toBeInstanceOf(TypeError);
    await expect(signing).rejects.toThrow(message);
    expect(() => signSync({ ...input, ...change } as SignInput)).toThrow(
      new TypeError(await signing.catch(({ message: text }) => text)),
    );
  });
});

describe("generateSecret", () => {
  it("creates whsec_ and the base64 of 32 bytes, different each time", () => {
    const secret = generateSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
    expect(generateSecret()).not.toBe(secret);
  });
});
