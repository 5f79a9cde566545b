import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  WebhookVerificationError,
  type WebhookVerificationReason,
  webhookVerificationReasons,
} from "./errors.ts";
import { generateSecret } from "./generate-secret.ts";
import { sign } from "./sign.ts";
import type { SignedHeaders, SignInput } from "./sign-input.ts";
import { type VerifyInput, verify } from "./verify.ts";

const now = 1_763_715_600;
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const otherSecret = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH";
const body = '{"id":"evt_1","type":"domain.registered","data":{"name":"zürich.example"}}';
const input: SignInput = {
  secret,
  id: "evt_1",
  event: "domain.registered",
  webhookId: "whe_1",
  attempt: 3,
  timestamp: now,
  body,
};
const verified = {
  id: "evt_1",
  event: "domain.registered",
  webhookId: "whe_1",
  attempt: 3,
  timestamp: now,
  body,
};

type HeaderRecord = Record<string, string | string[] | undefined>;

function only(headers: SignedHeaders, prefix: "X-Service-" | "webhook-"): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(prefix)));
}

function without(headers: HeaderRecord, ...names: string[]): HeaderRecord {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

async function reasonOf(verifying: Promise<unknown>): Promise<WebhookVerificationReason> {
  const error = await verifying.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return (error as WebhookVerificationError).reason;
}

describe("verify", () => {
  it("resolves to the signed fields", async () => {
    const headers = await sign(input);
    expect(await verify({ headers, body, secret, now })).toEqual(verified);
  });

  it("accepts an X-Service-Signature computed independently, and only by its formula", async () => {
    const hmac = (key: string | Buffer, content: string) =>
      `sha256=${createHmac("sha256", key).update(content).digest("hex")}`;
    const headers = (signature: string) => ({
      "X-Service-Timestamp": String(now),
      "X-Service-Signature": signature,
    });
    const result = await verify({ headers: headers(hmac(secret, `${now}.${body}`)), body, secret, now });
    expect(result).toEqual({
      id: undefined,
      event: undefined,
      webhookId: undefined,
      attempt: undefined,
      timestamp: now,
      body,
    });
    const decodedKey = Buffer.from(secret.slice("whsec_".length), "base64");
    const wrongRecipes = [
      hmac(decodedKey, `${now}.${body}`),
      hmac(secret, body),
      hmac(secret, `${now}${body}`),
    ];
    for (const signature of wrongRecipes) {
      expect(await reasonOf(verify({ headers: headers(signature), body, secret, now }))).toBe(
        "no_matching_signature",
      );
    }
  });

  it("accepts only the contract's five headers, without authenticating an id", async () => {
    const headers = only(await sign(input), "X-Service-");
    expect(await verify({ headers, body, secret, now })).toEqual({ ...verified, id: undefined });
  });

  it("accepts only Standard Webhooks' three headers", async () => {
    const headers = only(await sign(input), "webhook-");
    expect(await verify({ headers, body, secret, now })).toEqual({
      id: "evt_1",
      event: undefined,
      webhookId: undefined,
      attempt: undefined,
      timestamp: now,
      body,
    });
  });

  it("accepts a delivery if only one scheme matches", async () => {
    const headers = await sign(input);
    const foreign = await sign({ ...input, secret: otherSecret });
    expect(
      await verify({
        headers: { ...headers, "X-Service-Signature": foreign["X-Service-Signature"] },
        body,
        secret,
        now,
      }),
    ).toEqual(verified);
    expect(
      await verify({
        headers: { ...headers, "webhook-signature": foreign["webhook-signature"] },
        body,
        secret,
        now,
      }),
    ).toEqual({ ...verified, id: undefined });
  });

  it("never returns an id that no signature covers", async () => {
    const headers = { ...(await sign(input)), "webhook-id": "evt_of_someone_else" };
    expect((await verify({ headers, body, secret, now })).id).toBeUndefined();
    expect((await verify({ headers: without(headers, "webhook-signature"), body, secret, now })).id).toBe(
      undefined,
    );
  });

  it("accepts header names in any case, single-valued arrays, and a Headers object", async () => {
    const headers = await sign(input);
    const entries = Object.entries(headers);
    const forms: VerifyInput["headers"][] = [
      Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
      Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), value])),
      Object.fromEntries(entries.map(([name, value]) => [name, [value]])),
      { ...headers, "X-Unrelated": undefined, "set-cookie": ["a=1", "b=2"] },
      new Headers(headers),
    ];
    for (const form of forms) {
      expect(await verify({ headers: form, body, secret, now })).toEqual(verified);
    }
  });

  it("verifies text and bytes alike, and returns the body as received", async () => {
    const headers = await sign(input);
    const bytes = new TextEncoder().encode(body);
    expect((await verify({ headers, body: bytes, secret, now })).body).toBe(bytes);
    expect((await verify({ headers, body: Buffer.from(body), secret, now })).timestamp).toBe(now);
    expect((await verify({ headers, body: bytes.buffer, secret, now })).body).toBe(bytes.buffer);
    const view = new TextEncoder().encode(`[[${body}]]`).subarray(2, -2);
    expect((await verify({ headers, body: view, secret, now })).body).toBe(view);
  });

  it("verifies bytes that are not UTF-8, and rejects their lossy decoding", async () => {
    const raw = new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]);
    const headers = await sign({ ...input, body: raw });
    expect((await verify({ headers, body: raw, secret, now })).body).toBe(raw);
    const lossy = new TextDecoder().decode(raw);
    expect(await reasonOf(verify({ headers, body: lossy, secret, now }))).toBe("no_matching_signature");
  });

  it("is unaffected by bytes that change while it runs", async () => {
    const headers = await sign({ ...input, body: "forged" });
    const bytes = new TextEncoder().encode("stolen");
    const verifying = reasonOf(verify({ headers, body: bytes, secret, now }));
    bytes.set(new TextEncoder().encode("forged"));
    expect(await verifying).toBe("no_matching_signature");
  });

  it.each([
    ["300 s old", now - 300, undefined],
    ["300 s ahead", now + 300, undefined],
    ["301 s old", now - 301, "timestamp_out_of_tolerance"],
    ["301 s ahead", now + 301, "timestamp_out_of_tolerance"],
  ])("applies the default tolerance to a delivery that is %s", async (_case, timestamp, reason) => {
    for (const prefix of ["X-Service-", "webhook-"] as const) {
      const headers = only(await sign({ ...input, timestamp }), prefix);
      const verifying = verify({ headers, body, secret, now });
      if (reason) {
        expect(await reasonOf(verifying)).toBe(reason);
      } else {
        expect((await verifying).timestamp).toBe(timestamp);
      }
    }
  });

  it("counts whole seconds if now has a fraction", async () => {
    const headers = await sign({ ...input, timestamp: now - 300 });
    expect((await verify({ headers, body, secret, now: now + 0.9 })).timestamp).toBe(now - 300);
    expect(await reasonOf(verify({ headers, body, secret, now: now + 1 }))).toBe(
      "timestamp_out_of_tolerance",
    );
  });

  it("accepts another tolerance, down to zero", async () => {
    const headers = await sign({ ...input, timestamp: now - 1 });
    expect(await reasonOf(verify({ headers, body, secret, now, toleranceSeconds: 0 }))).toBe(
      "timestamp_out_of_tolerance",
    );
    expect((await verify({ headers, body, secret, now: now - 1, toleranceSeconds: 0 })).timestamp).toBe(
      now - 1,
    );
  });

  it("uses the wall clock by default", async () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = await sign({ ...input, timestamp });
    expect((await verify({ headers, body, secret })).timestamp).toBe(timestamp);
    const stale = await sign({ ...input, timestamp: timestamp - 3600 });
    expect(await reasonOf(verify({ headers: stale, body, secret }))).toBe("timestamp_out_of_tolerance");
  });

  it("accepts any of several secrets, so that a secret can be rotated without a gap", async () => {
    const headers = await sign(input);
    for (const prefix of ["X-Service-", "webhook-"] as const) {
      for (const secrets of [
        [secret, otherSecret],
        [otherSecret, secret],
      ]) {
        const result = await verify({ headers: only(headers, prefix), body, secret: secrets, now });
        expect(result.timestamp).toBe(now);
      }
    }
    expect(await reasonOf(verify({ headers, body, secret: [otherSecret, generateSecret()], now }))).toBe(
      "no_matching_signature",
    );
  });

  it("accepts any of several listed signatures, and ignores unknown versions", async () => {
    const headers = await sign(input);
    const foreign = await sign({ ...input, secret: otherSecret });
    const list = `v1a,AAAA v2,zzz ${foreign["webhook-signature"]} ${headers["webhook-signature"]}`;
    const standard = only({ ...headers, "webhook-signature": list }, "webhook-");
    expect((await verify({ headers: standard, body, secret, now })).id).toBe("evt_1");
  });

  it("returns undefined for an unreadable attempt, since no signature covers it", async () => {
    const headers = { ...(await sign(input)), "X-Service-Attempt": "third" };
    expect((await verify({ headers, body, secret, now })).attempt).toBeUndefined();
  });

  it("does not parse the body", async () => {
    const headers = await sign({ ...input, body: "not JSON" });
    expect((await verify({ headers, body: "not JSON", secret, now })).body).toBe("not JSON");
  });
});

