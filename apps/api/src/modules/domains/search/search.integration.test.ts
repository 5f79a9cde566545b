import { createServer, type Socket } from "node:net";
import { createTRPCClient, httpBatchStreamLink } from "@trpc/client";
import { auditEntries, domainHistory, domains, events, outgoingEmails } from "@zonepost/db";
import type { DomainSuggestion } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDomainFixture,
  type DomainFixture,
  modulePorts,
  registrarsOf,
} from "../../../../test/support/domains/domain-fixture.ts";
import { type Api, newDsRecord, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { until } from "../../../../test/support/until.ts";
import type { AppRouter } from "../../../transport/trpc/router.ts";
import { readPriceList } from "../../payments/index.ts";
import type { Registrar } from "../index.ts";
import { RegistrarError } from "../ports.ts";
import { listTlds } from "./list-tlds.ts";
import { quoteName, quoteTerm } from "./quote.ts";
import { searchDomain, searchDomainByName } from "./search-domain.ts";
import { listSuggestions } from "./suggest-domains.ts";

const secretCode = "north-by-northwest";
const tlds = ["com", "net", "org", "dev", "io", "eu", "de"];

/** A port that accepts connections and stays silent until they are released. */
async function startSilence() {
  const lines = new Set<Socket>();
  let isAsked = false;
  const server = createServer((line) => {
    isAsked = true;
    lines.add(line);
    line.on("error", () => {}).on("close", () => lines.delete(line));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    isAsked: () => isAsked,
    end() {
      server.close();
      for (const line of lines) {
        line.destroy();
      }
    },
  };
}

let api: Api;
let workspace: Workspace;
let cookie: string;
let registrar: object;

beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
  ({ cookie } = workspace.owner);
  const { EPP_CA_FILE: caFile, EPP_CLIENT_ID: clientId, EPP_PASSWORD: password } = api.env;
  registrar = { code: secretCode, host: "127.0.0.1", port: api.registry.port, clientId, password, caFile };
});
afterAll(() => api?.[Symbol.asyncDispose]());

const withRegistrars = (...list: object[]) => api.startAnother({ env: { REGISTRARS: JSON.stringify(list) } });
type Asked = Pick<Api, "call">;

async function suggest(word: string, asked: Asked = api): Promise<DomainSuggestion[]> {
  const answer = await asked.call({ path: `/domains/suggestions?${new URLSearchParams({ word })}`, cookie });
  expect(answer.status).toBe(200);
  return answer.json;
}
/** A busy database may take longer than the check waits. */
const untilReady = ({ call }: Asked) =>
  until("it is ready", async () => {
    const answer = await call({ path: "/health/ready" });
    return answer.status === 200 ? answer : undefined;
  });
const problemOf = async (word: string) => {
  const answer = await api.call({ path: `/domains/suggestions?${new URLSearchParams({ word })}`, cookie });
  return [answer.status, answer.json.errors?.[0]?.pointer, answer.json.errors?.[0]?.message];
};

