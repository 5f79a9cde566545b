import { newId, publicId, rowId } from "../../src/kernel/ids.ts";
import { until } from "../support/until.ts";
import { paid as paidOrder } from "./orders.ts";
import { pauseByWarning } from "./payments.ts";
import { type MakeTarget, once, paid, type Row, type Rows, unknownId, type World } from "./row.ts";

const reason = { reason: "Known customer" };
const missing = { path: { id: unknownId("pay") } };
const newOrder = paid(paidOrder);
const newPayment = async (world: World): Promise<string> =>
  (await newOrder(world, world.workspace.owner)).path?.id ?? "";

const known = once(async (world: World) => ({ path: { id: await newPayment(world) } }));
const toRefund: MakeTarget = async (world) => ({ path: { id: await newPayment(world) }, body: reason });
const released: MakeTarget = async (world) => {
  const path = { id: await newPayment(world) };
  await pauseByWarning(world, rowId("pay", path.id) ?? "");
  return { path, body: reason };
};

const disputed: MakeTarget = async (world) => {
  const id = await newPayment(world);
  await world.api.call({ method: "POST", path: `/sandbox/payments/${id}/dispute` });
  await until("the payment is disputed", async () => {
    const [row] = await world.api.sql`select status from payments where id = ${rowId("pay", id) ?? ""}`;
    return row?.status === "disputed";
  });
  return { path: { id }, body: reason };
};

/** A refund that waits for the operator. */
const waiting: MakeTarget = async (world) => {
  const paymentId = rowId("pay", await newPayment(world)) ?? "";
  const id = newId();
  await world.api.sql`
    insert into refunds (id, workspace_id, payment_id, attempt_id, state, reason, amount_cents, tax_cents, line_amounts,
      requested_by, created_at)
    select ${id}, workspace_id, payment_id, id, 'waiting', 'domain_deleted', 1, 0, '[]',
      '{"kind": "user", "id": null, "name": "test"}', now()
    from payment_attempts where payment_id = ${paymentId}`;
  return { path: { id: publicId("rfd", id) } };
};

/** A refund that a workspace has requested. */
const requested: MakeTarget = async (world) => {
  const id = await newPayment(world);
  const { json } = await world.api.call({
    method: "POST",
    path: `/payments/${id}/refund-request`,
    cookie: world.workspace.owner.cookie,
    body: {},
  });
  return { path: { id: json.id }, body: reason };
};

const decline: Row = {
  success: 200,
  own: requested,
  missing: { path: { id: unknownId("rfd") }, body: reason },
};
const refund: Row = { success: 201, own: toRefund, missing: { ...missing, body: reason } };
const release: Row = { success: 200, own: released, missing: { ...missing, body: reason } };
const acceptance: Row = { success: 200, own: disputed, missing: { ...missing, body: reason } };
const retry: Row = { success: 201, own: waiting, missing: { path: { id: unknownId("rfd") } } };
const reading: Row = { success: 200, own: known, missing };

export const operatorRows: Rows = {
  rest: {
    listOperatorPayments: { success: 200 },
    getOperatorPayment: reading,
    refundForOperator: refund,
    releaseForOperator: release,
    acceptDispute: acceptance,
    retryRefund: retry,
    declineRefund: decline,
    exportWholeLedger: { success: 200 },
  },
  trpc: {
    "operator.payments": { right: null, success: 200 },
    "operator.books": { right: null, success: 200 },
    "operator.payment": { right: null, ...reading },
    "operator.previewRefund": {
      right: null,
      success: 200,
      own: known,
      missing,
      changesNothing: true,
    },
    "operator.refund": { right: null, ...refund, success: 200 },
    "operator.release": { right: null, ...release },
    "operator.acceptDispute": { right: null, ...acceptance },
    "operator.declineRefund": { right: null, ...decline },
    "operator.retryRefund": { right: null, ...retry, success: 200 },
  },
};
