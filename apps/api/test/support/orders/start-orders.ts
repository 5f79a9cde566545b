import { fileURLToPath } from "node:url";
import type { Order } from "@zonepost/schema";
import { rowId } from "../../../src/kernel/ids.ts";
import type { Answer } from "../answer.ts";
import { dana } from "../domains/add-contact.ts";
import { startApi } from "../start-api.ts";

export { newName } from "../domains/domain-fixture.ts";

const supportFile = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** With 19 % tax, and the registry's costs as prices. */
const priceListFile = supportFile("taxed-price-list.json");
export const freeStarterPriceListFile = supportFile("free-starter-price-list.json");

/** Of a year of .com, without tax, and its tax. */
export const comYear = { priceCents: 1188, taxCents: 226 };
/** Of a year of the smallest mail plan. */
export const starterYear = { priceCents: 990, taxCents: 188 };

export const testCards = {
  pays: "4242424242424242",
  asksOnSession: "4000002500003155",
  asksAlways: "4000002760003184",
  failsLater: "4000000000000341",
};

type SweepName =
  | "cooldowns of payments"
  | "deletions after grace"
  | "disputes"
  | "emails about domains"
  | "emails about orders"
  | "expiring cards"
  | "expiry notices"
  | "order lines"
  | "payment reconciliation"
  | "refunds"
  | "disputed domains"
  | "payment reconciliation"
  | "registry sync"
  | "renewals of domains"
  | "renewals of mail plans"
  | "suspensions"
  | "transfer codes"
  | "unpaid orders";

export async function startOrders(options: Parameters<typeof startApi>[0] = {}) {
  const api = await startApi({ ...options, env: { PRICE_LIST_FILE: priceListFile, ...options.env } });
  const sweeps = api.wired.createSweeps();
  /** One run of a sweep, as a worker would do it. */
  async function runSweep(name: SweepName): Promise<void> {
    const sweep = sweeps.find((candidate) => candidate.name === name);
    if (!sweep) {
      throw new Error(`there is no sweep ${name}`);
    }
    await sweep.run(new AbortController().signal);
  }
  return {
    api,
    runSweep,
    newCustomer: () => newCustomer(api),
    /** With a saved card, which pays by default. */
    async newPayer(number?: string, call?: Api["call"]) {
      const customer = await newCustomer(api, call);
      await customer.saveCard(number);
      return customer;
    },
    /** At the registry. */
    isHeld: async (name: string): Promise<boolean> =>
      (await api.sql`select name from registry.domains where name = ${name}`).length > 0,
  };
}

/** With tax. */
export const totalOf = (...lines: { priceCents: number; taxCents: number }[]): number =>
  lines.reduce((sum, { priceCents, taxCents }) => sum + priceCents + taxCents, 0);

type Api = Awaited<ReturnType<typeof startApi>>;

/** @param call another listener's */
async function newCustomer(api: Api, call = api.call) {
  const workspace = await api.createWorkspace();
  const { cookie } = workspace.owner;
  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    call({ method: "POST", path, body, headers, cookie });
  const contacts = { registrantId: (await post("/contacts", dana)).json.id as string };
  const readOrder = async (id: string): Promise<Order> =>
    (await call({ path: `/orders/${id}`, cookie })).json;
  return {
    workspace,
    contacts,
    post,
    patch: (path: string, body: object): Promise<Answer> => call({ method: "PATCH", path, body, cookie }),
    saveCard: async (number = testCards.pays): Promise<string> =>
      (await post("/sandbox/payment-methods", { number, default: true })).json.id,
    expiryOf: async (name: string): Promise<string> =>
      (await call({ path: `/domains/${name}`, cookie })).json.expiresAt,
    registration: (name: string, more: object = {}) => ({ kind: "registration", name, contacts, ...more }),
    order: (lines: object[], more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
      post("/orders", { lines, ...more }, headers),
    readOrder,
    /** Without asking the processor, as `GET /orders/{id}` does. */
    async readStored(id: string): Promise<{ state: string }> {
      const [row] = await api.sql<
        { state: string }[]
      >`select state from orders where id = ${rowId("ord", id) ?? ""}`;
      return row ?? { state: "missing" };
    },
    orders: async (): Promise<Order[]> => (await call({ path: "/orders", cookie })).json,
    /** State and amount of each charge that was begun. */
    charges: () => api.sql<{ state: string; kind: string }[]>`
      select state, kind from payment_attempts where workspace_id = ${workspace.id} order by id`,
    refunds: () => api.sql<{ state: string; reason: string; amountCents: number }[]>`
      select state, reason, amount_cents::int as "amountCents" from refunds
      where workspace_id = ${workspace.id} order by id`,
    /** Makes all waiting lines due, as if their time had come and their worker had died. */
    makeDue: () => api.sql`
      update order_lines set leased_until = null, next_attempt_at = 'epoch'
      where workspace_id = ${workspace.id} and next_attempt_at is not null`,
  };
}

export type Customer = Awaited<ReturnType<typeof newCustomer>>;
