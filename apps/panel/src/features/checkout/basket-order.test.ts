import type { OrderPreview, TldOffer } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import type { BasketItem } from "@/features/basket/basket.ts";
import { isRefused, linesOfBasket, orderAtPrices, quoteOfPreview, termOf } from "./basket-order.ts";

const offers = [
  { tld: "com", minYears: 1, maxYears: 10, whoisPrivacy: true },
  { tld: "ai", minYears: 2, maxYears: 3, whoisPrivacy: false },
] as TldOffer[];
const itemOf = (name: string, more: Partial<BasketItem> = {}): BasketItem => ({
  name,
  unicodeName: name,
  isPremium: false,
  years: 1,
  mailPlan: "",
  seen: null,
  ...more,
});
const shared = { contacts: { registrantId: "con_1" }, nameservers: [], autoRenew: true, whoisPrivacy: true };
const items = [itemOf("a.com", { mailPlan: "pro" }), itemOf("b.ai"), itemOf("c.com", { years: 3 })];
const lines = linesOfBasket(items, shared, offers);

it("orders the registrations, and after them the mail plans", () => {
  expect(lines).toMatchObject([
    { kind: "registration", name: "a.com", years: 1, whoisPrivacy: true, contacts: shared.contacts },
    { kind: "registration", name: "b.ai", years: 2, whoisPrivacy: false },
    { kind: "registration", name: "c.com", years: 3 },
    { kind: "mail_plan", domainName: "a.com", planSlug: "pro" },
  ]);
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
  const { problems, warnings, refusals, prices } = quoteOfPreview(preview);
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
