import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { eventCatalog, eventTypes } from "@zonepost/schema";
import * as statusTables from "@zonepost/schema/status";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemPages } from "../src/kernel/errors.ts";
import { checkConforms, type Description, fits, description as rebuilt } from "./support/conformance.ts";
import { type Api, startApi } from "./support/start-api.ts";

const promised = [
  "POST /auth/sign-in/email",
  "POST /auth/magic-link/send",
  "GET /auth/magic-link/verify",
  "POST /auth/magic-link/redeem",
  "POST /auth/magic-link/code",
  "POST /auth/sign-in/social",
  "POST /auth/sign-out",
  "GET /auth/get-session",
  "GET /domains/mine",
  "GET /domains/search",
  "GET /domains/{name}/history",
  "GET /domains/{name}/dnssec",
  "POST /domains/{name}/dnssec",
  "DELETE /domains/{name}/dnssec",
  "POST /me/mail/activate",
  "POST /me/mail/{domainName}/accounts",
  "GET /me/mail/{domainName}/accounts",
  "POST /me/mail/{domainName}/aliases",
  "POST /webhooks/outbound",
  "GET /webhooks/outbound",
  "GET /webhooks/outbound/{id}",
  "PATCH /webhooks/outbound/{id}",
  "DELETE /webhooks/outbound/{id}",
  "POST /webhooks/outbound/{id}/reactivate",
  "GET /webhooks/outbound/{id}/deliveries",
  "GET /webhooks/outbound/{id}/deliveries/{deliveryId}",
  "POST /webhooks/outbound/{id}/deliveries/{deliveryId}/replay",
  "GET /events",
  "GET /webhooks/event-types",
  "GET /health/live",
  "GET /health/ready",
];

let api: Api;
let text: string;
let description: Description;

beforeAll(async () => {
  api = await startApi();
  const answer = await api.call({ path: "/openapi.json" });
  expect(answer.status).toBe(200);
  text = answer.text;
  description = answer.json;
});
afterAll(() => api?.[Symbol.asyncDispose]());

/** The table of the states that each of these returns or takes. */
const tableOfPlace: Record<string, statusTables.StatusTable> = {
  "ApiKey.status": statusTables.apiKeyStates,
  "ApiKeyCreated.status": statusTables.apiKeyStates,
  "DnsStatus.nameservers.state": statusTables.nameserverStates,
  "DnsStatus.website.state": statusTables.websiteStates,
  "Domain.status": statusTables.domainStates,
  "DomainBatch.state": statusTables.batchStates,
  "DomainBatchDetails.state": statusTables.batchStates,
  "DomainBatchItem.state": statusTables.batchItemStates,
  "DomainBatchSettings.status": statusTables.domainStates,
  "DomainDetails.status": statusTables.domainStates,
  "DomainOperation.state": statusTables.operationStates,
  "DomainRenewal.orderState": statusTables.orderStateTable,
  "DomainRenewal.state": statusTables.renewalStateTable,
  "Invitation.status": statusTables.invitationStates,
  "InvitationForHolder.status": statusTables.invitationStates,
  "MailAliasTarget.state": statusTables.forwardingStates,
  "MailDkimKey.shown.status": statusTables.dkimRecordStates,
  "MailDnsRecord.seen.state": statusTables.nameserverStates,
  "MailDnsRecord.status": statusTables.mailDnsStates,
  "MailDomain.status": statusTables.mailDomainStates,
  "MailForwardingForHolder.state": statusTables.forwardingStates,
  "MailZoneRecord.state": statusTables.mailZoneStates,
  "NameserversResult.status": statusTables.domainStates,
  "OperatorPayment.cooldown.state": statusTables.cooldownStates,
  "OperatorPayment.status": statusTables.paymentStates,
  "OperatorPaymentDetails.cooldown.state": statusTables.cooldownStates,
  "OperatorPaymentDetails.disputes.state": statusTables.disputeStates,
  "OperatorPaymentDetails.status": statusTables.paymentStates,
  "OperatorRefund.state": statusTables.refundStates,
  "Order.state": statusTables.orderStateTable,
  "OrderLine.state": statusTables.orderLineStateTable,
  "OrderedMail.status": statusTables.mailDomainStates,
  "OrderedOperation.state": statusTables.operationStates,
  "Payment.cooldown.state": statusTables.cooldownStates,
  "Payment.status": statusTables.paymentStates,
  "Refund.state": statusTables.refundStates,
  "Renewal.orderState": statusTables.orderStateTable,
  "Renewal.state": statusTables.renewalStateTable,
  "UpdatedMail.status": statusTables.mailDomainStates,
  "WebhookCatchUp.state": statusTables.catchUpStates,
  "Zone.state": statusTables.zoneStateTable,
  "ZoneDelegation.state": statusTables.zoneDelegationStateTable,
  "ZoneDetails.state": statusTables.zoneStateTable,
  "ZoneDetails.dnssec.state": statusTables.zoneDnssecStates,
  "ZonePublication.state": statusTables.zonePublicationStates,
  "WebhookDelivery.status": statusTables.deliveryStates,
  "WebhookDeliveryDetails.status": statusTables.deliveryStates,
  "get /domain-operations state": statusTables.operationStates,
  "get /health/live.status": statusTables.serviceStates,
  "get /health/mode.status": statusTables.serviceStates,
  "get /health/ready.status": statusTables.serviceStates,
  "get /me/mail/{domainName}/accounts state": statusTables.mailAccountStates,
  "get /me/mail/{domainName}/messages status": statusTables.messageStates,
  "get /operator/payments status": statusTables.paymentStates,
  "get /orders state": statusTables.orderStateTable,
  "get /domains/export status": statusTables.domainStates,
  "get /orders/export state": statusTables.orderStateTable,
  "get /payments status": statusTables.paymentStates,
  "get /payments/export status": statusTables.paymentStates,
  "get /renewals state": statusTables.renewalStateTable,
  "get /renewals/export state": statusTables.renewalStateTable,
  "get /webhooks/outbound/{id}/deliveries status": statusTables.deliveryStates,
};

