import { randomUUID } from "node:crypto";
import type { Answer } from "../support/answer.ts";
import { type CardName, type Customer, payOnPage } from "./customer.ts";
import type { Random } from "./random.ts";

/** One order of a customer, and how it was asked for. */
export type Placed = { customer: Customer; orderId: string; hasDispute: boolean };

type Wish = { customer: Customer; names: string[]; random: Random };

/** Each sends its order with an idempotency key, and repeats it with the same one. */
const journeys = {
  /** Sometimes twice at once. */
  saved_card: async (wish) => buy(wish, wish.random.pick(["pays", "refundsLater"]), wish.random.chance(0.3)),
  disputed: async (wish) => buy(wish, "disputed"),
  /** The next try with another card, and sometimes on the page at the same time. */
  declined: async (wish) => {
    const key = randomUUID();
    const declined = await order(wish, key, cardOf(wish, "declines"));
    if (declined.status !== 402) {
      // The outcome isn't known yet, and this response is kept for the key.
      return declined;
    }
    const { paymentUrl } = declined.json;
    const paying = paymentUrl && wish.random.chance(0.5) ? payOnPage(paymentUrl, { tabs: 1 }) : undefined;
    await Promise.all([order(wish, key, cardOf(wish, "pays"), declined), paying]);
    return declined;
  },
  bank: async (wish) => {
    const key = randomUUID();
    const asked = await order(wish, key, cardOf(wish, wish.random.pick(["asksOnSession", "asksAlways"])));
    if (asked.status === 402) {
      await payOnPage(asked.json.paymentUrl, { tabs: 2 });
    }
    return asked;
  },
  /** The page in two tabs. */
  hosted: async (wish) => {
    const answer = await order(wish, randomUUID(), { hosted: true });
    await payOnPage(answer.json.paymentUrl, { tabs: 2 });
    return answer;
  },
  abandoned: (wish) => order(wish, randomUUID(), { hosted: true }),
} satisfies Record<string, (wish: Wish) => Promise<Answer>>;

const odds: readonly (keyof typeof journeys)[] = [
  ...Array<"saved_card">(6).fill("saved_card"),
  "disputed",
  "declined",
  "declined",
  "bank",
  "bank",
  "hosted",
  "hosted",
  "abandoned",
];

const cardOf = ({ customer }: Wish, name: CardName) => ({ paymentMethodId: customer.cards[name] });

async function buy(wish: Wish, card: CardName, isDoubled = false): Promise<Answer> {
  const key = randomUUID();
  const send = () => order(wish, key, cardOf(wish, card));
  const [answer] = await Promise.all([send(), ...(isDoubled ? [send()] : [])]);
  return answer;
}

async function order(
  { customer, names }: Wish,
  key: string,
  more: object,
  earlier?: Answer,
): Promise<Answer> {
  const lines = names.map((name) => customer.registration(name));
  const answer = await customer.ask(customer.people[0], "POST", "/orders", { lines, ...more }, key);
  const [id, earlierId] = [orderIdOf(answer), earlier && orderIdOf(earlier)];
  if (earlierId !== undefined && id !== earlierId) {
    throw new Error(`a repeat answered ${id}, not ${earlierId}: ${answer.text}`);
  }
  return answer;
}

/** Once an order is stored, it is answered with 201, or with 402 if it isn't paid. */
function orderIdOf({ status, json, text }: Answer): string {
  const id = status === 201 ? json.id : status === 402 ? json.orderId : undefined;
  if (typeof id !== "string") {
    throw new Error(`an order was answered ${status}: ${text}`);
  }
  return id;
}

/** Names that are registered, refused, or registered without an answer. */
function namesOf(index: number, random: Random): string[] {
  const count = random.pick([1, 1, 1, 2, 3]);
  return Array.from({ length: count }, (_, line) => {
    const word = random.pick(["storm", "storm", "storm", "storm", "refused-storm", "silent-storm"]);
    return `${word}-${index}-${line}.com`;
  });
}

export async function runJourney(index: number, customer: Customer, random: Random): Promise<Placed> {
  const journey = random.pick(odds);
  const answer = await journeys[journey]({ customer, names: namesOf(index, random), random });
  return { customer, orderId: orderIdOf(answer), hasDispute: journey === "disputed" };
}

/** Afterwards, two people refund a line at the same time, or the owner deletes its domain, or both; a bank decides. */
export async function runAftermath({ customer, orderId, hasDispute }: Placed, random: Random): Promise<void> {
  const { people, ask, readOrder } = customer;
  const { paymentId, lines } = await readOrder(orderId);
  if (paymentId !== null && hasDispute) {
    await customer.closeDispute(paymentId, random.chance(0.5));
    return;
  }
  const bought = lines.find(({ state }) => state === "completed");
  const what = random.pick(["nothing", "nothing", "refund", "refund", "delete", "both"] as const);
  if (what === "nothing" || !bought || paymentId === null) {
    return;
  }
  const refund = (person: (typeof people)[number]) =>
    ask(person, "POST", `/payments/${paymentId}/refunds`, { lineIds: [bought.id] }, randomUUID());
  const path = `/domains/${bought.domainName}/delete`;
  const remove = () => ask(people[0], "POST", path, { confirmName: bought.domainName }, randomUUID());
  const answers = await Promise.all([
    ...(what === "delete" ? [] : people.map(refund)),
    ...(what === "refund" ? [] : [remove()]),
  ]);
  for (const { status, text } of answers) {
    if (status >= 500) {
      throw new Error(`${what} was answered ${status}: ${text}`);
    }
  }
}
