import { createHmac } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { type DiagnosisReason, diagnosisReasons } from "./diagnose/reasons.ts";
import type { DiagnoseInput } from "./diagnose/types.ts";
import { diagnose } from "./diagnose.ts";
import type { WebhookHeaders } from "./headers.ts";
import { sign } from "./sign.ts";
import type { SignInput } from "./sign-input.ts";
import { verify } from "./verify.ts";

const now = 1_763_715_600;
const secret = "whsec_q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJ+/8=";
const otherSecret = "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=";
const bare = secret.slice("whsec_".length);
const decoded = Buffer.from(bare, "base64");
const event = {
  id: "evt_01jd3q8h5cfx6t1m9r7v2k4w8y",
  type: "domain.registered",
  createdAt: "2025-11-21T09:00:00.000Z",
  workspaceId: "wsp_01jd3q8h5cfx6t1m9r7v2k4w90",
  sequence: 1,
  data: { name: "zürich.example", url: "https://zürich.example/<a>", tags: [], term: { years: 2 } },
};
const { data: _data, ...outerFields } = event;
const body = JSON.stringify(event);
const signed: SignInput = {
  secret,
  id: event.id,
  event: event.type,
  webhookId: "whe_01jd3q8h5cfx6t1m9r7v2k4w8z",
  attempt: 1,
  timestamp: now,
  body,
};

const valid = { ...(await sign(signed)) } as Record<string, string>;
const serviceHeaders = pick("X-Service-Event", "X-Service-Signature", "X-Service-Timestamp");
const standardHeaders = pick("webhook-id", "webhook-timestamp", "webhook-signature");
const foreign = { ...(await sign({ ...signed, secret: otherSecret })) } as Record<string, string>;

function pick(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, String(valid[name])]));
}

type Key = string | Uint8Array;
const hex = (key: Key, content: string) => createHmac("sha256", key).update(content).digest("hex");
const base64 = (key: Key, content: string) => createHmac("sha256", key).update(content).digest("base64");
/** A delivery in one scheme whose sender made it in another way. */
const service = (key: Key, content: string) => ({
  ...serviceHeaders,
  "X-Service-Signature": `sha256=${hex(key, content)}`,
});
const standard = (key: Key, content: string) => ({
  ...standardHeaders,
  "webhook-signature": `v1,${base64(key, content)}`,
});
const renamed = (headers: Record<string, string>, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]));
const latin1 = (text: string) => Buffer.from(text, "utf8").toString("latin1");
const sortKeys = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, item]) => [key, sortKeys(item)]),
      )
    : value;
const python = (ascii: boolean) => {
  const spaced = JSON.stringify(event, undefined, 1)
    .replace(/\n */g, " ")
    .replace(/([{[]) /g, "$1")
    .replace(/ ([}\]])/g, "$1");
  return ascii ? spaced.replace(/ü/g, "\\u00fc") : spaced;
};

type Row = [name: string, change: Partial<DiagnoseInput>, reasons: DiagnosisReason[], detail?: string];

const accepted: Row[] = [
  ["both signatures", {}, ["valid"], "X-Service-Signature and webhook-signature match"],
  ["X-Service only", { headers: serviceHeaders }, ["valid"], "X-Service-Signature matches"],
  ["Standard Webhooks only", { headers: standardHeaders }, ["valid"], "webhook-signature matches"],
  [
    "a request of any age, if the time isn't given",
    { now: undefined as never },
    ["valid", "age_not_checked"],
    "2025-11-21T08:55:00Z to 2025-11-21T09:05:00Z",
  ],
  [
    "a tolerance without an end, and no time",
    { now: undefined as never, toleranceSeconds: Number.MAX_SAFE_INTEGER },
    ["valid"],
  ],
  ["a timestamp exactly as old as allowed", { now: now + 300 }, ["valid"]],
  ["a Fetch Headers", { headers: new Headers(valid) }, ["valid"]],
  ["the second of two secrets", { secret: [otherSecret, secret] }, ["valid", "matches_later_secret"], "2"],
  [
    "the new secret during a rotation",
    {
      headers: {
        ...foreign,
        "webhook-signature": `${foreign["webhook-signature"]} ${valid["webhook-signature"]}`,
      },
    },
    ["valid", "rotation"],
  ],
  [
    "both secrets during a rotation, the new one first",
    {
      secret: [secret, otherSecret],
      headers: {
        ...foreign,
        "webhook-signature": `${foreign["webhook-signature"]} ${valid["webhook-signature"]}`,
      },
    },
    ["valid", "rotation"],
  ],
  [
    "one signature that was tampered with",
    { headers: { ...valid, "X-Service-Signature": String(foreign["X-Service-Signature"]) } },
    ["valid", "other_signature_differs"],
  ],
  ["a secret stored without its prefix", { secret: bare }, ["valid", "secret_without_prefix"]],
  [
    "one signature without its prefix",
    { headers: { ...valid, "X-Service-Signature": String(valid["X-Service-Signature"]).slice(7) } },
    ["valid", "signature_prefix_missing"],
  ],
];