const stateNames = /(?:^|\w)(?:status|state|verdict|Status|State|Verdict)$/u;
type Place = { place: string; states: string[] };

type Property = { enum?: string[]; anyOf?: Property[] };
type Parameter = { name: string; schema: Property };

/** The states of an enum, or of one that can be null. */
const statesOf = (property: Property): string[] =>
  [property, ...(property.anyOf ?? [])].flatMap((part) => part.enum ?? []);

/** Each property that holds a state, by the names of the properties that lead to it. */
function statesIn(schema: unknown, place: string): Place[] {
  if (typeof schema !== "object" || schema === null) {
    return [];
  }
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== "properties") {
      return statesIn(value, place);
    }
    return Object.entries(value as Record<string, Property>).flatMap(([name, property]) => [
      ...(stateNames.test(name) ? [{ place: `${place}.${name}`, states: statesOf(property) }] : []),
      ...statesIn(property, `${place}.${name}`),
    ]);
  });
}

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

describe("/openapi.json", () => {
  it("has no status, state or verdict without a word, tone, next actor and evidence", () => {
    const parsed = JSON.parse(text) as {
      components: { schemas: object };
      paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
    };
    const places = [
      ...Object.entries(parsed.components.schemas).flatMap(([name, schema]) => statesIn(schema, name)),
      ...Object.entries(parsed.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { parameters = [], ...operation }]) => [
          ...statesIn(operation, `${method} ${path}`),
          ...parameters
            .filter(({ name }) => stateNames.test(name))
            .map(({ name, schema }) => ({ place: `${method} ${path} ${name}`, states: statesOf(schema) })),
        ]),
      ),
    ].filter(({ states }) => states.length > 0);
    const missing = places.flatMap(({ place, states }) =>
      states.filter((state) => !(state in (tableOfPlace[place] ?? {}))).map((state) => `${place}: ${state}`),
    );
    expect(missing).toEqual([]);
    const found = new Set(places.map(({ place }) => place));
    expect(Object.keys(tableOfPlace).filter((place) => !found.has(place))).toEqual([]);
  });

  it("follows Redocly's recommended rules, where the API has a public address", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const source = text.replace(`"url":"${api.env.API_URL}"`, '"url":"https://api.zonepost.test"');
    const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
    ).toEqual([]);
  });

  it("reports a planted mistake, which proves that the rules run", async () => {
    const broken = structuredClone(description);
    broken.paths["/domains/mine"] = {
      get: { operationId: "isAlive", responses: {} },
    };
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({
      source: JSON.stringify(broken),
      absoluteRef: "/openapi.json",
      config,
    });
    expect(problems.map(({ ruleId }) => ruleId)).toContain("operation-operationId-unique");
  });

  it("has every promised path and method", () => {
    const published = operations().map(({ name }) => name);
    expect(promised.filter((name) => !published.includes(name))).toEqual([]);
  });

  it("has all events as webhooks, with examples that match their schemas", () => {
    expect(Object.keys(description.webhooks).sort()).toEqual([...eventTypes].sort());
    for (const type of eventTypes) {
      const schema = description.webhooks[type]?.post.requestBody?.content["application/json"]?.schema ?? {};
      const body = { ...bodyFrame(type), data: eventCatalog[type].example };
      expect({ type, fits: fits(schema, body) }).toEqual({ type, fits: true });
      expect({ type, fits: fits(schema, { ...bodyFrame(type), data: {} }) }).toEqual({ type, fits: false });
    }
  });

  it("describes each operation's input, response and problems", () => {
    for (const { name, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      expect({ name, hasDefault: statuses.includes("default") }).toEqual({ name, hasDefault: true });
      if (name.startsWith("GET /health") || name.includes("/auth/")) {
        continue;
      }
      // To everyone but operators, their paths are unknown.
      const refusals = name.includes(" /operator/") ? ["403", "404"] : ["401", "403"];
      expect(statuses).toEqual(expect.arrayContaining(["400", ...refusals, "422", "429"]));
      const hasParameterInPath = name.includes("{");
      if (hasParameterInPath) {
        expect(statuses).toContain("404");
      }
    }
  });

  it("names every status instead of a range, which some generators can't read", () => {
    expect(text).not.toMatch(/"[45]XX"/);
    expect(Object.keys(description.paths["/health/live"]?.get?.responses ?? {})).toContain("405");
  });

  it("uses only formats that JSON Schema defines, since a strict validator refuses others", () => {
    const formats = [...text.matchAll(/"format":"([^"]*)"/g)].map(([, format]) => format);
    expect(new Set(formats)).toEqual(new Set(["date", "date-time", "ipv4", "ipv6", "uri"]));
  });

  it("lists the scope that an API key needs, and the header that names a file", () => {
    for (const { name, operation } of operations()) {
      const takesKeys = operation.security?.some((scheme) => "apiKey" in scheme) ?? false;
      const done = Object.entries(operation.responses).filter(([status]) => /^20[0-2]$/.test(status));
      for (const [status, { headers = {}, content = {} }] of done) {
        const isDryRun =
          status === "200" &&
          ("201" in operation.responses ||
            ["POST /webhooks/outbound/{id}/catch-up", "POST /renewals/retry"].includes(name));
        expect([name, "X-Required-Scope" in headers]).toEqual([name, takesKeys && !isDryRun]);
        const isFile =
          name === "GET /me/export" || Object.keys(content).some((type) => type.startsWith("text/"));
        expect([name, "Content-Disposition" in headers]).toEqual([name, isFile]);
      }
    }
    expect(description.components.responses.Problem403?.headers).toHaveProperty("X-Required-Scope");
  });

  it("is the document that all suites check responses against", () => {
    const servers = [{ url: api.env.API_URL, description: "This installation" }];
    expect(JSON.parse(text)).toEqual({ ...rebuilt, servers });
  });

  it("is checked strictly: an undescribed response fails", () => {
    const headers = { "content-type": "application/json" };
    const json = { available: true, premium: false, monthlyPriceCents: 100, currency: "EUR" };
    const answer = { status: 200, headers, cookies: [], text: JSON.stringify(json), json };
    const check = (changed: object) => () =>
      checkConforms("GET", "/domains/search?q=a.com", { ...answer, ...changed });
    expect(check({})).not.toThrow();
    expect(check({ json: { ...json, registrar: "hidden" } })).toThrow(/schema/);
    expect(check({ json: { ...json, monthlyPriceCents: "100" } })).toThrow(/schema/);
    expect(check({ json: { available: true } })).toThrow(/schema/);
    expect(check({ status: 202 })).toThrow(/does not say/);
    expect(check({ headers: { "content-type": "text/html" } })).toThrow(/text\/html/);
    expect(check({ status: 404, json: { error: "missing" } })).toThrow(/application\/json/);
  });

  it("keeps responses open for new fields, and inputs closed to unknown ones", () => {
    const { schemas } = description.components;
    expect(schemas.Domain).not.toHaveProperty("additionalProperties");
    expect(schemas.DsRecordInput).toHaveProperty("additionalProperties", false);
  });
});