describe("a word under all TLDs", () => {
  it("has one result per TLD, in order, with yearly and monthly prices", async () => {
    const results = await suggest("Widget Works");
    expect(results.map(({ name, position }) => [name, position])).toEqual(
      tlds.map((tld, position) => [`widgetworks.${tld}`, position]),
    );
    for (const each of results) {
      expect(each).toMatchObject({ available: true, reason: null, premium: false, currency: "EUR" });
      expect(each.registerYearCents).toBeGreaterThan(0);
      expect(each.renewYearCents).toBeGreaterThan(0);
      expect(each.monthlyPriceCents).toBe(Math.ceil(each.registerYearCents / 12));
    }
  });

  it("puts a complete name first, and finds it in a host name in any notation", async () => {
    expect((await suggest("widgetworks.de")).map(({ tld }) => tld)).toEqual([
      "de",
      ...tlds.filter((tld) => tld !== "de"),
    ]);
    expect((await suggest("WWW.Widgetworks.io."))[0]?.name).toBe("widgetworks.io");
    expect((await suggest("ＢÜCHER。de"))[0]).toMatchObject({
      name: "xn--bcher-kva.de",
      unicodeName: "bücher.de",
      available: true,
    });
    expect((await suggest("xn--bcher-kva"))[0]).toMatchObject({ unicodeName: "bücher.com" });
  });

  it("reports a TLD that is not offered, with the ones that are", async () => {
    const [first, second, ...more] = await suggest("widgetworks.example");
    expect(first).toMatchObject({ name: "widgetworks.example", available: false, reason: "not_offered" });
    expect([second?.name, more.length]).toEqual(["widgetworks.com", 6]);
  });

  it("costs nothing if unavailable, with the reason; premium names are marked", async () => {
    for (const each of await suggest("taken-widget")) {
      expect(each).toMatchObject({
        available: false,
        reason: "taken",
        monthlyPriceCents: 0,
        registerYearCents: 0,
        renewYearCents: 0,
      });
    }
    const [premium, ordinary] = [(await suggest("premium-widget"))[0], (await suggest("widget-free"))[0]];
    expect(premium).toMatchObject({ available: true, premium: true });
    expect(premium?.registerYearCents).toBeGreaterThan(ordinary?.registerYearCents ?? 0);
    const name = await workspace.addDomain();
    expect((await suggest(name))[0]).toMatchObject({ name, available: false, reason: "already_yours" });
    const theirs = await (await api.createWorkspace()).addDomain();
    expect((await suggest(theirs))[0]).toMatchObject({ available: false, reason: "taken" });
  });

  it("is too short for some TLDs and valid for others", async () => {
    const reasons = Object.fromEntries((await suggest("qy")).map(({ tld, reason }) => [tld, reason]));
    expect(reasons).toEqual({
      com: "invalid_label",
      net: "invalid_label",
      org: "invalid_label",
      dev: "invalid_label",
      io: "invalid_label",
      eu: null,
      de: null,
    });
  });

  it("has a warning if it mixes scripts or imitates Latin letters, and is unavailable if a registry would refuse it", async () => {
    for (const each of await suggest("аpple")) {
      expect(each).toMatchObject({
        available: false,
        reason: "invalid_label",
        warnings: [{ code: "mixed_scripts" }],
      });
    }
    for (const each of await suggest("аррӏе")) {
      const isInTables = each.tld !== "de" && each.tld !== "eu";
      expect(each).toMatchObject({ available: isInTables, warnings: [{ code: "looks_latin" }] });
    }
    expect((await suggest("пример"))[0]).toMatchObject({ available: true, warnings: [] });
    const search = await api.call({ path: `/domains/search?q=${encodeURIComponent("аpple.com")}`, cookie });
    expect([search.status, search.json.errors[0].message]).toEqual([
      422,
      "The name mixes scripts in one part. Registries refuse such names.",
    ]);
  });

  it.each([
    ["ex_ample", "Enter a domain name, such as example.com."],
    [
      "-widget",
      "No part can start or end with a hyphen, or have hyphens as its third and fourth characters.",
    ],
    ["💩", "The name contains a character that domain names cannot have."],
    ["user@example.com", "Enter a domain name, such as example.com."],
    ["a..com", "Enter a domain name, such as example.com."],
    ["a".repeat(64), "Each part between the dots has 1 to 63 characters in its ASCII form."],
  ])("is rejected with a clear message if it can't be a name: %s", async (word, message) => {
    expect(await problemOf(word)).toEqual([422, "/query/word", message]);
  });

  it("is rejected if empty or too long for any name", async () => {
    expect((await problemOf("  "))[0]).toBe(422);
    expect((await problemOf("a".repeat(254)))[0]).toBe(422);
  });
});