const rejected: Row[] = [
  // The time
  ["a delivery 301 s old", { now: now + 301 }, ["too_old"], "301"],
  ["a clock that is 2 h behind", { now: now - 7200 }, ["from_the_future"], "7200"],
  ["a stricter tolerance", { now: now + 11, toleranceSeconds: 10 }, ["too_old"], "11"],
  ["a time in milliseconds", { now: now * 1000 }, ["now_in_milliseconds"]],
  [
    "a sender that signs milliseconds",
    {
      headers: {
        ...service(secret, `${now}000.${body}`),
        "X-Service-Timestamp": `${now}000`,
      },
    },
    ["timestamp_in_milliseconds"],
  ],
  // The headers
  ["no headers", { headers: {} }, ["headers_missing"]],
  [
    "a proxy that drops the timestamp",
    { headers: { ...serviceHeaders, "X-Service-Timestamp": "" } },
    ["headers_missing"],
    "X-Service-Timestamp",
  ],
  [
    "names as CGI has them",
    { headers: renamed(valid, (name) => `HTTP_${name.toUpperCase().replaceAll("-", "_")}`) },
    ["header_renamed"],
  ],
  [
    "a proxy that renames a signature",
    { headers: renamed(standardHeaders, (name) => name.replace("webhook-signature", "X-Sig")) },
    ["header_renamed"],
    "webhook-signature as X-Sig",
  ],
  [
    "Svix's names",
    { headers: renamed(standardHeaders, (name) => name.replace("webhook", "svix")) },
    ["header_renamed"],
  ],
  [
    "a header twice",
    { headers: { ...serviceHeaders, "x-service-timestamp": String(now) } },
    ["header_repeated"],
    "X-Service-Timestamp",
  ],
  [
    "a signature that a proxy joined",
    {
      headers: {
        ...serviceHeaders,
        "X-Service-Signature": Array(2).fill(valid["X-Service-Signature"]).join(", "),
      },
    },
    ["header_repeated"],
  ],
  [
    "a list of signatures beyond the limit",
    {
      headers: {
        ...standardHeaders,
        "webhook-signature": Array(30).fill(valid["webhook-signature"]).join(" "),
      },
    },
    ["header_oversized"],
  ],
  [
    "a timestamp as a date",
    { headers: { ...serviceHeaders, "X-Service-Timestamp": new Date(now * 1000).toISOString() } },
    ["timestamp_malformed"],
  ],
  [
    "two different timestamps",
    { headers: { ...valid, "webhook-timestamp": String(now + 5) } },
    ["timestamps_differ"],
  ],
  [
    "a timestamp that was replaced",
    { headers: { ...serviceHeaders, "X-Service-Timestamp": String(now + 240) }, now: now + 240 },
    ["timestamp_changed"],
    "240",
  ],
  [
    "an ID with a dot",
    { headers: { ...service(secret, `${now}.${body}`), ...standardHeaders, "webhook-id": "evt.1" } },
    ["id_malformed"],
  ],
  ["an ID that was replaced", { headers: { ...standardHeaders, "webhook-id": "msg_1" } }, ["id_changed"]],
  [
    "sha256= missing",
    { headers: { ...serviceHeaders, "X-Service-Signature": hex(secret, `${now}.${body}`) } },
    ["signature_prefix_missing"],
  ],
  [
    "v1, missing",
    { headers: { ...standardHeaders, "webhook-signature": String(valid["webhook-signature"]).slice(3) } },
    ["signature_prefix_missing"],
  ],
  [
    "uppercase hex",
    {
      headers: {
        ...serviceHeaders,
        "X-Service-Signature": `sha256=${hex(secret, `${now}.${body}`).toUpperCase()}`,
      },
    },
    ["signature_reencoded"],
  ],
  [
    "hex instead of base64",
    {
      headers: {
        ...standardHeaders,
        "webhook-signature": `v1,${hex(decoded, `${event.id}.${now}.${body}`)}`,
      },
    },
    ["signature_reencoded"],
  ],
  [
    "a signature that was cut",
    { headers: { ...serviceHeaders, "X-Service-Signature": "sha256=abcdef" } },
    ["signature_malformed"],
  ],
  // The secret
  ["no secret", { secret: "" }, ["secret_missing"]],
  ["an empty list of secrets", { secret: [] }, ["secret_missing"]],
  ["an empty secret next to the right one", { secret: [secret, ""] }, ["secret_missing"], "2"],
  ["a malformed secret next to the right one", { secret: [secret, "whsec_x"] }, ["secret_malformed"], "2"],
  ["another endpoint's secret", { secret: otherSecret }, ["wrong_secret"]],
  ["several wrong secrets", { secret: [otherSecret, `${otherSecret.slice(0, -4)}AAA=`] }, ["wrong_secret"]],
  ["a line break after the secret", { secret: `${secret}\n` }, ["secret_has_extra_characters"]],
  ["quotes around the secret", { secret: `"${secret}"` }, ["secret_has_extra_characters"]],
  ["the whole line of an .env file", { secret: `WEBHOOK_SECRET=${secret}` }, ["secret_has_extra_characters"]],
  ["a plus that became a space", { secret: secret.replace("+", " ") }, ["secret_reencoded"]],
  ["a URL-encoded secret", { secret: encodeURIComponent(secret) }, ["secret_reencoded"]],
  ["base64 for URLs", { secret: secret.replace("+", "-").replace("/", "_") }, ["secret_reencoded"]],
  ["a secret without its equals sign", { secret: secret.slice(0, -1) }, ["secret_cut"]],
  ["a secret without its last two characters", { secret: secret.slice(0, -2) }, ["secret_cut"]],
  ["a secret without its first character", { secret: secret.slice(1) }, ["secret_cut"]],
  ["a secret without its last twelve characters", { secret: secret.slice(0, -12) }, ["secret_cut"], "38"],
  [
    "something else instead of a secret",
    { headers: standardHeaders, secret: "correct horse battery" },
    ["secret_malformed"],
  ],
  // How it was signed
  [
    "Standard Webhooks keyed with the text",
    { headers: standard(secret, `${event.id}.${now}.${body}`) },
    ["key_not_decoded"],
  ],
  [
    "Standard Webhooks keyed with the text without whsec_",
    { headers: standard(bare, `${event.id}.${now}.${body}`) },
    ["key_not_decoded"],
  ],
  ["X-Service keyed with the bytes", { headers: service(decoded, `${now}.${body}`) }, ["key_decoded"]],
  ["X-Service keyed without whsec_", { headers: service(bare, `${now}.${body}`) }, ["key_without_prefix"]],
  ["X-Service over the body alone", { headers: service(secret, body) }, ["body_only"]],
  ["Standard Webhooks over the body alone", { headers: standard(decoded, body) }, ["body_only"]],
  [
    "X-Service over the other scheme's content",
    { headers: { ...service(secret, `${event.id}.${now}.${body}`), "webhook-id": event.id } },
    ["other_scheme"],
  ],
  [
    "Standard Webhooks over the other scheme's content",
    { headers: standard(decoded, `${now}.${body}`) },
    ["other_scheme"],
  ],
  ["X-Service without the dot", { headers: service(secret, `${now}${body}`) }, ["separator_missing"]],
  [
    "two mistakes: the wrong key, over the body alone",
    { headers: service(decoded, body) },
    ["key_decoded", "body_only"],
  ],
  // The body
  ["pretty-printed", { body: JSON.stringify(event, undefined, 2) }, ["body_reserialized"], "whitespace"],
  ["pretty-printed with tabs", { body: JSON.stringify(event, undefined, "\t") }, ["body_reserialized"]],
  ["Python's json.dumps", { body: python(true) }, ["body_reserialized"], "whitespace, unicode escapes"],
  ["Python's without ASCII", { body: python(false) }, ["body_reserialized"], "whitespace"],
  [
    "PHP's json_encode",
    { body: body.replace(/ü/g, "\\u00fc").replaceAll("/", "\\/") },
    ["body_reserialized"],
    "unicode escapes, escaped slashes",
  ],
  ["PHP's with unicode", { body: body.replaceAll("/", "\\/") }, ["body_reserialized"], "escaped slashes"],
  [
    "Go's encoding/json",
    { body: body.replace("<", "\\u003c").replace(">", "\\u003e") },
    ["body_reserialized"],
    "unicode escapes",
  ],
  [
    "Rails' to_json",
    { body: body.replace("<", "\\u003c").replace(">", "\\u003e") },
    ["body_reserialized"],
    "unicode escapes",
  ],
  [
    ".NET's System.Text.Json",
    { body: body.replace(/ü/g, "\\u00FC").replace("<", "\\u003C").replace(">", "\\u003E") },
    ["body_reserialized"],
    "unicode escapes",
  ],
  [
    ".NET's Newtonsoft.Json, which parses dates",
    { body: body.replace(".000Z", "Z") },
    ["body_reserialized"],
    "dates",
  ],
  [
    "Python with a datetime",
    { body: python(true).replace(".000Z", "+00:00") },
    ["body_reserialized"],
    "whitespace, unicode escapes, dates",
  ],
  [
    "Java's Gson, which parses numbers as doubles",
    { body: body.replaceAll(/:(\d+)([,}])/g, ":$1.0$2") },
    ["body_reserialized"],
    "numbers",
  ],
  [
    "numbers with an exponent",
    { headers: service(secret, `${now}.{"n":1000}`), body: '{"n":1e3}' },
    ["body_reserialized"],
    "numbers",
  ],
  ...(
    [
      ["1.0", '{"sequence":1,"price":1.0}', '{"sequence":1,"price":1}'],
      ["1.0 several times", '{"sequence":1,"net":1.0,"gross":2.0}', '{"sequence":1,"net":1,"gross":2}'],
      ["19.90", '{"price":19.90,"count":2}', '{"price":19.9,"count":2}'],
      ["5.00", '{"price":5.00,"count":2}', '{"price":5,"count":2}'],
      ["1e3", '{"n":1e3}', '{"n":1000}'],
      ["-1.5e+9", '{"n":-1.5e+9}', '{"n":-1500000000}'],
      ["Java's 1.2345678E7", '{"n":1.2345678E7}', '{"n":12345678}'],
      ["Java's 1.0E7", '{"n":1.0E7}', '{"n":10000000}'],
    ] as const
  ).map(
    ([name, sent, seen]): Row => [
      `${name}, parsed and written by JavaScript`,
      { headers: service(secret, `${now}.${sent}`), body: seen },
      ["body_reserialized"],
      "numbers",
    ],
  ),
  [
    "Go's json.Encoder, which ends with a line break",
    { body: `${body.replace("<", "\\u003c").replace(">", "\\u003e")}\n` },
    ["body_reserialized"],
  ],
  [
    "pretty-printed with CRLF, as on Windows",
    { body: JSON.stringify(event, undefined, 2).replaceAll("\n", "\r\n") },
    ["body_reserialized"],
    "whitespace",
  ],
  [
    "pretty-printed with a byte order mark",
    { body: `\ufeff${JSON.stringify(event, undefined, 2)}` },
    ["bom_added", "body_reserialized"],
  ],
  [
    "pretty-printed, and another endpoint's secret",
    { secret: otherSecret, body: JSON.stringify(event, undefined, 2) },
    ["wrong_secret", "body_reserialized"],
  ],
  [
    "numbers as doubles, and another endpoint's secret",
    { secret: otherSecret, body: body.replace('"sequence":1', '"sequence":1.0') },
    ["wrong_secret", "body_reserialized"],
  ],
  [
    "a sender that pretty-prints, and a receiver that doesn't",
    { headers: service(secret, `${now}.${JSON.stringify(event, undefined, 4)}`) },
    ["body_reserialized"],
  ],
  [
    "a sender in PHP, and a receiver in JavaScript",
    { headers: service(secret, `${now}.${body.replace(/ü/g, "\\u00fc").replaceAll("/", "\\/")}`) },
    ["body_reserialized"],
  ],
  [
    "outer keys in another order",
    { body: JSON.stringify({ data: event.data, ...outerFields }) },
    ["keys_reordered"],
  ],
  ["all keys sorted", { body: JSON.stringify(sortKeys(event)) }, ["keys_reordered"]],
  ["JSON in a JSON string", { body: JSON.stringify(body) }, ["body_quoted"]],
  ["base64", { body: btoa(latin1(body)) }, ["body_base64"]],
  ["URL encoding", { body: encodeURIComponent(body) }, ["body_url_encoded"]],
  ["a line break added", { body: `${body}\n` }, ["newline_added"]],
  ["CRLF added", { body: `${body}\r\n` }, ["newline_added"]],
  ["a line break trimmed", { headers: service(secret, `${now}.${body}\n`) }, ["newline_trimmed"]],
  ["spaces around it", { body: `  ${body}\n\n` }, ["whitespace_added"]],
  [
    "CRLF for LF",
    { headers: service(secret, `${now}.a\nb\nc`), body: "a\r\nb\r\nc" },
    ["line_endings_changed"],
  ],
  [
    "LF for CRLF",
    { headers: service(secret, `${now}.a\r\nb\r\nc`), body: "a\nb\nc" },
    ["line_endings_changed"],
  ],
  ["a byte order mark", { body: `\ufeff${body}` }, ["bom_added"]],
  ["without its byte order mark", { headers: service(secret, `${now}.\ufeff${body}`) }, ["bom_removed"]],
  ["UTF-8 read as Latin-1", { body: latin1(body) }, ["wrong_charset"]],
  [
    "UTF-8 read as Windows-1252",
    { headers: service(secret, `${now}.{"price":"5 €"}`), body: '{"price":"5 â‚¬"}' },
    ["wrong_charset"],
  ],
  ["bytes in Latin-1", { body: Buffer.from(body, "latin1") }, ["wrong_charset"]],
  ["characters that were lost", { body: body.replaceAll("ü", "\ufffd") }, ["wrong_charset"]],
  ["a result of String(parsed)", { body: "[object Object]" }, ["body_not_raw"]],
  ["a parsed body", { body: event as never }, ["body_not_raw"]],
  ["an empty body", { body: "" }, ["body_empty"]],
  ["half the body", { body: body.slice(0, 80) }, ["body_truncated"]],
  [
    "a body that is shorter than its header says",
    {
      headers: { ...valid, "Content-Length": String(Buffer.byteLength(body)) },
      body: body.replace("zürich", "zrich"),
    },
    ["body_length_differs"],
    "-2",
  ],
  ["another delivery's body", { body: body.replace("evt_01jd3q", "evt_01jd3r") }, ["mixed_deliveries"]],
  // Several at once
  [
    "pretty-printed with a line break",
    { body: `${JSON.stringify(event, undefined, 2)}\n` },
    ["body_reserialized"],
  ],
  [
    "pretty-printed in base64",
    { body: btoa(latin1(JSON.stringify(event, undefined, 2))) },
    ["body_base64", "body_reserialized"],
  ],
  [
    "re-serialized, and too old",
    { body: JSON.stringify(event, undefined, 2), now: now + 4000 },
    ["body_reserialized", "too_old"],
  ],
  [
    "a line break after the secret and after the body",
    { body: `${body}\n`, secret: `${secret}\n` },
    ["secret_has_extra_characters", "newline_added"],
  ],
  [
    "a renamed header and base64",
    { headers: renamed(standardHeaders, (name) => name.replaceAll("-", "_")), body: btoa(latin1(body)) },
    ["header_renamed", "body_base64"],
  ],
];

