import type { Queryable } from "../../../kernel/ctx.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { isOfTerm } from "./find-renewal-order.ts";
import { findRenewable } from "./renewables.ts";

/** False once auto-renew is off, the term was renewed otherwise, or the domain has left. */
export async function isStillDue(
  ctx: OrderPorts & { db: Queryable },
  lines: readonly OrderLineRow[],
): Promise<boolean> {
  const [line] = lines;
  const renewal = line && (await findRenewable(line.kind)?.findOfLine(ctx, line));
  return renewal !== undefined && isOfTerm(ctx, lines, renewal);
}
