import type {
  DomainContactsInput,
  NameserverInput,
  OrderLineInput,
  OrderPreview,
  TldOffer,
} from "@zonepost/schema";
import type { BasketItem } from "../basket/basket.ts";

/** What all domains of a basket have in common. */
export type SharedWish = {
  contacts: DomainContactsInput;
  nameservers: NameserverInput[];
  autoRenew: boolean;
  whoisPrivacy: boolean;
};

const offerOf = (name: string, offers: readonly TldOffer[]) =>
  offers.find(({ tld }) => name.endsWith(`.${tld}`));

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

/** The registrations, then the mail plans: each belongs to a domain before it. */
export function linesOfBasket(
  items: readonly BasketItem[],
  shared: SharedWish,
  offers: readonly TldOffer[],
): OrderLineInput[] {
  const registrations = items.map((item): OrderLineInput => {
    const hasPrivacy = offerOf(item.name, offers)?.whoisPrivacy !== false;
    return {
      kind: "registration",
      name: item.name,
      years: termOf(item, offers),
      ...shared,
      whoisPrivacy: shared.whoisPrivacy && hasPrivacy,
    };
  });
  const plans = items.flatMap(({ name, mailPlan }): OrderLineInput[] =>
    mailPlan === ""
      ? []
      : [{ kind: "mail_plan", domainName: name, planSlug: mailPlan as "starter" | "pro" | "business" }],
  );
  return [...registrations, ...plans];
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

/** Sorts a preview's answers by the domain that they are about. */
export function quoteOfPreview(preview: OrderPreview): BasketQuote {
  const quote: BasketQuote = { problems: new Map(), warnings: new Map(), refusals: [], prices: new Map() };
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
  return quote;
}

/** The order at the prices that the person has seen: any other price is refused. */
export function orderAtPrices(lines: readonly OrderLineInput[], preview: OrderPreview) {
  const pricedLines = lines.map((line, index): OrderLineInput => {
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
