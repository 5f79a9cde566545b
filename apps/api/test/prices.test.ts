import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { movingInAuthInfo } from "@zonepost/registry";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "./support/answer.ts";
import { settleIn } from "./support/domains/year-of-a-domain.ts";
import { type Api, startApi } from "./support/start-api.ts";

const folder = mkdtempSync(join(tmpdir(), "zonepost-prices-"));
const PRICE_LIST_FILE = join(folder, "prices.json");
const list = {
  currency: "EUR",
  taxPercent: 19,
  taxPercentByCountry: { AT: 20, US: 0 },
  default: { factor: 2 },
  mailPlans: { starter: 990, pro: 3990, business: 9990 },
};
writeFileSync(PRICE_LIST_FILE, JSON.stringify(list));

let api: Api;
let set: Awaited<ReturnType<typeof settleIn>>;
beforeAll(async () => {
  api = await startApi({ seedRegistry: true, env: { PRICE_LIST_FILE } });
  set = await settleIn(api);
});
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

type Call = { method?: string; path: string; body?: object; headers?: Record<string, string> };
const call = (sent: Call): Promise<Answer> => api.call({ ...sent, cookie: set.workspace.owner.cookie });
const post = (path: string, body: object): Call => ({ method: "POST", path, body });
/** As the panel's streaming client sends it. */
const query = (procedure: string, input: object): Call => ({
  path: `/trpc/${procedure}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input }))}`,
  headers: { "trpc-accept": "application/jsonl" },
});
const mutation = (procedure: string, body: object): Call => post(`/trpc/${procedure}`, body);

/** All amounts of a response, in its fields and in its texts. */
const amountsIn = ({ text }: Answer): number[] => [
  ...[...text.matchAll(/Cents\W{1,4}(\d+)/g)].map(([, cents]) => Number(cents)),
  ...[...text.matchAll(/(\d+)\.(\d{2}) EUR/g)].map(([, whole, cents]) => Number(`${whole}${cents}`)),
];

/** The registry's costs of a name: of its first year, a renewal, a transfer and a restore. */
async function costsOf(name: string) {
  const [answer] = (await api.wired.registrars.byCode("primary")?.checkAvailability([name])) ?? [];
  const {
    registerYearCents = 0,
    renewYearCents = 0,
    transferCents = 0,
    restoreCents = 0,
  } = answer?.costs ?? {};
  return {
    register: registerYearCents ?? 0,
    renew: renewYearCents ?? 0,
    transfer: transferCents ?? 0,
    restore: restoreCents ?? 0,
  };
}

/** Sends the calls in turn. Each must show these prices and no other amount, except 0 for "no price". */
async function expectPrices(prices: number[], calls: Call[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const each of calls) {
    const answer = await call(each);
    const shown = amountsIn(answer).filter((cents) => cents > 0);
    expect(shown.length > 0 || `${each.path}: ${answer.text}`).toBe(true);
    expect(
      shown.filter((cents) => !prices.includes(cents)),
      `${each.path}: ${answer.text}`,
    ).toEqual([]);
    answers.push(answer);
  }
  return answers;
}

const monthly = (yearCents: number) => Math.ceil(yearCents / 12);

