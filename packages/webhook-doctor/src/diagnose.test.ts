import { createHmac } from "node:crypto";
import { type SignInput, sign, verify } from "@zonepost/webhook-signing";
import { describe, expect, it, vi } from "vitest";
import { type DiagnoseInput, diagnose } from "./diagnose.ts";
import { type DiagnosisReason, diagnosisReasons } from "./words.ts";

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
const { data, ...outerFields } = event;
const body = JSON.stringify(event);
const pretty = JSON.stringify(event, undefined, 2);
const python = pretty.replace(/,\n */g, ", ").replace(/\n */g, "");
const php = body.replace(/ü/g, "\\u00fc").replaceAll("/", "\\/");
const signed: SignInput = {
  secret,
  id: event.id,
  event: event.type,
  webhookId: "whe_01jd3q8h5cfx6t1m9r7v2k4w8z",
  attempt: 1,
  timestamp: now,
  body,
};

type Values = Record<string, string>;
const valid: Values = await sign(signed);
const foreign: Values = await sign({ ...signed, secret: otherSecret });
const serviceHeaders = pick("X-Service-Event", "X-Service-Signature", "X-Service-Timestamp");
const standardHeaders = pick("webhook-id", "webhook-timestamp", "webhook-signature");
const rotating = {
  ...foreign,
  "webhook-signature": `${foreign["webhook-signature"]} ${valid["webhook-signature"]}`,
};

function pick(...names: string[]): Values {
  return Object.fromEntries(names.map((name) => [name, String(valid[name])]));
}

type Key = string | Uint8Array;
const hex = (key: Key, content: string) => createHmac("sha256", key).update(content).digest("hex");
const base64 = (key: Key, content: string) => createHmac("sha256", key).update(content).digest("base64");
const latin1 = (text: string) => Buffer.from(text, "utf8").toString("latin1");
const macHex = hex(secret, `${now}.${body}`);
const standardContent = `${event.id}.${now}.${body}`;

type Change = Partial<Omit<DiagnoseInput, "headers">> & { headers?: Values };
type Row = [name: string, change: Change, reasons: DiagnosisReason[], detail?: string];

const accepted: Row[] = [
  ["both signatures", {}, ["valid"], "X-Service-Signature and webhook-signature match"],
  ["X-Service only", { headers: serviceHeaders }, ["valid"], "X-Service-Signature matches"],
  ["Standard Webhooks only", { headers: standardHeaders }, ["valid"], "webhook-signature matches"],
  [
    "a request of any age, if the time isn't given",
    { now: undefined },
    ["valid", "age_not_checked"],
    "2025-11-21T08:55:00Z to 2025-11-21T09:05:00Z",
  ],
  ["a timestamp exactly as old as allowed", { now: now + 300 }, ["valid"]],
  ["the second of two secrets", { secrets: [otherSecret, secret] }, ["valid", "matches_later_secret"], "2"],
  ["the new secret during a rotation", { headers: rotating }, ["valid", "rotation"]],
  [
    "both secrets during a rotation, the new one first",
    { headers: rotating, secrets: [secret, otherSecret] },
    ["valid", "rotation"],
  ],
  [
    "one signature that was tampered with",
    { headers: { ...valid, "X-Service-Signature": String(foreign["X-Service-Signature"]) } },
    ["valid", "other_signature_differs"],
  ],
  ["a secret stored without its prefix", { secrets: [bare] }, ["valid", "secret_cut"]],
];

