import { orders } from "@zonepost/db";
import { rightsToRenew } from "@zonepost/schema";
import { newId, publicId, rowId } from "../../src/kernel/ids.ts";
import { newApiKey } from "../support/accounts/api-key.ts";
import { registration } from "./domains/term.ts";
import { type MakeTarget, once, type Row, type Rows, unknownId, type World } from "./row.ts";

const line: MakeTarget = async (world, person) => {
  const { body } = await registration(world, person);
  return { body: { lines: [{ kind: "registration", ...body }] } };
};
/** The other workspace's key gets one of that workspace's contacts. */
const placed = { success: 201, own: line, except: { key_of_other_workspace: 422 } };
const toRenew = { right: "domains:buy", orRight: "domains:renew" } as const;
/** A new name takes access to the whole workspace. */
const limitedPeople = { member_of_this_domain: 403, member_of_another_domain: 403 } as const;
const limitedKeys = { key_of_this_domain: 403, key_of_another_domain: 403 } as const;

/** Ordered by the owner. */
const ownersOrder: MakeTarget = async ({ api, workspace }) => {
  const id = newId();
  await api.db.insert(orders).values({
    id,
    workspaceId: workspace.id,
    state: "completed",
    origin: "request",
    totalCents: 0,
    taxCents: 0,
    taxPercent: "0",
    currency: "EUR",
    actor: { kind: "user", id: workspace.owner.id, name: workspace.owner.email },
    createdAt: new Date(),
  });
  return { path: { id: publicId("ord", id) } };
};
const missing = { path: { id: unknownId("ord") } };
/** A lost dispute has left its amount owed. Everyone who may pay it can. */
const lostOrder: MakeTarget = async (world, person) => {
  const { path } = await ownersOrder(world, person);
  await world.api.sql`
    update orders set owed_cents = 1190, owed_tax_cents = 190 where id = ${rowId("ord", path?.id ?? "") ?? ""}`;
  return { path, body: { hosted: true } };
};
const settling = {
  own: lostOrder,
  missing: { path: { id: unknownId("ord") }, body: { hosted: true } },
};

/** Without the right to see payments, callers only see the orders that they placed. */
const hiddenFrom = {
  member: 404,
  read_only: 404,
  member_of_this_domain: 404,
  member_of_another_domain: 404,
} as const;
const hiddenFromKeys = {
  key_with_the_scope: 404,
  key_of_this_domain: 404,
  key_of_another_domain: 404,
} as const;

/** The order is complete, so there is nothing left to pay, and only those who see it get it. */
const payable = {
  success: 200,
  own: ownersOrder,
  missing,
  except: { member: 404 },
  changesNothing: true,
} as const;
const paying = { right: "payments:write", orRight: "domains:buy" } as const;

/** The payment of a new order, which the workspace's owner has placed. */
export const paid: MakeTarget = async (world) => {
  const { cookie } = world.workspace.owner;
  const { body } = await line(world, world.workspace.owner);
  const { json } = await world.api.call({ method: "POST", path: "/orders", cookie, body });
  return { path: { id: json.paymentId }, body: {} };
};
const paidPath = async (world: World) => ({ path: (await paid(world, world.workspace.owner)).path ?? {} });
/** The month's number isn't what is tested. */
const refundable: MakeTarget = async (world, person) => {
  const { id } = world.workspace;
  await world.api.sql`
    update refunds set created_at = 'epoch' where workspace_id = ${id} and reason = 'domain_deleted'`;
  return paid(world, person);
};
const receipt = {
  success: 200,
  own: once((world) => paid(world, world.workspace.owner)),
  missing: { path: { id: unknownId("pay") } },
};
/** Deleting a domain takes another right than returning money. */
const withoutRelease = { billing: 403 } as const;
const withoutReleaseScope = { key_with_the_scope: 403, key_of_other_workspace: 403 } as const;
const missingPayment = { path: { id: unknownId("pay") } };
const refunded: Row = {
  success: 201,
  own: refundable,
  missing: { ...missingPayment, body: {} },
  except: withoutRelease,
};