describe("with a factor of 2, customers never see a cost", () => {
  it("in search, suggestions and the TLD list", async () => {
    const tlds = ["com", "net", "org", "dev", "io", "eu", "de"];
    const costs = await Promise.all(tlds.map((tld) => costsOf(`never-searched.${tld}`)));
    const prices = costs.flatMap(({ register, renew, transfer, restore }) =>
      [register, renew, transfer, restore].map((cost) => cost * 2),
    );
    const years = costs.map(({ register }) => register * 2);
    expect(prices.filter((price) => costs.some((cost) => Object.values(cost).includes(price)))).toEqual([]);

    const [com] = costs;
    await expectPrices(
      [monthly((com?.register ?? 0) * 2)],
      [{ path: "/domains/search?q=a-free-name.com" }, query("domains.search", { q: "a-free-name.com" })],
    );
    await expectPrices(
      [...prices, ...years.map(monthly)],
      [
        { path: "/domains/suggestions?word=a-free-name" },
        query("domains.suggestions", { word: "a-free-name" }),
        query("domains.checkNames", { names: ["a-free-name.com", "a-free-name.de"] }),
        { path: "/domains/tlds" },
        { path: "/trpc/domains.tlds" },
      ],
    );
    const premium = await costsOf("premium-name.com");
    await expectPrices(
      [premium.register * 2, premium.renew * 2, monthly(premium.register * 2)],
      [query("domains.checkNames", { names: ["premium-name.com"] })],
    );
  });

  it("in a registration, its dry runs and its operation", async () => {
    const contacts = { registrantId: set.contactId };
    const { register } = await costsOf("bought-twice.com");
    const input = { name: "bought-twice.com", contacts };
    await expectPrices(
      [register * 4],
      [
        post("/domains", { ...input, years: 2, dryRun: true }),
        mutation("domains.previewRegistration", { ...input, years: 2 }),
        post("/domains", { ...input, years: 2, expectedPriceCents: register * 2 }),
      ],
    );
    const [refused, done] = await expectPrices(
      [register * 2],
      [
        post("/domains", { ...input, expectedPriceCents: register }),
        post("/domains", { ...input, expectedPriceCents: register * 2 }),
        { path: "/domain-operations" },
        { path: `/trpc/domains.operations.list?input=${encodeURIComponent("{}")}` },
      ],
    );
    expect(refused).toMatchObject({ status: 409, json: { code: "price_changed", priceCents: register * 2 } });
    expect(done).toMatchObject({ status: 201, json: { state: "succeeded", priceCents: register * 2 } });
    const [booked] = await api.sql`select cents from registry.account_entries order by id desc limit 1`;
    expect(Number(booked?.cents)).toBe(-register);
    const premium = await costsOf("premium-bought.com");
    await expectPrices(
      [premium.register * 2, premium.renew * 2],
      [
        post("/domains", { ...input, name: "premium-bought.com", dryRun: true }),
        post("/domains", { ...input, name: "premium-bought.com" }),
        mutation("domains.previewRegistration", {
          ...input,
          name: "premium-bought.com",
        }),
        post("/domains", { ...input, name: "premium-bought.com", expectedPriceCents: premium.register * 2 }),
      ],
    );
  });

  it("in a renewal and its dry runs", async () => {
    const name = await set.workspace.addDomain();
    const { renew } = await costsOf(name);
    const { expiresAt: currentExpiresAt } = await set.read(name);
    const path = `/domains/${name}/renew`;
    await expectPrices(
      [renew * 4],
      [
        post(path, { years: 2, currentExpiresAt, dryRun: true }),
        mutation("domains.previewRenewal", { name, years: 2, currentExpiresAt }),
      ],
    );
    const [, , refused, done] = await expectPrices(
      [renew * 2],
      [
        post(path, { currentExpiresAt, dryRun: true }),
        mutation("domains.previewRenewal", { name, currentExpiresAt }),
        post(path, { currentExpiresAt, expectedPriceCents: renew }),
        post(path, { currentExpiresAt, expectedPriceCents: renew * 2 }),
      ],
    );
    expect(refused).toMatchObject({ status: 409, json: { code: "price_changed" } });
    expect(done?.json).toMatchObject({ state: "succeeded" });
  });

  it("in a restore and its dry runs", async () => {
    const name = await set.workspace.addDomain();
    const { restore, renew } = await costsOf(name);
    await call(post(`/domains/${name}/delete`, { confirmName: name }));
    const path = `/domains/${name}/restore`;
    const prices = [restore * 2 + renew * 2];
    const [, , refused, done] = await expectPrices(prices, [
      post(path, { dryRun: true }),
      mutation("domains.previewRestore", { name }),
      post(path, { expectedPriceCents: restore + renew }),
      mutation("orders.restoreDomain", { name, expectedPriceCents: restore * 2 + renew * 2 }),
    ]);
    expect(refused).toMatchObject({ status: 409, json: { code: "price_changed" } });
    expect(done?.json.result.data).toMatchObject({ state: "succeeded" });
  });

  it("in a transfer in, its dry runs and its operation", async () => {
    const { transfer } = await costsOf("moving-in.com");
    const contacts = { registrantId: set.contactId };
    const input = { name: "moving-in.com", authCode: movingInAuthInfo, contacts };
    const [, , refused, done] = await expectPrices(
      [transfer * 2],
      [
        post("/domains/transfers", { ...input, dryRun: true }),
        mutation("domains.previewTransferIn", input),
        post("/domains/transfers", { ...input, expectedPriceCents: transfer }),
        post("/domains/transfers", { ...input, expectedPriceCents: transfer * 2 }),
        { path: "/domain-operations?name=moving-in.com" },
      ],
    );
    expect(refused).toMatchObject({ status: 409, json: { code: "price_changed" } });
    expect(done).toMatchObject({ json: { kind: "transfer_in", state: "pending" } });
    await expectPrices(
      [transfer * 2],
      [
        { path: "/audit-log?action=domain.transfer_requested" },
        { path: "/audit-log/export?action=domain.transfer_requested" },
      ],
    );
  });

  it("in the history, the details and the exports of the domains that were bought", async () => {
    const paths = ["bought-twice.com", "premium-bought.com", "moving-in.com"].flatMap((name) => [
      `/domains/${name}`,
      `/domains/${name}/history`,
      `/domains/${name}/history/export`,
    ]);
    for (const path of ["/domains/mine", "/domains/export", ...paths]) {
      const answer = await call({ path });
      expect([path, answer.status]).toEqual([path, 200]);
      // Of these, only an open operation has a price.
      const isPrice = (cents: number) => cents === answer.json?.operation?.priceCents;
      expect([path, ...amountsIn(answer).filter((cents) => !isPrice(cents))]).toEqual([path]);
    }
    const { transfer } = await costsOf("moving-in.com");
    const moving = await call({ path: "/domains/moving-in.com" });
    expect(moving.json.operation.priceCents).toBe(transfer * 2);
  });
});