describe("verify rejects", () => {
  type Corruption = (headers: HeaderRecord) => Partial<VerifyInput>;
  const flipDigit = (text: unknown, position: number) => {
    const value = String(text);
    return value.slice(0, position) + (value[position] === "0" ? "4" : "0") + value.slice(position + 1);
  };
  const both = (headers: HeaderRecord, timestamp: string): Partial<VerifyInput> => ({
    headers: { ...headers, "X-Service-Timestamp": timestamp, "webhook-timestamp": timestamp },
  });

  const corruptions: [string, WebhookVerificationReason, Corruption][] = [
    ["a changed body", "no_matching_signature", () => ({ body: body.replace("evt_1", "evt_2") })],
    ["a body with an extra line break", "no_matching_signature", () => ({ body: `${body}\n` })],
    [
      "a body that was parsed and written again",
      "no_matching_signature",
      () => ({ body: JSON.stringify(JSON.parse(body), null, 1) }),
    ],
    ["an emptied body", "no_matching_signature", () => ({ body: "" })],
    ["a parsed body", "invalid_body", () => ({ body: JSON.parse(body) })],
    ["no body", "invalid_body", () => ({ body: undefined as never })],
    ["another secret", "no_matching_signature", () => ({ secret: otherSecret })],
    ["an empty secret", "invalid_secret", () => ({ secret: "" })],
    ["a secret that is only the prefix", "invalid_secret", () => ({ secret: "whsec_" })],
    ["a truncated secret", "invalid_secret", () => ({ secret: secret.slice(0, 30) })],
    ["a secret with a line break", "invalid_secret", () => ({ secret: `${secret}\n` })],
    ["an empty secret next to a valid one", "invalid_secret", () => ({ secret: [secret, ""] })],
    ["an empty list of secrets", "invalid_secret", () => ({ secret: [] })],
    ["an absent secret", "invalid_secret", () => ({ secret: undefined as never })],
    ["no headers at all", "missing_headers", () => ({ headers: {} })],
    ["an empty Headers object", "missing_headers", () => ({ headers: new Headers() })],
    ["headers that are not an object", "invalid_option", () => ({ headers: undefined as never })],
    [
      "no signature in either scheme",
      "missing_headers",
      (headers) => ({ headers: without(headers, "X-Service-Signature", "webhook-signature") }),
    ],
    [
      "no timestamp in either scheme",
      "missing_headers",
      (headers) => ({ headers: without(headers, "X-Service-Timestamp", "webhook-timestamp") }),
    ],
    [
      "one scheme's timestamp with the other's signature",
      "missing_headers",
      (headers) => ({ headers: without(headers, "X-Service-Signature", "webhook-timestamp") }),
    ],
    [
      "empty signatures",
      "missing_headers",
      (headers) => ({ headers: { ...headers, "X-Service-Signature": "", "webhook-signature": "" } }),
    ],
    ["a timestamp 1 s later", "no_matching_signature", (headers) => both(headers, String(now + 1))],
    ["a negative timestamp", "invalid_timestamp", (headers) => both(headers, `-${now}`)],
    ["a timestamp with a fraction", "invalid_timestamp", (headers) => both(headers, `${now}.0`)],
    ["a timestamp that is not a number", "invalid_timestamp", (headers) => both(headers, "NaN")],
    ["a timestamp in hexadecimal", "invalid_timestamp", (headers) => both(headers, `0x${now.toString(16)}`)],
    ["a timestamp with a leading zero", "invalid_timestamp", (headers) => both(headers, `0${now}`)],
    ["a timestamp beyond safe integers", "invalid_timestamp", (headers) => both(headers, "9".repeat(20))],
    ["a timestamp in milliseconds", "timestamp_out_of_tolerance", (headers) => both(headers, `${now}000`)],
    [
      "timestamps that differ between the schemes",
      "conflicting_timestamps",
      (headers) => ({ headers: { ...headers, "X-Service-Timestamp": String(now + 1) } }),
    ],
    [
      "an extra timestamp of the scheme without a signature",
      "conflicting_timestamps",
      (headers) => ({
        headers: { ...without(headers, "X-Service-Signature"), "X-Service-Timestamp": String(now - 9) },
      }),
    ],
    ["a day-old delivery", "timestamp_out_of_tolerance", () => ({ now: now + 86_400 })],
    [
      "both signatures changed by one digit",
      "no_matching_signature",
      (headers) => ({
        headers: {
          ...headers,
          "X-Service-Signature": flipDigit(headers["X-Service-Signature"], 70),
          "webhook-signature": flipDigit(headers["webhook-signature"], 45),
        },
      }),
    ],
    [
      "another spelling of the same base64",
      "malformed_signature",
      (headers) => ({
        headers: {
          ...without(headers, "X-Service-Signature"),
          "webhook-signature": String(headers["webhook-signature"]).replace(/.=$/, (end) =>
            end.replace(/./, (digit) => String.fromCharCode(digit.charCodeAt(0) + 1)),
          ),
        },
      }),
    ],
    [
      "hex digits in upper case",
      "malformed_signature",
      (headers) => ({
        headers: {
          ...without(headers, "webhook-signature"),
          "X-Service-Signature": String(headers["X-Service-Signature"]).toUpperCase().replace("SHA", "sha"),
        },
      }),
    ],
    [
      "truncated signatures",
      "malformed_signature",
      (headers) => ({
        headers: {
          ...headers,
          "X-Service-Signature": String(headers["X-Service-Signature"]).slice(0, -2),
          "webhook-signature": String(headers["webhook-signature"]).slice(0, 20),
        },
      }),
    ],
    [
      "signatures that are not hex and not base64",
      "malformed_signature",
      (headers) => ({
        headers: {
          ...headers,
          "X-Service-Signature": `sha256=${"g".repeat(64)}`,
          "webhook-signature": `v1,${"-".repeat(43)}=`,
        },
      }),
    ],
    [
      "signatures without their prefixes",
      "malformed_signature",
      (headers) => ({
        headers: {
          ...headers,
          "X-Service-Signature": String(headers["X-Service-Signature"]).slice("sha256=".length),
          "webhook-signature": String(headers["webhook-signature"]).slice("v1,".length),
        },
      }),
    ],
    [
      "only an unknown version",
      "malformed_signature",
      (headers) => ({
        headers: {
          ...without(headers, "X-Service-Signature"),
          "webhook-signature": String(headers["webhook-signature"]).replace("v1,", "v2,"),
        },
      }),
    ],
    [
      "the signatures in each other's header",
      "malformed_signature",
      (headers) => ({
        headers: {
          ...headers,
          "X-Service-Signature": headers["webhook-signature"],
          "webhook-signature": headers["X-Service-Signature"],
        },
      }),
    ],
    [
      "another id with only Standard Webhooks",
      "no_matching_signature",
      (headers) => ({ headers: { ...without(headers, "X-Service-Signature"), "webhook-id": "evt_2" } }),
    ],
    [
      "an id with a dot",
      "invalid_id",
      (headers) => ({ headers: { ...headers, "webhook-id": "evt_1.1763715600" } }),
    ],
    [
      "a repeated header in an array",
      "duplicate_header",
      (headers) => ({ headers: { ...headers, "X-Service-Timestamp": [String(now), String(now)] } }),
    ],
    [
      "a repeated header in two cases",
      "duplicate_header",
      (headers) => ({ headers: { ...headers, "x-service-signature": headers["X-Service-Signature"] } }),
    ],
    [
      "a repeated timestamp, joined",
      "invalid_timestamp",
      (headers) => {
        const joined = new Headers(headers as Record<string, string>);
        joined.append("X-Service-Timestamp", String(now));
        return { headers: joined };
      },
    ],
    [
      "an oversized list of signatures",
      "oversized_header",
      (headers) => ({
        headers: { ...headers, "webhook-signature": `${headers["webhook-signature"]} `.repeat(10_000) },
      }),
    ],
    ["a tolerance that is not a number", "invalid_option", () => ({ toleranceSeconds: Number.NaN })],
    ["an infinite tolerance", "invalid_option", () => ({ toleranceSeconds: Number.POSITIVE_INFINITY })],
    ["a negative tolerance", "invalid_option", () => ({ toleranceSeconds: -1 })],
    ["a now that is not a number", "invalid_option", () => ({ now: Number.NaN })],
  ];

  it.each(corruptions)("%s, as %s", async (_case, reason, corrupt) => {
    const headers: HeaderRecord = { ...(await sign(input)) };
    expect(await reasonOf(verify({ headers, body, secret, now, ...corrupt(headers) } as VerifyInput))).toBe(
      reason,
    );
  });

  it("for every documented reason at least once", () => {
    expect(new Set(corruptions.map(([, reason]) => reason))).toEqual(new Set(webhookVerificationReasons));
  });

  it("with status 500 if the receiver's own code or configuration is wrong, else 400", () => {
    const own = webhookVerificationReasons.filter(
      (reason) => new WebhookVerificationError(reason, "").status === 500,
    );
    expect(own).toEqual(["invalid_secret", "invalid_body", "invalid_option"]);
    expect(new WebhookVerificationError("missing_headers", "").status).toBe(400);
  });

  it("without revealing the secret, a signature or the body in its message", async () => {
    for (const [, , corrupt] of corruptions) {
      const headers: HeaderRecord = { ...(await sign(input)) };
      const error: Error = await verify({
        headers,
        body,
        secret,
        now,
        ...corrupt(headers),
      } as VerifyInput).then(
        () => new Error("verified"),
        (reason) => reason,
      );
      expect(error.name).toBe("WebhookVerificationError");
      expect(error.message).not.toContain(secret.slice(6, 30));
      expect(error.message).not.toContain(String(headers["X-Service-Signature"]).slice(7));
      expect(error.message).not.toContain("zürich");
    }
  });
});
