import {
  type DomainContactsInput,
  type NameserverInput,
  type OrderPreview,
  orderLineLimit,
  type TldOffer,
} from "@zonepost/schema";
import { type BasketItem, type BasketLine, isNewDomain } from "../basket/basket.ts";

/** What all domains of a basket have in common. */
export type SharedWish = {
  contacts: DomainContactsInput;
  nameservers: NameserverInput[];
  autoRenew: boolean;
  whoisPrivacy: boolean;
};

const offerOf = (name: string, offers: readonly TldOffer[]) =>
  offers.find(({ tld }) => name.endsWith(`.${tld}`));

/** The TLD of a new domain whose registry doesn't offer WHOIS privacy. */
export function tldWithoutPrivacy(
  item: Pick<BasketItem, "kind" | "name">,
  offers: readonly TldOffer[],
): string | undefined {
  const offer = isNewDomain(item) ? offerOf(item.name, offers) : undefined;
  return offer?.whoisPrivacy === false ? offer.tld : undefined;
}

/** The years that can be chosen for a name. */
export function yearsOf(name: string, offers: readonly TldOffer[]): number[] {
  const { minYears = 1, maxYears = 10 } = offerOf(name, offers) ?? {};
  return Array.from({ length: maxYears - minYears + 1 }, (_, index) => minYears + index);
}

/** The chosen years, within what the TLD allows. */
export function termOf(
  { name, years }: Pick<BasketItem, "name" | "years">,
  offers: readonly TldOffer[],
): number {
  const choices = yearsOf(name, offers);
  return Math.min(Math.max(years, choices[0] ?? years), choices.at(-1) ?? years);
}

/**
 * The orders of a basket, each of at most 50 lines and with a charge of its own. A mail plan is in the order of its
 * domain, after it.
 *
 * @param shared undefined if no item is a new domain
 */
export function ordersOfBasket(
  items: readonly BasketItem[],
  shared: SharedWish | undefined,
  offers: readonly TldOffer[],
): BasketLine[][] {
  const orders: { domains: BasketLine[]; plans: BasketLine[] }[] = [];
  for (const item of items) {
    const plan = planOf(item);
    const last = orders.at(-1);
    const count = (last?.domains.length ?? 0) + (last?.plans.length ?? 0) + plan.length + 1;
    const order = last && count <= orderLineLimit ? last : { domains: [], plans: [] };
    if (order !== last) {
      orders.push(order);
    }
    order.domains.push(lineOf(item, shared, offers));
    order.plans.push(...plan);
  }
  return orders.map(({ domains, plans }) => [...domains, ...plans]);
}

const planOf = ({ name, mailPlan }: BasketItem): BasketLine[] =>
  mailPlan === ""
    ? []
    : [{ kind: "mail_plan", domainName: name, planSlug: mailPlan as "starter" | "pro" | "business" }];

function lineOf(item: BasketItem, shared: SharedWish | undefined, offers: readonly TldOffer[]): BasketLine {
  const { kind, name, currentExpiresAt } = item;
  switch (kind) {
    case "renewal":
      return { kind, name, years: termOf(item, offers), currentExpiresAt };
    case "restore":
      return { kind, name };
    default: {
      if (shared === undefined) {
        throw new Error(`${name} needs contacts`);
      }
      const { nameservers, ...settings } = shared;
      const hasPrivacy = tldWithoutPrivacy(item, offers) === undefined;
      const own = { name, ...settings, whoisPrivacy: shared.whoisPrivacy && hasPrivacy };
      return kind === "transfer_in"
        ? { kind, ...own }
        : { kind, ...own, years: termOf(item, offers), nameservers };
    }
  }
}

type Message = { code: string; message: string };

export type BasketQuote = {
  /** By the name of the domain. */
  problems: Map<string, Message[]>;
  warnings: Map<string, Message[]>;
  /** Problems of the order as a whole. */
  refusals: Message[];
  /** Price and new expiry of the registration, and the price of the mail plan. */
  prices: Map<string, { domainCents: number | null; mailCents: number | null; expiresAt: string | null }>;
};

/** Sorts the answers of previews by the domain that they are about. */
export function quoteOfPreviews(previews: readonly OrderPreview[]): BasketQuote {
  const quote: BasketQuote = { problems: new Map(), warnings: new Map(), refusals: [], prices: new Map() };
  for (const preview of previews) {
    addToQuote(quote, preview);
  }
  return quote;
}

function addToQuote(quote: BasketQuote, preview: OrderPreview) {
  const add = (messages: Map<string, Message[]>, name: string, { code, message }: Message) => {
    const before = messages.get(name) ?? [];
    if (!before.some((one) => one.message === message)) {
      messages.set(name, [...before, { code, message }]);
    }
  };
  const subjectOf = (pointer: string | null) => {
    const index = /^\/lines\/(\d+)/.exec(pointer ?? "")?.[1];
    return index === undefined ? undefined : preview.lines[Number(index)]?.domainName;
  };
  for (const problem of preview.problems) {
    const name = subjectOf(problem.pointer);
    if (name === undefined) {
      quote.refusals.push({ code: problem.code, message: problem.message });
    } else {
      add(quote.problems, name, problem);
    }
  }
  for (const warning of preview.warnings) {
    add(quote.warnings, subjectOf(warning.pointer) ?? "", warning);
  }
  for (const { kind, domainName, priceCents, expiresAt } of preview.lines) {
    const before = quote.prices.get(domainName) ?? { domainCents: null, mailCents: null, expiresAt: null };
    const own = kind === "mail_plan" ? { mailCents: priceCents } : { domainCents: priceCents, expiresAt };
    quote.prices.set(domainName, { ...before, ...own });
  }
}

/** What all orders of a basket cost together. Undefined without an order. */
export function sumOfPreviews(previews: readonly OrderPreview[]): OrderPreview | undefined {
  const [first] = previews;
  return (
    first && {
      ...first,
      lines: previews.flatMap(({ lines }) => lines),
      totalCents: previews.reduce((sum, { totalCents }) => sum + totalCents, 0),
      taxCents: previews.reduce((sum, { taxCents }) => sum + taxCents, 0),
      problems: previews.flatMap(({ problems }) => problems),
      warnings: previews.flatMap(({ warnings }) => warnings),
    }
  );
}

/** The order at the prices that the person has seen: any other price is refused. */
export function orderAtPrices(lines: readonly BasketLine[], preview: OrderPreview) {
  const pricedLines = lines.map((line, index): BasketLine => {
    const priceCents = preview.lines[index]?.priceCents;
    return line.kind === "mail_plan" || typeof priceCents !== "number"
      ? line
      : { ...line, expectedPriceCents: priceCents };
  });
  return { lines: pricedLines, expectedTotalCents: preview.totalCents };
}

type Answer = { status?: number | undefined; code?: string | undefined; unreachable: boolean };

/** Whether a failed order is known not to exist. Otherwise, it is sent again as it was. */
export const isRefused = ({ status, code, unreachable }: Answer): boolean =>
  !unreachable &&
  status !== undefined &&
  status < 500 &&
  ![401, 402, 429].includes(status) &&
  code !== "idempotency_key_in_flight";
