import { fileURLToPath } from "node:url";
import type { Order } from "@zonepost/schema";
import type { Answer } from "../../../test/support/answer.ts";
import { dana } from "../../../test/support/domain-fixture.ts";
import { startApi } from "../../../test/support/start-api.ts";

export { newName } from "../../../test/support/domain-fixture.ts";

/** With 19 % tax, and the registry's costs as prices. */
const priceListFile = fileURLToPath(new URL("../../../test/support/taxed-price-list.json", import.meta.url));

/** Of a year of .com, without tax, and its tax. */
export const comYear = { priceCents: 1188, taxCents: 226 };
/** Of a year of the smallest mail plan. */
export const starterYear = { priceCents: 990, taxCents: 188 };

export async function startOrders(options: Parameters<typeof startApi>[0] = {}) {
  const api = await startApi({ ...options, env: { PRICE_LIST_FILE: priceListFile, ...options.env } });
  return { api, newCustomer: () => newCustomer(api) };
}

type Api = Awaited<ReturnType<typeof startApi>>;

async function newCustomer(api: Api) {
  const workspace = await api.createWorkspace();
  const { cookie } = workspace.owner;
  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    api.call({ method: "POST", path, body, headers, cookie });
  const contacts = { registrantId: (await post("/contacts", dana)).json.id as string };
  return {
    workspace,
    contacts,
    post,
    expiryOf: async (name: string): Promise<string> =>
      (await api.call({ path: `/domains/${name}`, cookie })).json.expiresAt,
    registration: (name: string, more: object = {}) => ({ kind: "registration", name, contacts, ...more }),
    readOrder: async (id: string): Promise<Order> => (await api.call({ path: `/orders/${id}`, cookie })).json,
  };
}

export type Customer = Awaited<ReturnType<typeof newCustomer>>;