describe("several registrars", () => {
  it("each return results for their TLDs, in the order of the configuration", async () => {
    const both = await withRegistrars({ ...registrar, tlds: ["de", "com"] });
    const results = await suggest("widgetworks", both);
    expect(results.map(({ tld }) => tld)).toEqual(["net", "org", "dev", "io", "eu", "de", "com"]);
    expect(results.every(({ available }) => available)).toBe(true);
    await untilReady(both);
  });

  it("return all results but those of an unavailable registrar, which have a reason", async () => {
    const half = await withRegistrars({ ...registrar, port: 1, currency: "USD", tlds: ["dev", "io"] });
    const results = await suggest("widgetworks", half);
    expect(results.filter(({ reason }) => reason !== null)).toEqual(
      ["dev", "io"].map((tld) =>
        expect.objectContaining({
          tld,
          available: false,
          reason: "registry_away",
          registerYearCents: 0,
          monthlyPriceCents: 0,
          currency: "USD",
        }),
      ),
    );
    const offers = await half.call({ path: "/domains/tlds", cookie });
    expect(offers.json.map(({ tld, prices }: Offer) => [tld, prices !== null])).toEqual(
      ["com", "net", "org", "eu", "de", "dev", "io"].map((tld) => [tld, !["dev", "io"].includes(tld)]),
    );
    expect((await untilReady(half)).json.checks.registry).toBe("unavailable");
  });

  it("stream their results while another one is still silent", async () => {
    const silence = await startSilence();
    const both = await withRegistrars({ ...registrar, port: silence.port, tlds: ["com", "dev"] });
    // Its session with the other registrar is open before the connection's time limit begins.
    await both.call({ path: "/domains/search?q=widgetworks.net", cookie });
    const client = createTRPCClient<AppRouter>({
      links: [httpBatchStreamLink({ url: `${both.address}/trpc`, headers: { cookie } })],
    });
    const results = await client.domains.suggestions.query({ word: "widgetworks.com" });
    const seen: string[] = [];
    for await (const { tld, reason, position } of results) {
      seen.push(`${position} ${tld} ${reason}`);
      if (seen.length === 5) {
        await until("the other registrar is asked", silence.isAsked);
        silence.end();
      }
    }
    expect(seen).toEqual([
      "1 net null",
      "2 org null",
      "3 io null",
      "4 eu null",
      "5 de null",
      "0 com registry_away",
      "6 dev registry_away",
    ]);
  });

  it("check several names, each under its own TLD only", async () => {
    const client = createTRPCClient<AppRouter>({
      links: [httpBatchStreamLink({ url: `${api.address}/trpc`, headers: { cookie } })],
    });
    const names = ["widgetworks.com", "taken-widget.de", "widget.example", "-"];
    const seen: [number, string, string | null][] = [];
    for await (const { position, name, reason } of await client.domains.checkNames.query({ names })) {
      seen.push([position, name, reason]);
    }
    expect(seen.sort()).toEqual([
      [0, "widgetworks.com", null],
      [1, "taken-widget.de", "taken"],
      [2, "widget.example", "not_offered"],
      [3, "-", "invalid_label"],
    ]);
  });

  it("are streamed only to links that accept streams, and other links get an error", async () => {
    const input = encodeURIComponent(JSON.stringify({ word: "widget" }));
    const answer = await api.call({ path: `/trpc/domains.suggestions?input=${input}`, cookie });
    expect([answer.status, answer.json.error.data.problem.code]).toEqual([415, "stream_only"]);
  });
});

type Offer = { tld: string; prices: object | null };

