import { orderLines, type Transaction } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { and, eq, lt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { rowId } from "../../../kernel/ids.ts";
import { registerDomain, renewDomain, restoreDomain, transferDomainIn } from "../../domains/index.ts";
import { buyMailPlan } from "../../mail/index.ts";
import { domainNotBought } from "../errors.ts";
import { inputOfRow, type OrderLineRow } from "../model/order-row.ts";
import { isOpenLine } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { settleLoss } from "./settle-loss.ts";
import { beginHeld, carryOutAtOnce } from "./write-line.ts";

/**
 * Calls the operation that the line pays for, at the line's price: if the price has been raised since, the line fails.
 * `blocked`: an earlier line of the order has to be carried out first.
 */
export async function beginLine(
  ctx: WorkspaceCtx & OrderPorts,
  line: OrderLineRow,
): Promise<DomainOperation | "blocked" | "carried_out"> {
  const input = inputOfRow(ctx.secretBox, line);
  const paid = {
    expectedPriceCents: line.priceCents,
    orderLineId: line.id,
    whenBegun: (tx: Transaction) => beginHeld(tx, line),
  };
  switch (input.kind) {
    case "registration":
      return registerDomain(ctx, { ...input, locked: input.locked ?? true, ...paid });
    case "renewal":
      return renewDomain(ctx, { ...input, ...paid });
    case "restore":
      return restoreDomain(ctx, { ...input, ...paid });
    case "transfer_in":
      return transferDomainIn(ctx, { ...input, ...paid });
    case "settlement":
      await settleLoss(ctx, line, rowId("ord", input.orderId) ?? "");
      return "carried_out";
    case "mail_plan": {
      if (await isDomainStillBought(ctx, line)) {
        return "blocked";
      }
      const { priceCents, years } = line;
      await buyMailPlan(ctx, { ...input, paid: { priceCents, years } }, async (tx, { at, ...outcome }) => {
        await carryOutAtOnce(tx, line, outcome, at);
      });
      return "carried_out";
    }
  }
}

/** Mail needs its domain, which the same order may register. */
async function isDomainStillBought({ db }: Pick<WorkspaceCtx, "db">, line: OrderLineRow): Promise<boolean> {
  const [registration] = await db
    .select({ state: orderLines.state, failure: orderLines.failure })
    .from(orderLines)
    .where(
      and(
        eq(orderLines.orderId, line.orderId),
        eq(orderLines.kind, "registration"),
        eq(orderLines.domainName, line.domainName),
        lt(orderLines.position, line.position),
      ),
    );
  if (registration?.failure) {
    throw domainNotBought();
  }
  return registration !== undefined && isOpenLine(registration.state);
}
