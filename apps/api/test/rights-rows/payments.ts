import { randomUUID } from "node:crypto";
import { dayMs } from "../../src/kernel/durations.ts";
import { newId, publicId } from "../../src/kernel/ids.ts";
import { insertPayment } from "../../src/modules/payments/index.ts";
import { once, type Row, type Rows, unknownId, type World } from "./row.ts";

const newCard = async ({ api, workspace }: World) => {
  const { cookie } = workspace.owner;
  const body = { number: "4242424242424242" };
  const { json } = await api.call({ method: "POST", path: "/sandbox/payment-methods", cookie, body });
  return { path: { id: json.id as string } };
};
const missingCard = { path: { id: unknownId("pmt") } };
const asDefault = { body: { default: true } };

/** Two cards, so that the next one is never the default already. */
const notTheDefault = async (world: World) => {
  await newCard(world);
  return { ...(await newCard(world)), ...asDefault };
};

const ownPage = once(async ({ api, workspace }: World) => {
  const { cookie } = workspace.owner;
  await api.call({ method: "POST", path: "/payment-methods", cookie, body: {} });
  const [entry] = await api.sql`
    select target from audit_entries where workspace_id = ${workspace.id} and action = 'payment_method.page_opened'`;
  return { path: { id: entry?.target as string } };
});

/** Different in each call: a repeat changes nothing, and has no entry in the audit log. */
const newBilling = async () => ({ body: { company: `Example ${randomUUID()}` } });
const billingUpdate: Row = { success: 200, own: newBilling };
const adding: Row = { success: 201, own: async () => ({ body: {} }) };
const update: Row = { success: 200, own: notTheDefault, missing: { ...missingCard, ...asDefault } };
const deletion: Row = { success: 204, own: newCard, missing: missingCard };

const newPayment = ({ api, workspace }: World) => {
  const order = {
    workspaceId: workspace.id,
    orderId: newId(),
    amountCents: 1290,
    taxCents: 0,
    currency: "EUR",
  };
  return api.db.transaction((tx) => insertPayment(tx, order, new Date()));
};
const ownPayment = once(async (world: World) => ({
  path: { id: publicId("pay", (await newPayment(world)).id) },
}));
const missingPayment = { path: { id: unknownId("pay") } };
const reading: Row = { success: 200, own: ownPayment, missing: missingPayment };
/** Pauses a payment's cooldown with a fraud warning. */
export async function pauseByWarning({ api, workspace }: World, id: string): Promise<void> {
  const openedAt = new Date();
  await api.sql`
    update payments set status = 'received', received_at = ${openedAt.toISOString()}, cooldown_state = 'paused',
      pause_reason = 'early_fraud_warning', paused_at = ${openedAt.toISOString()}, cooldown_left_ms = ${20 * dayMs},
      cooldown_due_at = ${new Date(openedAt.getTime() + 60 * dayMs).toISOString()}
    where id = ${id}`;
  await api.sql`
    insert into payment_disputes (id, workspace_id, payment_id, processor_id, kind, state, amount_cents, opened_at)
    values (${newId()}, ${workspace.id}, ${id}, ${newId()}, 'early_fraud_warning', 'open', 1290, ${openedAt.toISOString()})`;
}

export const paymentRows: Rows = {
  rest: {
    getBillingProfile: { success: 200 },
    updateBillingProfile: billingUpdate,
    exportLedger: { success: 200 },
    getPayment: reading,
    // Whatever the payment: only the operator releases it.
    releasePayment: { ...reading, success: 410 },
    listPaymentMethods: { success: 200 },
    createPaymentMethod: adding,
    updatePaymentMethod: update,
    deletePaymentMethod: deletion,
  },
  trpc: {
    "payments.billing.get": { right: "payments:read", success: 200 },
    "payments.billing.update": { right: "payments:write", ...billingUpdate },
    "payments.get": { right: "payments:read", ...reading },
    "payments.methods.list": { right: "payments:read", success: 200 },
    "payments.methods.create": { right: "payments:write", ...adding, success: 200 },
    "payments.methods.update": { right: "payments:write", ...update },
    "payments.methods.delete": { right: "payments:write", ...deletion, success: 200 },
    "payments.methods.page": {
      right: "payments:read",
      success: 200,
      own: ownPage,
      missing: { path: { id: unknownId("cpg") } },
    },
  },
};