const rejected: Row[] = [
  ["a delivery 301 s old", { now: now + 301 }, ["too_old"], "301"],
  ["a clock that is 2 h behind", { now: now - 7200 }, ["from_the_future"], "7200"],
  ["no headers", { headers: { Host: "a.example" } }, ["headers_missing"]],
  [
    "a proxy that drops the timestamp",
    { headers: { ...serviceHeaders, "X-Service-Timestamp": "" } },
    ["headers_missing"],
  ],
  ["names as CGI has them", { headers: cgi(valid) }, ["header_renamed"]],
  ["a header twice", { headers: { ...valid, "webhook-Id": event.id } }, ["header_repeated"], "webhook-id"],
  [
    "a signature that a proxy joined",
    {
      headers: {
        ...serviceHeaders,
        "X-Service-Signature": `sha256=${macHex}, sha256=${macHex}`,
      },
    },
    ["header_repeated"],
  ],
  ...(
    [
      ["a header beyond the limit", { ...valid, "webhook-signature": "v1,abc".repeat(200) }],
      ["a timestamp as a date", { ...valid, "X-Service-Timestamp": "2025-11-21T09:00:00Z" }],
      [
        "a timestamp in milliseconds",
        {
          "X-Service-Timestamp": `${now}000`,
          "X-Service-Signature": `sha256=${hex(secret, `${now}000.${body}`)}`,
        },
      ],
      ["two different timestamps", { ...valid, "webhook-timestamp": String(now + 5) }],
      ["an ID with a dot", { ...valid, "webhook-id": "evt.1" }],
      ["a signature that was cut", { ...serviceHeaders, "X-Service-Signature": "sha256=abcdef" }],
      ["uppercase hex", { ...serviceHeaders, "X-Service-Signature": `sha256=${macHex.toUpperCase()}` }],
    ] as const
  ).map(([name, headers]): Row => [name, { headers }, ["headers_malformed"]]),
  ["an empty secret next to the right one", { secrets: [secret, ""] }, ["secret_malformed"], "2"],
  ["a malformed secret next to the right one", { secrets: [secret, "whsec_x"] }, ["secret_malformed"], "2"],
  ["no secret", { secrets: [""] }, ["secret_malformed"]],
  ["something else instead of a secret", { secrets: ["correct horse battery"] }, ["secret_malformed"]],
  ["another endpoint's secret", { secrets: [otherSecret] }, ["wrong_secret"]],
  ["a line break after the secret", { secrets: [`${secret}\n`] }, ["secret_has_extra_characters"]],
  ["quotes around the secret", { secrets: [`"${secret}"`] }, ["secret_has_extra_characters"]],
  ["the line of an .env file", { secrets: [`WEBHOOK_SECRET=${secret}`] }, ["secret_has_extra_characters"]],
  ["a secret without its first character", { secrets: [secret.slice(1)] }, ["secret_cut"]],
  ["a secret without its equals sign", { secrets: [secret.slice(0, -1)] }, ["secret_cut"], "49"],
  ["a secret without its last twelve characters", { secrets: [secret.slice(0, -12)] }, ["secret_cut"], "38"],
  ["pretty-printed", { body: pretty }, ["body_reserialized"]],
  ["pretty-printed with CRLF", { body: pretty.replaceAll("\n", "\r\n") }, ["body_reserialized"]],
  ["Python's json.dumps", { body: python.replace(/ü/g, "\\u00fc") }, ["body_reserialized"]],
  ["PHP's json_encode", { body: php }, ["body_reserialized"]],
  [
    "Go's json.Encoder, which ends with a line break",
    { body: `${body.replace("<", "\\u003c").replace(">", "\\u003e")}\n` },
    ["body_reserialized"],
  ],
  [".NET's Newtonsoft.Json, which parses dates", { body: body.replace(".000Z", "Z") }, ["body_reserialized"]],
  [
    "Java's Gson, which parses numbers as doubles",
    { body: body.replace(":1,", ":1.0,") },
    ["body_reserialized"],
  ],
  ["outer keys in another order", { body: JSON.stringify({ data, ...outerFields }) }, ["body_reserialized"]],
  ["JSON in a JSON string", { body: JSON.stringify(body) }, ["body_reserialized"]],
  [
    "pretty-printed, and another endpoint's secret",
    { secrets: [otherSecret], body: pretty },
    ["wrong_secret", "body_reserialized"],
  ],
  ["base64", { body: btoa(latin1(body)) }, ["body_base64"]],
  ["a line break added", { body: `${body}\r\n` }, ["whitespace_added"]],
  ["a byte order mark", { body: `\ufeff${body}` }, ["whitespace_added"]],
  ["UTF-8 read as Latin-1", { body: latin1(body) }, ["wrong_charset"]],
  ["characters that were lost", { body: body.replaceAll("ü", "\ufffd") }, ["wrong_charset"]],
  ["a result of String(parsed)", { body: "[object Object]" }, ["body_incomplete"]],
  ["half the body", { body: body.slice(0, 80) }, ["body_incomplete"]],
  ["another delivery's body", { body: body.replace("evt_01jd3q", "evt_01jd3r") }, ["mixed_deliveries"]],
  ["pretty-printed, and too old", { body: pretty, now: now + 4000 }, ["body_reserialized", "too_old"]],
  [
    "a line break after the secret and after the body",
    { body: `${body}\n`, secrets: [`${secret}\n`] },
    ["secret_has_extra_characters", "whitespace_added"],
  ],
  [
    "a renamed header and base64",
    { headers: cgi(valid), body: btoa(latin1(body)) },
    ["header_renamed", "body_base64"],
  ],
];

function cgi(headers: Values): Values {
  const rename = (name: string) => `HTTP_${name.toUpperCase().replaceAll("-", "_")}`;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]));
}

