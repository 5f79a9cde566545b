import type {
  MailActivationInput,
  MailDomainPatch,
  Order,
  OrderedMail,
  OrderedOperation,
  OrderLineInput,
  UpdatedMail,
} from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findOperationOfLine } from "../../domains/index.ts";
import { getMailActivation, readMailDomain, updateMailDomain } from "../../mail/index.ts";
import { lineFailed } from "../errors.ts";
import type { OrderPorts } from "../ports.ts";
import { placeOrder } from "./place-order.ts";

/**
 * Orders one operation, charges the default card and carries the operation out. Returns the operation, or the order
 * while there is none: the charge hasn't been settled, or the registry isn't responding and is tried again.
 */
export async function orderOperation(
  ctx: WorkspaceCtx & OrderPorts,
  line: Exclude<OrderLineInput, { kind: "mail_plan" }>,
): Promise<OrderedOperation> {
  const { order, lineId } = await orderLine(ctx, line);
  const operation = await findOperationOfLine(ctx.db, lineId);
  return operation && operation.state !== "failed" ? { ...operation, ...ofOrder(order) } : order;
}

/** The same for a mail plan. */
export async function orderMail(
  ctx: WorkspaceCtx & OrderPorts,
  input: MailActivationInput,
): Promise<OrderedMail> {
  const { order } = await orderLine(ctx, { ...input, kind: "mail_plan" }, { isActivation: true });
  return order.state === "completed"
    ? { ...(await getMailActivation(ctx, input.domainName)), ...ofOrder(order) }
    : order;
}

/** Changes the mail of a domain. Only a change of the plan is an order. */
export async function updateMail(
  ctx: WorkspaceCtx & OrderPorts,
  { domainName, planSlug, ...change }: MailDomainPatch & { domainName: string },
): Promise<UpdatedMail> {
  if (planSlug === undefined) {
    return updateMailDomain(ctx, { domainName, ...change });
  }
  requireRight(ctx.actor, "mail:write");
  // Without mail, the order would activate it.
  await readMailDomain(ctx, domainName);
  const { order } = await orderLine(ctx, { kind: "mail_plan", domainName, planSlug });
  return order.state === "completed"
    ? { ...(await readMailDomain(ctx, domainName)), ...ofOrder(order) }
    : order;
}

const ofOrder = ({ id, replacedOrders }: Order) => ({
  orderId: id,
  ...(replacedOrders.length > 0 ? { replacedOrders } : {}),
});

/** Throws if the line has failed; it is then refunded. */
async function orderLine(
  ctx: WorkspaceCtx & OrderPorts,
  line: OrderLineInput,
  options: { isActivation?: boolean } = {},
): Promise<{ order: Order; lineId: string }> {
  const { order } = await placeOrder(ctx, { lines: [line] }, { ...options, isLineAlone: true });
  const [placed] = order.lines;
  const lineId = placed && rowId("orl", placed.id);
  if (!lineId) {
    throw new Error(`the order ${order.id} has no line`);
  }
  if (placed.failure) {
    throw lineFailed(placed.failure, order);
  }
  return { order, lineId };
}