/** Each is of another payment. */
const requesting: Row = {
  success: 201,
  own: (world) => paid(world, world.workspace.owner),
  missing: { ...missingPayment, body: {} },
};

export const orderRows: Rows = {
  rest: {
    placeOrder: { ...placed, except: { ...placed.except, ...limitedPeople, ...limitedKeys } },
    settleOrder: { success: 201, ...settling },
    refundPayment: { ...refunded, except: { ...withoutRelease, ...withoutReleaseScope } },
    requestRefund: requesting,
    listRefunds: { success: 200, own: once((world) => paidPath(world)), missing: missingPayment },
    getReceipt: receipt,
    listOrders: { success: 200 },
    payOrder: { ...payable, except: { ...payable.except, ...hiddenFrom, ...hiddenFromKeys, read_only: 403 } },
    // Without failed renewals, nothing is changed.
    retryRenewals: { success: 202, changesNothing: true },
    listRenewals: { success: 200 },
    getRenewalForecast: { success: 200 },
    exportRenewals: { success: 200 },
    exportOrders: { success: 200 },
    listPayments: { success: 200 },
    exportPayments: { success: 200 },
    getOrder: { success: 200, own: ownersOrder, missing, except: { ...hiddenFrom, ...hiddenFromKeys } },
  },
  trpc: {
    "orders.place": { ...toRenew, success: 200, own: line, except: limitedPeople },
    "orders.placeBasket": { ...toRenew, success: 200, own: line, except: limitedPeople },
    "orders.previewBasket": {
      ...toRenew,
      success: 200,
      own: line,
      changesNothing: true,
      except: limitedPeople,
    },
    "orders.checkTransfers": {
      right: "domains:buy",
      success: 200,
      own: async () => ({ body: { lines: [{ name: "other.dev", authCode: "wrong-code" }] } }),
      changesNothing: true,
    },
    "orders.deleteTransferCodes": {
      right: "domains:buy",
      success: 200,
      own: async () => ({ body: { names: ["other.dev"] } }),
      changesNothing: true,
    },
    "orders.payments": { right: "payments:read", success: 200 },
    "orders.payment": {
      right: "payments:read",
      success: 200,
      own: paid,
      missing: { path: { id: unknownId("pay") } },
    },
    "orders.previewRefund": {
      right: "payments:write",
      ...refunded,
      success: 200,
      changesNothing: true,
    },
    "orders.refund": { right: "payments:write", ...refunded, success: 200 },
    "orders.requestRefund": { right: "payments:write", ...requesting, success: 200 },
    "orders.receipt": { right: "payments:read", ...receipt },
    "orders.preview": { ...toRenew, success: 200, own: line, changesNothing: true, except: limitedPeople },
    "orders.pay": {
      ...payable,
      right: "payments:write",
      orRight: rightsToRenew,
      except: { ...payable.except, member_of_this_domain: 404, member_of_another_domain: 404 },
    },
    "orders.retryRenewals": { ...paying, success: 200, changesNothing: true },
    "orders.unpaidRenewals": { ...paying, success: 200 },
    "orders.settle": { right: "payments:write", orRight: "domains:buy", success: 200, ...settling },
    "orders.unsettled": {
      right: "domains:read",
      success: 200,
      own: async ({ workspace }) => ({ body: { domainName: await workspace.addDomain() } }),
    },
    "orders.apiKeySpending": {
      right: "api_keys:read",
      success: 200,
      own: async ({ api, workspace }) => ({ path: { id: (await newApiKey(api, workspace)).id } }),
    },
    "orders.unpaidMail": { right: "mail:read", success: 200 },
    "orders.planPrices": { right: "mail:read", success: 200 },
    "orders.renewals": { right: "domains:read", success: 200 },
    "orders.renewalForecast": { right: "domains:read", success: 200 },
    "orders.list": { right: "domains:read", success: 200 },
    "orders.get": { right: "domains:read", success: 200, own: ownersOrder, missing, except: hiddenFrom },
  },
};
