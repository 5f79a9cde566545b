import type { OrderInput, OrderPreview } from "@zonepost/schema";
import type { BasketItem } from "@/features/basket/basket.ts";
import { session, workspace } from "./records.ts";

const key = `zonepost.basket.${workspace.id}.${session.user.id}`;

export const basketItem = (name: string, more: Partial<BasketItem> = {}): BasketItem => ({
  name,
  unicodeName: name,
  isPremium: false,
  years: 1,
  mailPlan: "",
  seen: { years: 1, priceCents: 1000 },
  ...more,
});

/** What a person has put into the basket, as the browser keeps it. */
export const fillBasket = (...items: BasketItem[]) =>
  localStorage.setItem(key, JSON.stringify({ items, shared: {}, sent: null }));

export const keptBasket = () => JSON.parse(localStorage.getItem(key) ?? "null");

/** Quotes each line at the same price, without tax. */
export const quoteOf = (
  { lines }: Pick<OrderInput, "lines">,
  change: Partial<OrderPreview> = {},
): OrderPreview => ({
  dryRun: true,
  lines: lines.map((line) => ({
    kind: line.kind,
    domainName: line.kind === "mail_plan" ? line.domainName : line.name,
    years: line.kind === "registration" ? line.years : 1,
    planSlug: line.kind === "mail_plan" ? line.planSlug : null,
    priceCents: 1000,
    taxCents: 0,
    expiresAt: null,
  })),
  totalCents: lines.length * 1000,
  taxCents: 0,
  currency: "EUR",
  problems: [],
  warnings: [],
  ...change,
});
