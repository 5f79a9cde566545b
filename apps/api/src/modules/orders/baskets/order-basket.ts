import type { Order, OrderLineInput, OrderPreview } from "@zonepost/schema";
import type { BasketLine, BasketOrderInput } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { readTransferCodes } from "../auth-codes/transfer-codes.ts";
import { noCode } from "../model/line-input.ts";
import { requireMayOrder } from "../model/require-may-order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { previewOrder } from "../placing/preview-order.ts";
import type { OrderPorts } from "../ports.ts";

/** The panel's basket has no auth codes: the browser would have to store them. */
async function withCodes(
  ctx: WorkspaceCtx & OrderPorts,
  lines: readonly BasketLine[],
): Promise<OrderLineInput[]> {
  requireMayOrder(ctx, lines);
  const names = lines.flatMap((line) => (line.kind === "transfer_in" ? line.name : []));
  const codes = await readTransferCodes(ctx, names);
  return lines.map((line) =>
    line.kind === "transfer_in" ? { ...line, authCode: codes.get(line.name) ?? noCode } : line,
  );
}

export async function previewBasket(
  ctx: WorkspaceCtx & OrderPorts,
  lines: readonly BasketLine[],
): Promise<OrderPreview> {
  return previewOrder(ctx, { lines: await withCodes(ctx, lines) }, { isPriceRequest: true });
}

/** A repeat finds its order by the key, although the codes have gone over to the lines of the order. */
export async function placeBasket(
  ctx: WorkspaceCtx & OrderPorts,
  { lines, ...wish }: BasketOrderInput,
): Promise<Order> {
  return (await placeOrder(ctx, { ...wish, lines: await withCodes(ctx, lines) })).order;
}