const macHex = hex(secret, `${now}.${body}`);

/** A correct request, and what the receiver's own code made of it. */
const ownCode: Row[] = [
  ["the same signature", { computed: `sha256=${macHex}` }, ["valid", "computed_correct"]],
  ["no sha256=", { computed: macHex }, ["valid", "computed_prefix_differs"]],
  [
    "no v1,",
    { computed: base64(decoded, `${event.id}.${now}.${body}`) },
    ["valid", "computed_prefix_differs"],
  ],
  [
    "hex for webhook-signature",
    { computed: hex(decoded, `${event.id}.${now}.${body}`) },
    ["valid", "computed_encoding_differs"],
  ],
  [
    "base64 for X-Service",
    { computed: base64(secret, `${now}.${body}`) },
    ["valid", "computed_encoding_differs"],
  ],
  ["the decoded key", { computed: hex(decoded, `${now}.${body}`) }, ["valid", "key_decoded"]],
  ["the key without whsec_", { computed: hex(bare, `${now}.${body}`) }, ["valid", "key_without_prefix"]],
  [
    "the text as the key for Standard Webhooks",
    { computed: base64(secret, `${event.id}.${now}.${body}`) },
    ["valid", "key_not_decoded"],
  ],
  ["the body alone", { computed: hex(secret, body) }, ["valid", "body_only"]],
  ["milliseconds", { computed: hex(secret, `${now}000.${body}`) }, ["valid", "timestamp_in_milliseconds"]],
  [
    "the receiver's clock",
    { computed: hex(secret, `${now + 2}.${body}`) },
    ["valid", "timestamp_changed"],
    "2",
  ],
  [
    "a parsed body",
    { computed: hex(secret, `${now}.${JSON.stringify(event, undefined, 2)}`) },
    ["valid", "body_reserialized"],
  ],
  ["a body with a line break", { computed: hex(secret, `${now}.${body}\n`) }, ["valid", "newline_trimmed"]],
  ["SHA-1", { computed: "0beec7b5ea3f0fdbc95d0dd47f3c5bc275da8a33" }, ["valid", "computed_malformed"]],
  ["something else", { computed: "0".repeat(64) }, ["valid", "computed_unexplained"]],
];

