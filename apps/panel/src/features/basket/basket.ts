import { type DomainSuggestion, type OrderInput, orderLineLimit } from "@zonepost/schema";

export type BasketItem = {
  name: string;
  unicodeName: string;
  isPremium: boolean;
  years: number;
  /** Empty for none. */
  mailPlan: string;
  /** The price that the person has seen last, and for how many years. */
  seen: { years: number; priceCents: number } | null;
};

/** An order that was sent. Its key stays with it until its answer is known. */
export type SentOrder = {
  key: string;
  order: Pick<OrderInput, "lines"> & Partial<Omit<OrderInput, "lines">>;
};

export type Basket = {
  items: BasketItem[];
  /** Entered once for all domains; empty until something was changed. */
  shared: Record<string, unknown>;
  sent: SentOrder | null;
};

export const emptyBasket: Basket = { items: [], shared: {}, sent: null };

const isText = (value: unknown): value is string => typeof value === "string";
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const itemOf = (value: unknown): BasketItem[] => {
  if (!(isRecord(value) && isText(value.name) && isText(value.unicodeName))) {
    return [];
  }
  const { name, unicodeName, isPremium, years, mailPlan, seen } = value;
  const hasSeen = isRecord(seen) && typeof seen.years === "number" && typeof seen.priceCents === "number";
  return [
    {
      name,
      unicodeName,
      isPremium: isPremium === true,
      years: Number.isInteger(years) ? (years as number) : 1,
      mailPlan: isText(mailPlan) ? mailPlan : "",
      seen: hasSeen ? (seen as BasketItem["seen"]) : null,
    },
  ];
};

/** Storage can be edited by hand, or be of an earlier version: what can't be read is left out. */
export function basketOfText(text: string | null): Basket {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (!isRecord(stored)) {
      return emptyBasket;
    }
    const { items, shared, sent } = stored;
    const isSent =
      isRecord(sent) && isText(sent.key) && isRecord(sent.order) && Array.isArray(sent.order.lines);
    return {
      items: Array.isArray(items) ? items.flatMap(itemOf) : [],
      shared: isRecord(shared) ? shared : {},
      sent: isSent ? (sent as SentOrder) : null,
    };
  } catch {
    return emptyBasket;
  }
}

const lineCount = ({ items }: Basket) =>
  items.length + items.filter(({ mailPlan }) => mailPlan !== "").length;

/** An order has no room for another line. */
export const isFull = (basket: Basket) => lineCount(basket) >= orderLineLimit;

export const hasItem = ({ items }: Basket, name: string) => items.some((item) => item.name === name);

/** Once, and at the end. */
export function withItem(basket: Basket, suggestion: DomainSuggestion): Basket {
  const { name, unicodeName, premium, registerYearCents } = suggestion;
  if (hasItem(basket, name) || isFull(basket)) {
    return basket;
  }
  const item: BasketItem = {
    name,
    unicodeName,
    isPremium: premium,
    years: 1,
    mailPlan: "",
    seen: { years: 1, priceCents: registerYearCents },
  };
  return { ...basket, items: [...basket.items, item] };
}

export const withoutItems = (basket: Basket, names: readonly string[]): Basket => ({
  ...basket,
  items: basket.items.filter(({ name }) => !names.includes(name)),
});

export const withChange = (basket: Basket, name: string, change: Partial<BasketItem>): Basket => ({
  ...basket,
  items: basket.items.map((item) => (item.name === name ? { ...item, ...change } : item)),
});

/** After the order exists: without what was ordered. What was added meanwhile stays. */
export const withoutOrdered = (basket: Basket, { order }: SentOrder): Basket => ({
  ...withoutItems(
    basket,
    order.lines.flatMap((line) => (line.kind === "registration" ? line.name : [])),
  ),
  sent: null,
});