describe("the list of prices", () => {
  const tlds = ["com", "net", "org", "dev", "io", "eu", "de"];
  const rowsOf = async (factor: number, planCents: Record<string, number>, taxPercent: number) => {
    const more = { currency: "EUR", taxPercent };
    const ofTlds = tlds.map(async (tld) => {
      const costs = Object.entries(await costsOf(`never-searched.${tld}`));
      return costs.map(([action, cost]) => ({
        ...{ tld, mailPlanSlug: null, action, priceCents: cost * factor, ...more },
        years: action === "restore" || (action === "transfer" && tld === "de") ? 0 : 1,
      }));
    });
    const ofPlans = Object.entries(planCents).flatMap(([mailPlanSlug, priceCents]) =>
      ["activate", "renew"].map((action) => ({
        ...{ tld: null, mailPlanSlug, action, priceCents, ...more },
        years: 1,
      })),
    );
    return [...(await Promise.all(ofTlds)).flat(), ...ofPlans];
  };

  it("has every TLD and mail plan by action, with the tax", async () => {
    const rows = await rowsOf(2, list.mailPlans, 19);
    expect((await call({ path: "/prices" })).json).toEqual(rows);
    expect((await call({ path: "/trpc/domains.prices" })).json.result.data).toEqual(rows);
  });

  it("has the tax of the country in the billing profile", async () => {
    const { cookie } = (await api.createWorkspace()).owner;
    const rates = async (countryCode: string | null) => {
      await api.call({ method: "PUT", path: "/workspace/billing", cookie, body: { countryCode } });
      const prices: { taxPercent: number }[] = (await api.call({ path: "/prices", cookie })).json;
      return [...new Set(prices.map(({ taxPercent }) => taxPercent))];
    };
    expect(await rates("AT")).toEqual([20]);
    expect(await rates("US")).toEqual([0]);
    expect(await rates("FR")).toEqual([19]);
    expect(await rates(null)).toEqual([19]);
  });

  it("must have the prices of domains at a registrar that no longer offers their TLD", async () => {
    const domain = await set.workspace.addDomain();
    const login = { host: "127.0.0.1", port: 1, clientId: "former", password: "former-password" };
    const former = { code: "former", currency: "USD", tlds: [], ...login };
    const another = await api.startAnother({ env: { REGISTRARS: JSON.stringify([former]) } });
    await another.wired.refuseUnpricedDomains();
    await api.sql`update domains set registrar = 'former' where name = ${domain}`;
    await expect(another.wired.refuseUnpricedDomains()).rejects.toThrow(
      'PRICE_LIST_FILE: .com has domains and its registry charges in USD; add to "tlds": "com": { "fixed": { "renewYearCents": …, "restoreCents": … } }',
    );
    await api.sql`update domains set registrar = 'primary' where name = ${domain}`;
  });

  it("has the registries' prices without a list, and the sandbox's of the mail plans", async () => {
    const another = await api.startAnother({ env: { PRICE_LIST_FILE: "" } });
    const { cookie } = set.workspace.owner;
    const plans = { starter: 1_200, pro: 4_800, business: 18_000 };
    expect((await another.call({ path: "/prices", cookie })).json).toEqual(await rowsOf(1, plans, 0));
  });
});
