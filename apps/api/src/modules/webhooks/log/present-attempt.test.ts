import { describe, expect, it } from "vitest";
import { presentAttempt } from "./present-attempt.ts";

const attempt = {
  number: 2,
  sentAt: "2026-03-01T09:30:00.000Z",
  statusCode: 200,
  error: null,
  errorStage: null,
  durationMs: 12,
  request: '{"url":"https://hooks.example.com/in","headers":{"X-Service-Attempt":"2"}}',
  responseHeaders: '{"content-type":"text/plain"}',
  responseBody: new TextEncoder().encode("noted"),
};
const bodyOf = (responseBody: Uint8Array | null) => {
  const { body, bodyEncoding, bodyTruncated } =
    presentAttempt({ ...attempt, responseBody }, "{}").response ?? {};
  return [body, bodyEncoding, bodyTruncated];
};
const errorOf = (overrides: Partial<typeof attempt> | object) =>
  presentAttempt({ ...attempt, ...overrides }, "{}").error;

describe("presentAttempt", () => {
  it("masks signatures, and nothing else of the request", () => {
    const headers = {
      "X-Service-Signature": `sha256=${"0a1b2c3d".repeat(8)}`,
      "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= v1,AAAAAAAA95Z9=",
      "webhook-id": "evt_1",
    };
    const request = JSON.stringify({ url: "https://hooks.example.com/in", headers });
    expect(presentAttempt({ ...attempt, request }, "{}").request?.headers).toEqual({
      "X-Service-Signature": "sha256=0a1b2c…",
      "webhook-signature": "v1,K5oZfz… v1,AAAAAA…",
      "webhook-id": "evt_1",
    });
  });

  it("masks signatures that the receiver sends back", () => {
    const [hex, base64] = ["0a1b2c3d".repeat(8), "K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="];
    const headers = { "X-Service-Signature": `sha256=${hex}`, "webhook-signature": `v1,${base64}` };
    const echoed = presentAttempt(
      {
        ...attempt,
        request: JSON.stringify({ url: "https://hooks.example.com/in", headers }),
        responseHeaders: JSON.stringify({ "x-echo": `sha256=${hex}` }),
        responseBody: new TextEncoder().encode(JSON.stringify({ headers })),
      },
      "{}",
    );
    expect(echoed.response).toMatchObject({
      headers: { "x-echo": "sha256=0a1b2c…" },
      body: JSON.stringify({
        headers: { "X-Service-Signature": "sha256=0a1b2c…", "webhook-signature": "v1,K5oZfz…" },
      }),
    });
    expect(JSON.stringify(echoed)).not.toContain(hex.slice(0, 10));
  });

  it("shows the request as it was sent and the response as it was received", () => {
    expect(presentAttempt(attempt, '{"id":"evt_1"}')).toEqual({
      number: 2,
      sentAt: attempt.sentAt,
      durationMs: 12,
      request: {
        url: "https://hooks.example.com/in",
        headers: { "X-Service-Attempt": "2" },
        body: '{"id":"evt_1"}',
      },
      response: {
        statusCode: 200,
        headers: { "content-type": "text/plain" },
        body: "noted",
        bodyEncoding: "utf-8",
        bodyTruncated: false,
      },
      error: null,
    });
  });

  it("keeps the bytes of a body: text as text, a byte order mark too, anything else as base64", () => {
    expect(bodyOf(null)).toEqual(["", "utf-8", false]);
    expect(bodyOf(Buffer.from("\uFEFFgrün\u0000"))).toEqual(["\uFEFFgrün\u0000", "utf-8", false]);
    expect(bodyOf(Uint8Array.from([0xff, 0x00]))).toEqual(["/wA=", "base64", false]);
    const cutInsideACharacter = Buffer.from("ü".repeat(10_000)).subarray(1, 16_385);
    expect(bodyOf(cutInsideACharacter)[1]).toBe("base64");
    expect(bodyOf(Buffer.from(`a${"ü".repeat(10_000)}`).subarray(0, 16_384))).toEqual([
      `a${"ü".repeat(8_191)}`,
      "utf-8",
      true,
    ]);
    expect(bodyOf(Buffer.from("grü").subarray(0, 3))).toEqual(["Z3LD", "base64", false]);
  });

  it.each([
    [
      { error: "couldn't resolve the hostname", errorStage: "dns", statusCode: null },
      "dns",
      /A or AAAA record/,
    ],
    [{ error: "responded with 503", errorStage: "http_503", statusCode: 503 }, "http_503", /Retry-After/],
    [{ error: "responded with 418", errorStage: "http_418", statusCode: 418 }, "http_418", /response's body/],
    [{ error: "responded with 500", errorStage: "http_500", statusCode: 500 }, "http_500", /receiver's log/],
    // Recorded before stages were.
    [{ error: "responded with 500", statusCode: 500 }, "http_500", /receiver's log/],
    [{ error: "redirects are not followed (301)", statusCode: 301 }, "redirect", /endpoint's URL/],
  ])("explains %j", (overrides, stage, hint) => {
    expect(errorOf(overrides)).toEqual({
      stage,
      message: overrides.error,
      hint: expect.stringMatching(hint),
    });
  });

  it("shows an attempt without response, and one whose request wasn't stored", () => {
    const refused = { statusCode: null, error: "connection refused", errorStage: "connect", request: null };
    expect(presentAttempt({ ...attempt, ...refused }, "{}")).toMatchObject({ request: null, response: null });
  });
});