const inputOf = (change: Partial<DiagnoseInput>): DiagnoseInput => ({
  headers: valid,
  body,
  secret,
  now,
  ...change,
});

/** Diagnoses an example, and checks all that is true of every diagnosis. */
async function diagnoseExample(change: Partial<DiagnoseInput>) {
  const input = inputOf(change);
  const diagnosis = await diagnose(input);
  const verifying = verify({ ...input, headers: input.headers as WebhookHeaders, now: input.now ?? now });
  const isVerified = await verifying.then(
    () => true,
    () => false,
  );
  expect(diagnosis.isAccepted).toBe(isVerified);
  for (const { message, advice } of diagnosis.findings) {
    expect(`${message} ${advice}`).not.toMatch(/undefined|q83vEjRW|AQIDBAUG|zürich|correct horse/);
    expect(`${message} ${advice}`).not.toContain(macHex);
    expect(message).toMatch(/^(?:[A-Z]|webhook-).*\.$/);
  }
  return { ...diagnosis, reasons: diagnosis.findings.map(({ reason }) => reason) };
}

describe("diagnose", () => {
  it.each(accepted)("explains an accepted request: %s", async (_name, change, reasons, detail) => {
    const diagnosis = await diagnoseExample(change);
    expect(diagnosis.reasons).toEqual(reasons);
    expect(diagnosis.isAccepted).toBe(true);
    if (detail !== undefined) {
      expect(diagnosis.findings.at(-1)?.detail).toBe(detail);
    }
  });

  it.each(rejected)(
    "finds only the cause of a rejected request: %s",
    async (_name, change, reasons, detail) => {
      const diagnosis = await diagnoseExample(change);
      expect(diagnosis.reasons).toEqual(reasons);
      expect(diagnosis.isAccepted).toBe(false);
      if (detail !== undefined) {
        expect(diagnosis.findings[0]?.detail).toBe(detail);
      }
    },
  );

  it.each(ownCode)(
    "explains the signature of a receiver's own code: %s",
    async (_name, change, reasons, detail) => {
      const { findings, ...diagnosis } = await diagnoseExample(change);
      expect(diagnosis.reasons).toEqual(reasons);
      expect(findings[1]?.place).toBe("computed");
      if (detail !== undefined) {
        expect(findings[1]?.detail).toBe(detail);
      }
    },
  );

  it("has an example of each reason", () => {
    const examples = new Set([...accepted, ...rejected, ...ownCode].flatMap(([, , reasons]) => reasons));
    expect(diagnosisReasons.filter((reason) => !examples.has(reason))).toEqual([]);
  });

  it("names the time of the signature, and how far it is off", async () => {
    const { timestamp, findings } = await diagnose(inputOf({ now: now + 7805 }));
    expect(timestamp).toBe(now);
    expect(findings[0]?.message).toContain("2 h 10 min 5 s before");
  });

  it.each<[string, string]>([
    [
      "lines",
      Object.entries(valid)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\r\n"),
    ],
    [
      "a request with its first line",
      `POST /in HTTP/1.1\nHost: a.example\n${Object.entries(valid)
        .map((pair) => pair.join(": "))
        .join("\n")}`,
    ],
    [
      "curl -v",
      Object.entries(valid)
        .map(([name, value]) => `> ${name.toLowerCase()}: ${value}`)
        .join("\n"),
    ],
    ["JSON", JSON.stringify(valid, undefined, 2)],
    [
      "JSON with lists of values",
      JSON.stringify(Object.fromEntries(Object.entries(valid).map(([name, value]) => [name, [value]]))),
    ],
    ["rawHeaders", JSON.stringify(Object.entries(valid).flat())],
    [
      "console.log",
      `{\n${Object.entries(valid)
        .map(([name, value]) => `  '${name.toLowerCase()}': '${value}',`)
        .join("\n")}\n}`,
    ],
    [
      "Python's repr on one line",
      `{${Object.entries(valid)
        .map(([name, value]) => `'${name}': '${value}'`)
        .join(", ")}}`,
    ],
    [
      "Ruby's inspect",
      `{${Object.entries(valid)
        .map(([name, value]) => `"${name}" => "${value}"`)
        .join(", ")}}`,
    ],
    [
      "a browser's two lines for each",
      Object.entries(valid)
        .map(([name, value]) => `${name}:\n${value}`)
        .join("\n"),
    ],
  ])("reads headers pasted as %s", async (_name, headers) => {
    const { isAccepted, findings } = await diagnose(inputOf({ headers }));
    expect(findings.map(({ reason }) => reason)).toEqual(["valid"]);
    expect(isAccepted).toBe(true);
  });

  it("rejects options that are unusable", async () => {
    for (const change of [{ now: Number.NaN }, { toleranceSeconds: -1 }, { headers: null as never }]) {
      await expect(diagnose(inputOf(change))).rejects.toMatchObject({ reason: "invalid_option" });
    }
  });

  it("hashes no more for a body of 1 MiB than for the largest one that is searched thoroughly", async () => {
    const hashedFor = async (fillerBytes: number) => {
      const signing = vi.spyOn(crypto.subtle, "sign");
      const body = JSON.stringify({ ...event, data: { filler: "x".repeat(fillerBytes) } });
      const { findings } = await diagnose(inputOf({ body, secret: otherSecret }));
      expect(findings.map(({ reason }) => reason)).toEqual(["wrong_secret"]);
      const hashedBytes = signing.mock.calls.reduce((sum, [, , content]) => sum + content.byteLength, 0);
      signing.mockRestore();
      return hashedBytes;
    };
    const thoroughBytes = 60 * 1024;
    const [large, thorough] = [await hashedFor(1024 * 1024), await hashedFor(thoroughBytes)];
    expect(large).toBeLessThan(thorough);
  });
});
