import type { OrderPreview, TldOffer } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { type BasketItem, itemFor } from "../basket/basket.ts";
import {
  isRefused,
  orderAtPrices,
  ordersOfBasket,
  quoteOfPreviews,
  sumOfPreviews,
  termOf,
} from "./basket-order.ts";

const offers = [
  { tld: "com", minYears: 1, maxYears: 10, whoisPrivacy: true },
  { tld: "ai", minYears: 2, maxYears: 3, whoisPrivacy: false },
] as TldOffer[];
const itemOf = (name: string, more: Partial<BasketItem> = {}): BasketItem => ({
  ...itemFor("registration", { name, unicodeName: name }),
  ...more,
});
const shared = { contacts: { registrantId: "con_1" }, nameservers: [], autoRenew: true, whoisPrivacy: true };
const items = [itemOf("a.com", { mailPlan: "pro" }), itemOf("b.ai"), itemOf("c.com", { years: 3 })];
const [lines = []] = ordersOfBasket(items, shared, offers);

it("orders the registrations, and after them the mail plans", () => {
  expect(lines).toMatchObject([
    { kind: "registration", name: "a.com", years: 1, whoisPrivacy: true, contacts: shared.contacts },
    { kind: "registration", name: "b.ai", years: 2, whoisPrivacy: false },
    { kind: "registration", name: "c.com", years: 3 },
    { kind: "mail_plan", domainName: "a.com", planSlug: "pro" },
  ]);
});

it("orders renewals from their expiry, restores, and transfers without nameservers or a code", () => {
  const expiresAt = "2027-03-01T00:00:00.000Z";
  const given = (["renewal", "restore", "transfer_in"] as const).map((kind) =>
    itemFor(kind, { name: `${kind.slice(0, 5)}.com`, unicodeName: "", expiresAt }),
  );
  expect(ordersOfBasket(given, shared, offers)).toEqual([
    [
      { kind: "renewal", name: "renew.com", years: 1, currentExpiresAt: expiresAt },
      { kind: "restore", name: "resto.com" },
      {
        kind: "transfer_in",
        name: "trans.com",
        contacts: shared.contacts,
        autoRenew: true,
        whoisPrivacy: true,
      },
    ],
  ]);
});

it("needs no contacts for renewals", () => {
  const renewal = itemFor("renewal", { name: "a.com", unicodeName: "a.com", expiresAt: "2027-03-01" });
  expect(ordersOfBasket([renewal], undefined, offers)).toHaveLength(1);
});

it("has an order per 50 lines, and a mail plan in the order of its domain", () => {
  const many = Array.from({ length: 101 }, (_, index) =>
    itemOf(`${index}.com`, { mailPlan: index === 49 ? "pro" : "" }),
  );
  const all = ordersOfBasket(many, shared, offers);
  expect(all.map(({ length }) => length)).toEqual([49, 50, 3]);
  expect(all[1]?.at(-1)).toEqual({ kind: "mail_plan", domainName: "49.com", planSlug: "pro" });
});

it.each([
  ["a.com", 1, 1],
  ["a.com", 12, 10],
  ["b.ai", 1, 2],
  ["b.ai", 9, 3],
  ["unknown.zz", 4, 4],
])("the term of %s for %d years is %d", (name, years, expected) => {
  expect(termOf({ name, years }, offers)).toBe(expected);
});

const line = (kind: "registration" | "mail_plan", domainName: string, priceCents: number | null) => ({
  kind,
  domainName,
  years: 1,
  planSlug: null,
  priceCents,
  taxCents: 0,
  expiresAt: kind === "registration" ? "2030-01-01T00:00:00.000Z" : null,
});
const preview: OrderPreview = {
  dryRun: true,
  lines: [
    line("registration", "a.com", 1000),
    line("registration", "b.ai", null),
    line("registration", "c.com", 3000),
    line("mail_plan", "a.com", 990),
  ],
  totalCents: 4990,
  taxCents: 0,
  currency: "EUR",
  problems: [
    { code: "domain_unavailable", message: "Taken.", pointer: "/lines/1" },
    { code: "invalid_input", message: "Choose a contact.", pointer: "/lines/2/contacts/registrantId" },
    { code: "invalid_input", message: "Choose a contact.", pointer: "/lines/2/contacts/adminId" },
    { code: "already_ordered", message: "Wait.", pointer: null },
  ],
  warnings: [{ code: "no_nameservers", message: "Add nameservers.", pointer: "/lines/3" }],
};

it("sorts a quote by domain", () => {
  const { problems, warnings, refusals, prices } = quoteOfPreviews([preview]);
  expect(Object.fromEntries(problems)).toEqual({
    "b.ai": [{ code: "domain_unavailable", message: "Taken." }],
    "c.com": [{ code: "invalid_input", message: "Choose a contact." }],
  });
  expect(Object.fromEntries(warnings)).toEqual({
    "a.com": [{ code: "no_nameservers", message: "Add nameservers." }],
  });
  expect(refusals).toEqual([{ code: "already_ordered", message: "Wait." }]);
  expect(prices.get("a.com")).toEqual({
    domainCents: 1000,
    mailCents: 990,
    expiresAt: "2030-01-01T00:00:00.000Z",
  });
});

it("sums up all orders", () => {
  expect(sumOfPreviews([preview, preview])).toMatchObject({ totalCents: 9980, currency: "EUR" });
  expect(sumOfPreviews([])).toBeUndefined();
});

it("orders at the prices shown", () => {
  const order = orderAtPrices(lines, preview);
  expect(order.expectedTotalCents).toBe(4990);
  expect(order.lines).toMatchObject([{ expectedPriceCents: 1000 }, {}, { expectedPriceCents: 3000 }, {}]);
  expect(order.lines[3]).toEqual(lines[3]);
});

describe("a failed order", () => {
  it.each([
    ["409 price_changed", { status: 409, code: "price_changed" }, true],
    ["422", { status: 422, code: "invalid_input" }, true],
    ["403", { status: 403, code: "forbidden" }, true],
    ["an earlier request in progress", { status: 409, code: "idempotency_key_in_flight" }, false],
    ["402", { status: 402, code: "card_declined" }, false],
    ["the end of the session", { status: 401, code: "unauthenticated" }, false],
    ["a rate limit", { status: 429, code: "rate_limited" }, false],
    ["500", { status: 500 }, false],
    ["no answer", {}, false],
  ])("after %s", (_case, { status, code }: { status?: number; code?: string }, expected) => {
    expect(isRefused({ status, code, unreachable: status === undefined })).toBe(expected);
  });
});