function bodyFrame(type: string) {
  return {
    id: "evt_01k3v2m8q4f7x9b0c1d2e3f4g5",
    type,
    createdAt: "2026-03-01T09:30:00.000Z",
    sequence: 1,
    workspaceId: "wsp_01k3v2m8q4f7x9b0c1d2e3f4g5",
  };
}

describe("/docs", () => {
  const addresses = (html: string) =>
    [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");

  it("is a page that loads nothing from other origins", async () => {
    const page = await api.call({ path: "/docs" });
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(addresses(page.text).length).toBeGreaterThan(1);
    for (const address of addresses(page.text)) {
      expect(address).toMatch(/^\/(?!\/)/);
      const file = await api.call({ path: address });
      expect({ address, status: file.status }).toEqual({ address, status: 200 });
    }
  });

  it("has a policy that forbids other origins, and only runs its own scripts", async () => {
    const { headers, text: html } = await api.call({ path: "/docs" });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
    const inline = html.match(/<script>([^<]*)<\/script>/)?.[1] ?? "";
    expect(policy).toContain(createHash("sha256").update(inline).digest("base64"));
  });

  it("includes a page with each event type, its example and its JSON Schema", async () => {
    const { status, headers, text: html } = await api.call({ path: "/docs/event-types" });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain('"url":"/docs/event-types"');
    for (const type of eventTypes) {
      const [, section = ""] = html.split(`<section id="${type}">`);
      expect(section).toContain(`"type": "${type}"`);
      expect(section).toContain(`"const": "${type}"`);
    }
  });

  it("serves only its own files", async () => {
    for (const path of [
      "/docs/files/package.json",
      "/docs/files/..%2fpackage.json",
      "/docs/files/__proto__",
    ]) {
      expect((await api.call({ path })).status).toBe(404);
    }
  });
});

describe("the problem pages", () => {
  const root = join(import.meta.dirname, "../src");
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.includes(".test."),
  );
  const kinds =
    "malformed|unauthenticated|payment_required|forbidden|not_found|method_not_allowed|conflict|gone|too_large|unsupported_media_type|invalid|rate_limited|unavailable";
  const literal = [
    new RegExp(`(?:new AppError|declareError)\\(\\s*"(?:${kinds})",\\s*"([a-z_]+)"`, "g"),
    /\bconflict\(\s*"([a-z_]+)"/g,
    /\bdeclarePage\(\s*"([a-z_]+)"/g,
  ];
  const codes = new Set(
    sources.flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      return literal.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[1] ?? ""));
    }),
  );

  it("are complete: the search finds the codes in every folder", () => {
    for (const code of ["internal_error", "method_not_allowed", "mail_already_active", "ds_record_exists"]) {
      expect(codes).toContain(code);
    }
  });

  it.each([...codes].sort())("include one for %s, which is served", async (code) => {
    expect([...problemPages.keys()]).toContain(code);
    const page = await api.call({ path: `/docs/problems/${code}` });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<code>${code}</code>`);
  });

  it("are declared once", () => {
    const declared = sources.flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      return [...source.matchAll(/\bdeclare(?:Error\(\s*"\w+",|Page\()\s*"(\w+)"/g)].map(([, code]) => code);
    });
    expect(declared.toSorted()).toEqual([...problemPages.keys()].sort());
  });

  it("return a page for an unknown code too", async () => {
    for (const code of ["no_such_code", "constructor", "%3Cscript%3E"]) {
      const page = await api.call({ path: `/docs/problems/${code}` });
      expect(page.status).toBe(404);
      expect(page.text).not.toContain(decodeURIComponent(code));
    }
  });
});
