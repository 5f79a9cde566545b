import type { OrderPreview } from "@zonepost/schema";
import type { BasketItem, BasketLine } from "@/features/basket/basket.ts";
import { session, workspace } from "./records.ts";

const key = `zonepost.basket.${workspace.id}.${session.user.id}`;

export const basketItem = (name: string, more: Partial<BasketItem> = {}): BasketItem => ({
  kind: "registration",
  name,
  unicodeName: name,
  isPremium: false,
  years: 1,
  currentExpiresAt: "",
  mailPlan: "",
  seen: { years: 1, priceCents: 1000 },
  ...more,
});

/** What a person has put into the basket, as the browser keeps it. */
export const fillBasket = (...items: BasketItem[]) =>
  localStorage.setItem(key, JSON.stringify({ items, shared: {}, sent: [] }));

export const keptBasket = () => JSON.parse(localStorage.getItem(key) ?? "null");

/** Quotes each line at the same price, without tax. */
export const quoteOf = (
  { lines }: { lines: readonly BasketLine[] },
  change: Partial<OrderPreview> = {},
): OrderPreview => ({
  dryRun: true,
  lines: lines.map((line) => ({
    kind: line.kind,
    domainName: line.kind === "mail_plan" ? line.domainName : line.name,
    years: "years" in line ? line.years : 1,
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
