import { type DomainSuggestion, type OrderLineKind, orderLineLimit } from "@zonepost/schema";
import type { BasketOrderInput } from "@zonepost/schema/panel";

export type { BasketLine } from "@zonepost/schema/panel";

export type BasketItemKind = Exclude<OrderLineKind, "mail_plan" | "settlement">;

export type BasketItem = {
  kind: BasketItemKind;
  name: string;
  unicodeName: string;
  isPremium: boolean;
  years: number;
  /** Of a renewal: the expiry that it starts from, so that no repeat renews twice. Empty for the others. */
  currentExpiresAt: string;
  /** Empty for none. */
  mailPlan: string;
  /** The price that the person has seen last, and for how many years. */
  seen: { years: number; priceCents: number } | null;
};

/** An order that was sent. Its key stays with it until its answer is known. */
export type SentOrder = {
  key: string;
  order: Pick<BasketOrderInput, "lines"> & Partial<Omit<BasketOrderInput, "lines">>;
  /** It exists and waits for its payment. Another try with the same key pays it. */
  unpaid?: { orderId: string; code: string; message: string };
};

export type Basket = {
  items: BasketItem[];
  /** Entered once for all domains; empty until something was changed. */
  shared: Record<string, unknown>;
  /** One charge each. What they order stays among the items until its order exists. */
  sent: SentOrder[];
};

export const emptyBasket: Basket = { items: [], shared: {}, sent: [] };

/** Ten orders: enough for a portfolio, and few enough to be quoted whenever something changes. */
export const basketLineLimit = 10 * orderLineLimit;

const isText = (value: unknown): value is string => typeof value === "string";
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const kinds: readonly string[] = [
  "registration",
  "renewal",
  "restore",
  "transfer_in",
] satisfies BasketItemKind[];

const itemOf = (value: unknown): BasketItem[] => {
  if (!(isRecord(value) && isText(value.name) && isText(value.unicodeName))) {
    return [];
  }
  const { kind, name, unicodeName, isPremium, years, currentExpiresAt, mailPlan, seen } = value;
  const hasSeen = isRecord(seen) && typeof seen.years === "number" && typeof seen.priceCents === "number";
  return [
    {
      kind: kinds.includes(String(kind)) ? (kind as BasketItemKind) : "registration",
      name,
      unicodeName,
      isPremium: isPremium === true,
      years: Number.isInteger(years) ? (years as number) : 1,
      currentExpiresAt: isText(currentExpiresAt) ? currentExpiresAt : "",
      mailPlan: isText(mailPlan) ? mailPlan : "",
      seen: hasSeen ? (seen as BasketItem["seen"]) : null,
    },
  ];
};

const isSent = (value: unknown): value is SentOrder =>
  isRecord(value) && isText(value.key) && isRecord(value.order) && Array.isArray(value.order.lines);

/** Storage can be edited by hand, or be of an earlier version: what can't be read is left out. */
export function basketOfText(text: string | null): Basket {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (!isRecord(stored)) {
      return emptyBasket;
    }
    const { items, shared, sent } = stored;
    return {
      items: Array.isArray(items) ? items.flatMap(itemOf) : [],
      shared: isRecord(shared) ? shared : {},
      sent: (Array.isArray(sent) ? sent : [sent]).filter(isSent),
    };
  } catch {
    return emptyBasket;
  }
}

const lineCount = (items: readonly BasketItem[]) =>
  items.length + items.filter(({ mailPlan }) => mailPlan !== "").length;

/** The basket has no room for another line. */
export const isFull = ({ items }: Basket) => lineCount(items) >= basketLineLimit;

export const hasItem = ({ items }: Basket, name: string) => items.some((item) => item.name === name);

/** Each name once, at the end, as far as there is room. A name that is in it already keeps its place and its choices. */
export function withItems(basket: Basket, added: readonly BasketItem[]): Basket {
  const kept = basket.items.map((item) => {
    const again = added.find(({ name }) => name === item.name);
    const isSame = again?.kind === item.kind && again.currentExpiresAt === item.currentExpiresAt;
    return again === undefined || isSame ? item : again;
  });
  const names = new Set(kept.map(({ name }) => name));
  const items = added.reduce<BasketItem[]>((all, item) => {
    if (names.has(item.name) || lineCount(all) >= basketLineLimit) {
      return all;
    }
    names.add(item.name);
    all.push(item);
    return all;
  }, kept);
  return { ...basket, items };
}

/** Once, and at the end. */
export function withItem(basket: Basket, suggestion: DomainSuggestion): Basket {
  const { name, unicodeName, premium, registerYearCents } = suggestion;
  return hasItem(basket, name)
    ? basket
    : withItems(basket, [
        {
          ...itemFor("registration", { name, unicodeName }),
          isPremium: premium,
          seen: { years: 1, priceCents: registerYearCents },
        },
      ]);
}

/** @param expiresAt of a domain to renew */
export const itemFor = (
  kind: BasketItemKind,
  { name, unicodeName, expiresAt }: { name: string; unicodeName: string; expiresAt?: string },
): BasketItem => ({
  kind,
  name,
  unicodeName,
  isPremium: false,
  years: 1,
  currentExpiresAt: kind === "renewal" ? (expiresAt ?? "") : "",
  mailPlan: "",
  seen: null,
});

export const withoutItems = (basket: Basket, names: readonly string[]): Basket => ({
  ...basket,
  items: basket.items.filter(({ name }) => !names.includes(name)),
});

export const withChange = (basket: Basket, name: string, change: Partial<BasketItem>): Basket => ({
  ...basket,
  items: basket.items.map((item) => (item.name === name ? { ...item, ...change } : item)),
});

/** The term of all items that have one. */
export const withYears = (basket: Basket, years: number): Basket => ({
  ...basket,
  items: basket.items.map((item) => (hasTerm(item) ? { ...item, years } : item)),
});

/** A restore and a transfer have the term that the registry gives them. */
export const hasTerm = ({ kind }: Pick<BasketItem, "kind">) => kind === "registration" || kind === "renewal";

/** Goes to a new owner or comes from another registrar, so it needs contacts and settings. */
export const isNewDomain = ({ kind }: Pick<BasketItem, "kind">) =>
  kind === "registration" || kind === "transfer_in";

/** The names that an order is for. */
export const namesOf = ({ order }: SentOrder): string[] => [
  ...new Set(order.lines.map((line) => (line.kind === "mail_plan" ? line.domainName : line.name))),
];

/** Without an order whose answer is final: it is placed with another key then. */
export const withoutSent = (basket: Basket, { key }: SentOrder): Basket => ({
  ...basket,
  sent: basket.sent.filter((one) => one.key !== key),
});

/** After the order exists: without what was ordered. What was added meanwhile stays. */
export const withoutOrdered = (basket: Basket, sent: SentOrder): Basket =>
  withoutSent(withoutItems(basket, namesOf(sent)), sent);

/** After the order exists, and couldn't be charged: it can be paid, and what it orders is no longer in the basket. */
export const withUnpaid = (
  basket: Basket,
  sent: SentOrder,
  unpaid: NonNullable<SentOrder["unpaid"]>,
): Basket => ({
  ...withoutItems(basket, namesOf(sent)),
  sent: basket.sent.map((one) => (one.key === sent.key ? { ...one, unpaid } : one)),
});