describe("the TLDs on offer", () => {
  let fixture: DomainFixture;
  beforeAll(async () => {
    fixture = await createDomainFixture();
  });
  afterAll(() => fixture?.[Symbol.asyncDispose]());

  it("have their rules, and the price of a standard name", async () => {
    const offers = (await api.call({ path: "/domains/tlds", cookie })).json;
    expect(offers.map(({ tld }: Offer) => tld)).toEqual(tlds);
    const com = (await suggest("widgetworks.com"))[0];
    expect(offers[0]).toMatchObject({
      tld: "com",
      minYears: 1,
      maxYears: 10,
      currency: "EUR",
      prices: { registerYearCents: com?.registerYearCents, renewYearCents: com?.renewYearCents },
      contactRoles: ["registrant", "admin", "tech"],
      graceDays: 30,
    });
    expect(offers[0].prices.transferCents).toBeGreaterThan(0);
    expect(offers[0].prices.restoreCents).toBeGreaterThan(0);
  });

  it("never show a name as free of charge if the registry sends no price", async () => {
    const { ctx: ctxOf } = await fixture.createWorkspace();
    const unpriced: Registrar = {
      ...fixture.registrar,
      checkAvailability: async (names) =>
        (await fixture.registrar.checkAvailability(names)).map((answer) => ({
          ...answer,
          costs: { ...answer.costs, registerYearCents: null, transferCents: null },
        })),
    };
    const ctx = { ...ctxOf(), ...modulePorts, registrars: registrarsOf(unpriced) };
    for (const suggestion of await listSuggestions(ctx, "widgetworks")) {
      expect(suggestion).toMatchObject({ available: false, reason: "not_offered" });
    }
    const unavailable = { available: false, reason: "not_offered", monthlyPriceCents: 0 };
    expect(await searchDomainByName(ctx, "widgetworks.com")).toMatchObject(unavailable);
    expect(await searchDomain(ctx, "widgetworks.com")).toEqual({
      available: false,
      premium: false,
      monthlyPriceCents: 0,
      currency: "EUR",
    });
    expect((await listTlds(ctx)).filter(({ prices }) => prices !== null)).toEqual([]);
  });

  it("have their fixed prices even without fees, and offer no premium name in another currency", async () => {
    const { ctx: ctxOf } = await fixture.createWorkspace();
    const fixed = {
      registerYearCents: 1234,
      renewYearCents: 2345,
      transferCents: 3456,
      restoreCents: 4567,
    };
    const file = {
      currency: "CHF",
      mailPlans: { starter: 0, pro: 0, business: 0 },
      tlds: Object.fromEntries(tlds.map((tld) => [tld, { fixed }])),
    };
    const priceList = readPriceList(JSON.stringify(file), [], { CHF: 50 });
    const costs = { registerYearCents: null, renewYearCents: null, transferCents: null, restoreCents: null };
    const withoutFees: Registrar = {
      ...fixture.registrar,
      checkAvailability: async (names) =>
        (await fixture.registrar.checkAvailability(names)).map((answer) => ({ ...answer, costs })),
      costOfRegistration: async () => {
        throw new RegistrarError("no_price", "no fee");
      },
    };
    const ctxWith = (registrar: Registrar) => ({
      ...ctxOf(),
      ...modulePorts,
      priceList,
      registrars: registrarsOf(registrar),
    });
    for (const registrar of [withoutFees, { ...fixture.registrar, ...fixture.absentRegistrar() }]) {
      const offers = await listTlds(ctxWith(registrar));
      const priced = offers.filter(({ tld }) => tlds.includes(tld));
      expect(priced.map(({ currency, prices }) => [currency, prices])).toEqual(
        tlds.map(() => ["CHF", fixed]),
      );
    }
    const ctx = ctxWith(withoutFees);
    expect(await searchDomainByName(ctx, "widgetworks.com")).toMatchObject({
      available: true,
      reason: null,
      monthlyPriceCents: 103,
      currency: "CHF",
    });
    const quoted = await quoteName(ctx, withoutFees, "widgetworks.com");
    expect(await quoteTerm(ctx, withoutFees, quoted, "register", 3)).toEqual({
      cost: null,
      price: { priceCents: 3702, currency: "CHF" },
    });
    expect(await searchDomainByName(ctxWith(fixture.registrar), "premium-name.com")).toMatchObject({
      available: false,
      reason: "not_offered",
      premium: true,
    });
  });

  it("load their prices every ten minutes, and immediately after an outage", async () => {
    let asked = 0;
    const absent = fixture.absentRegistrar();
    let current: Registrar = absent;
    const counted: Registrar = {
      ...fixture.registrar,
      checkAvailability: (names) => {
        asked += 1;
        return current.checkAvailability(names);
      },
    };
    let wall = Date.now();
    const { ctx: ctxOf } = await fixture.createWorkspace();
    const ctx = {
      ...ctxOf(),
      ...modulePorts,
      registrars: registrarsOf(counted),
      clock: { ...fixture.clock, wallNow: () => new Date(wall) },
    };
    const hasPrices = async () => (await listTlds(ctx)).every(({ prices }) => prices !== null);
    expect([await hasPrices(), asked]).toEqual([false, 1]);
    current = fixture.registrar;
    expect([await hasPrices(), asked]).toEqual([true, 2]);
    expect(await Promise.all([hasPrices(), hasPrices()])).toEqual([true, true]);
    wall += 10 * 60_000 - 1;
    expect([await hasPrices(), asked]).toEqual([true, 2]);
    wall += 1;
    expect([await hasPrices(), asked]).toEqual([true, 3]);
    await absent.close();
  });
});

