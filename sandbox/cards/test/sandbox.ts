import { createTestDatabase } from "@zonepost/db/testing";
import postgres from "postgres";
import Stripe from "stripe";
import type { CardsLogEntry, CardsOptions } from "../src/index.ts";
import { type Cards, startCards } from "../src/testing.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { type Answer, problemsOfAnswer, problemsOfObject } from "./stripe-description.ts";

const webhookSecret = "whsec_cards_in_this_test";

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** A processor with its own database, a webhook endpoint, and Stripe's SDK as its client. */
export async function startSandbox(changes: Partial<CardsOptions> = {}) {
  const database = await createTestDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const receiver: Receiver = await startReceiver(webhookSecret);
  const logged: CardsLogEntry[] = [];
  const options = {
    databaseUrl: database.url,
    webhook: { url: receiver.url, secret: webhookSecret },
    log: (entry: CardsLogEntry) => logged.push(entry),
    ...changes,
  };
  let cards = await startCards(options);
  const answers: Answer[] = [];

  return {
    sql,
    receiver,
    logged,
    /** Answers and events that don't fit Stripe's description, and notices that the SDK doesn't accept. */
    misfits: () => [
      ...answers.flatMap((answer) => problemsOfAnswer(answer)),
      ...receiver.events.flatMap(({ data }) => problemsOfObject(data.object as { object: string })),
      ...receiver.refused,
    ],
    get cards() {
      return cards;
    },
    get stripe() {
      return connect(cards, answers);
    },
    async restart() {
      await cards.close();
      cards = await startCards(options);
    },
    /** Moves the business clock, and announces it as the API does. */
    async advance(seconds: number) {
      await sql`update public.business_clock set offset_ms = offset_ms + ${seconds * 1000}`;
      await sql`select pg_notify('zonepost_wake', 'clock')`;
    },
    async control(path: string, body: unknown, secret = cards.controlSecret) {
      const response = await fetch(`${cards.url}/control${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    },
    /** A customer with a saved card. */
    async customerWithCard(number: string) {
      const customer = await connect(cards, answers).customers.create({
        email: "ada@example.com",
        name: "Ada",
      });
      const { status, body } = await this.control("/payment-methods", { customer: customer.id, number });
      if (status !== 201) {
        throw new Error(`the card could not be saved: ${JSON.stringify(body)}`);
      }
      return { customer: customer.id, card: (body as { id: string }).id };
    },
    async [Symbol.asyncDispose]() {
      await cards.close();
      await receiver.close();
      await sql.end();
      await database.drop();
    },
  };
}

/** Keeps every answer. */
function connect(cards: Cards, answers: Answer[]): Stripe {
  const checkedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const method = init?.method ?? "GET";
    const { pathname } = new URL(String(input));
    answers.push({ method, path: pathname, status: response.status, body: await response.clone().json() });
    return response;
  };
  return new Stripe(cards.secretKey, {
    host: "127.0.0.1",
    port: cards.port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(checkedFetch),
  });
}

/** The error that a call rejects with, as Stripe's fields. */
export async function errorOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      const { type, statusCode, code, decline_code, param, message } = error;
      return { type, statusCode, code, decline_code, param, message };
    }
    throw error;
  }
  throw new Error("the call succeeded");
}