/** A correct request, and the result of the receiver's own code. */
const ownCode: [name: string, computed: string, reason: DiagnosisReason][] = [
  ["the same signature", `sha256=${macHex}`, "computed_correct"],
  ["no sha256=", macHex, "computed_form_differs"],
  ["hex for webhook-signature", hex(decoded, standardContent), "computed_form_differs"],
  ["base64 for X-Service", base64(secret, `${now}.${body}`), "computed_form_differs"],
  ["the decoded key", hex(decoded, `${now}.${body}`), "key_not_as_shown"],
  ["the key without whsec_", hex(bare, `${now}.${body}`), "key_not_as_shown"],
  ["the text as the key for Standard Webhooks", base64(secret, standardContent), "key_not_decoded"],
  ["the text without whsec_", base64(bare, standardContent), "key_not_decoded"],
  ["the body alone", hex(secret, body), "body_only"],
  ["the other scheme's content", hex(secret, standardContent), "other_scheme"],
  ["milliseconds", hex(secret, `${now}000.${body}`), "timestamp_in_milliseconds"],
  ["a pretty-printed body", hex(secret, `${now}.${pretty}`), "body_reserialized"],
  ["a body that Python wrote", hex(secret, `${now}.${python}`), "body_reserialized"],
  ["a body that PHP wrote", hex(secret, `${now}.${php}`), "body_reserialized"],
  ["a body with a line break", hex(secret, `${now}.${body}\n`), "whitespace_added"],
  ["SHA-1", "0beec7b5ea3f0fdbc95d0dd47f3c5bc275da8a33", "computed_unexplained"],
  ["something else", "0".repeat(64), "computed_unexplained"],
];

const linesOf = (headers: Values) =>
  Object.entries(headers)
    .map((pair) => pair.join(": "))
    .join("\n");

/** Diagnoses an example, and checks all that is true of every diagnosis. */
async function diagnoseExample({ headers = valid, ...change }: Change) {
  const input = { body, secrets: [secret], now, ...change };
  const diagnosis = await diagnose({ ...input, headers: linesOf(headers) });
  const isVerified = await verify({ headers, ...input, secret: input.secrets, now: input.now ?? now }).then(
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
    expect(diagnosis.findings.at(-1)).toMatchObject(detail === undefined ? {} : { detail });
  });

  it.each(rejected)(
    "finds only the cause of a rejected request: %s",
    async (_name, change, reasons, detail) => {
      const diagnosis = await diagnoseExample(change);
      expect(diagnosis.reasons).toEqual(reasons);
      expect(diagnosis.isAccepted).toBe(false);
      expect(diagnosis.findings[0]).toMatchObject(detail === undefined ? {} : { detail });
    },
  );

  it.each(ownCode)("explains the signature of a receiver's own code: %s", async (_name, computed, reason) => {
    const { findings } = await diagnoseExample({ computed });
    expect(findings).toMatchObject([{ reason: "valid" }, { reason, place: "computed" }]);
  });

  it("has an example of each reason", () => {
    const examples = [
      ...[...accepted, ...rejected].flatMap(([, , reasons]) => reasons),
      ...ownCode.map((row) => row[2]),
    ];
    expect(diagnosisReasons.filter((reason) => !examples.includes(reason))).toEqual([]);
  });

  it("names the time of the signature, and how far it is off", async () => {
    const { timestamp, findings } = await diagnoseExample({ now: now + 7805 });
    expect(timestamp).toBe(now);
    expect(findings[0]?.message).toContain("2 h 10 min 5 s before");
  });

  const entries = Object.entries(valid);
  it.each<[string, string]>([
    ["a request with its first line", `POST /in HTTP/1.1\r\nHost: a.example\r\n${linesOf(valid)}`],
    ["curl -v", entries.map(([name, value]) => `> ${name.toLowerCase()}: ${value}`).join("\n")],
    ["JSON", JSON.stringify(valid, undefined, 2)],
    ["JSON on one line", JSON.stringify(valid)],
    ["JSON with lists", JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, [value]])))],
    ["console.log", `{\n${entries.map(([name, value]) => `  '${name}': '${value}',`).join("\n")}\n}`],
    ["Python's repr", `{${entries.map(([name, value]) => `'${name}': '${value}'`).join(", ")}}`],
    ["Ruby's inspect", `{${entries.map(([name, value]) => `"${name}" => "${value}"`).join(", ")}}`],
  ])("reads headers pasted as %s", async (_name, headers) => {
    const { isAccepted, findings } = await diagnose({ headers, body, secrets: [secret], now });
    expect(findings).toMatchObject([
      { reason: "valid", detail: "X-Service-Signature and webhook-signature match" },
    ]);
    expect(isAccepted).toBe(true);
  });

  it("tries a few hundred signatures at most for each secret", async () => {
    const signing = vi.spyOn(crypto.subtle, "sign");
    await diagnoseExample({ secrets: [` ${otherSecret.slice(1)}`], computed: "0".repeat(64) });
    expect(signing.mock.calls.length).toBeLessThan(500);
    signing.mockRestore();
  });
});