describe("the registrar", () => {
  it("is never named in a response, problem, event, history, audit entry or email", async () => {
    const hidden = await withRegistrars({ ...registrar, tlds: ["dev"] });
    const name = await workspace.addDomain({ name: "kept-in-the-dark.dev" });
    await api.db.update(domains).set({ registrar: secretCode }).where(eq(domains.name, name));
    const ds = newDsRecord();
    const query = new URLSearchParams(
      Object.entries(ds).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const get = (path: string) => ({ path });
    const post = (path: string, body: object) => ({ method: "POST", path, body });
    const calls = [
      ...[
        "mine",
        "tlds",
        "suggestions?word=dark",
        "search?q=dark.dev",
        "export",
        "operations",
        "batches",
      ].map((path) => get(`/domains/${path}`)),
      post(`/domains/${name}/dnssec`, ds),
      post(`/domains/${name}/dnssec`, ds),
      post(`/domains/${name}/dnssec/preflight`, {}),
      { method: "DELETE", path: `/domains/${name}/dnssec?${query}` },
      { method: "PATCH", path: `/domains/${name}`, body: { locked: true } },
      post("/domain-batches", { names: [name], change: { autoRenew: false } }),
      ...["", "/dnssec", "/dnssec/timeline", "/history", "/history/export", "/contacts"].map((path) =>
        get(`/domains/${name}${path}`),
      ),
      get("/audit-log"),
      get("/audit-log/export"),
      get("/trpc/domains.page?input={}"),
      get("/openapi.json"),
      get("/health/ready"),
    ];
    const responses: string[] = [];
    for (const call of calls) {
      responses.push((await hidden.call({ ...call, cookie })).text);
    }
    await api.registry.injectFault({ kind: "answer", command: "domain:update", code: 2306 });
    const refused = await hidden.call({ ...post(`/domains/${name}/dnssec`, newDsRecord()), cookie });
    expect([refused.status, refused.json.code]).toEqual([409, "registry_refused"]);
    const away = await withRegistrars({ ...registrar, port: 1, tlds: ["dev"] });
    const unavailable = await away.call({ ...post(`/domains/${name}/dnssec`, newDsRecord()), cookie });
    expect([unavailable.status, unavailable.json.code]).toEqual([503, "registry_unavailable"]);
    const kept = await Promise.all(
      [events, domainHistory, auditEntries, outgoingEmails].map((table) => api.db.select().from(table)),
    );
    expect(kept[0]?.length).toBeGreaterThan(1);
    const all = [...responses, refused.text, unavailable.text, JSON.stringify(kept)].join("\n");
    expect(all).toContain(name);
    expect(all).not.toContain(secretCode);
    expect(responses.slice(0, 7).join("\n")).not.toContain(`"registrar"`);
  });
});
