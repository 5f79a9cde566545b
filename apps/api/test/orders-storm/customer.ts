import { setTimeout as delay } from "node:timers/promises";
import type { Order } from "@zonepost/schema";
import type { Answer } from "../support/answer.ts";
import type { Call } from "../support/client.ts";
import { dana } from "../support/domains/add-contact.ts";
import type { Api, Person, Workspace } from "../support/start-api.ts";

const cardNumbers = {
  pays: "4242424242424242",
  declines: "4000000000000341",
  asksOnSession: "4000002500003155",
  asksAlways: "4000002760003184",
  refundsLater: "4000000000007726",
  disputed: "4000000000000259",
};
export type CardName = keyof typeof cardNumbers;

export type Send = (call: Call) => Promise<Answer>;

const giveUpAfterMs = 600_000;
const pauseMs = 100;

/** An answer that isn't final. */
class Unanswered extends Error {}

/** Without an answer, or with one that isn't final, the same request is sent again. */
async function insist<Value>(what: string, attempt: () => Promise<Value | "again">): Promise<Value> {
  const giveUpAt = performance.now() + giveUpAfterMs;
  let last: unknown;
  while (performance.now() < giveUpAt) {
    try {
      const value = await attempt();
      if (value !== "again") {
        return value;
      }
    } catch (error) {
      // The process is gone, or not there yet. A wrong answer of the API is not such an error.
      if (!(error instanceof Unanswered) && !isConnectionError(error)) {
        throw error;
      }
      last = error;
    }
    await delay(pauseMs);
  }
  throw new Error(`${what} got no answer`, { cause: last });
}

const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && /^(ECONN|UND_ERR|EPIPE)/.test(String(error.code))) ||
    isConnectionError(error.cause) ||
    error.message === "terminated");

/** 503 is what an order can be answered with before it is stored; 409 while an earlier request is being handled. */
const isTemporary = ({ status, json }: Answer): boolean =>
  status === 503 || (status === 409 && json?.code === "idempotency_key_in_flight");

/** Sends a request to the processes in the storm until it is answered. */
const sendUntilAnswered = (send: Send, call: Call): Promise<Answer> =>
  insist(`${call.method ?? "GET"} ${call.path}`, async () => {
    const answer = await send(call);
    if (isTemporary(answer)) {
      throw new Unanswered(answer.text);
    }
    return answer;
  });

/** Enters a card on the processor's page, or approves a charge at the bank, in each tab. */
export async function payOnPage(url: string, { tabs }: { tabs: number }): Promise<void> {
  if (!url.includes("/pages/")) {
    // The processor couldn't open a page, so this is the panel's.
    return;
  }
  const payInTab = () =>
    insist(`the page ${url}`, async () => {
      const page = await fetch(url);
      const text = await page.text();
      const [, attempt] = /name="attempt" value="(\d+)"/.exec(text) ?? [];
      const body: Record<string, string> = attempt
        ? { attempt, number: cardNumbers.pays, expiry: "12 / 40", cvc: "123", name: "Ada Example" }
        : { decision: "approve" };
      if (!page.ok || (attempt === undefined && !text.includes('name="decision"'))) {
        // Paid in another tab, or expired because the order is paid elsewhere.
        return "done";
      }
      const sent = await fetch(url, { method: "POST", body: new URLSearchParams(body), redirect: "manual" });
      return sent.status === 303 ? "done" : "again";
    });
  await Promise.all(Array.from({ length: tabs }, payInTab));
}

/** A workspace with a contact, every card, and two people who may refund. */
export async function createCustomer(api: Api, send: Send) {
  const workspace = await api.createWorkspace();
  const { owner } = workspace;
  const billing = await workspace.join("billing");
  const calm = (method: string, path: string, body?: object) =>
    api.call({ method, path, cookie: owner.cookie, ...(body ? { body } : {}) });
  const contacts = { registrantId: (await calm("POST", "/contacts", dana)).json.id as string };
  const cards = {} as Record<CardName, string>;
  for (const [name, number] of Object.entries(cardNumbers)) {
    const saved = await calm("POST", "/sandbox/payment-methods", { number, default: name === "pays" });
    if (saved.status !== 201) {
      throw new Error(saved.text);
    }
    cards[name as CardName] = saved.json.id;
  }
  return {
    workspace,
    people: [owner, billing] as const,
    cards,
    registration: (name: string) => ({ kind: "registration", name, contacts }),
    /** A request of a person in the storm. */
    ask: (person: Person, method: string, path: string, body: object, key?: string) =>
      sendUntilAnswered(send, {
        method,
        path,
        cookie: person.cookie,
        body,
        headers: key === undefined ? {} : { "idempotency-key": key },
      }),
    closeDispute: (paymentId: string, won: boolean) =>
      sendUntilAnswered(api.call, {
        method: "POST",
        path: `/sandbox/payments/${paymentId}/dispute/close`,
        body: { won },
      }),
    readOrder: async (id: string): Promise<Order> => (await calm("GET", `/orders/${id}`)).json,
  };
}

export type Customer = Omit<Awaited<ReturnType<typeof createCustomer>>, "workspace"> & {
  workspace: Workspace;
};
