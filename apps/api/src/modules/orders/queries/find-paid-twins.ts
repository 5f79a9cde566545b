import { orderLines, orders } from "@zonepost/db";
import type { OrderLineInput } from "@zonepost/schema";
import { and, eq, or } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { alreadyOrdered } from "../errors.ts";
import { isPaidAndOpen } from "../order-row.ts";
import { subjectOf } from "./quote-lines.ts";

/** Lines that another order has been paid for and is still carrying out: buying them again would pay twice. */
export async function findPaidTwins(
  ctx: Pick<WorkspaceCtx, "actor"> & { db: Queryable },
  lines: readonly OrderLineInput[],
): Promise<AppError[]> {
  const same = lines.map((line) =>
    and(eq(orderLines.kind, line.kind), eq(orderLines.domainName, subjectOf(line))),
  );
  const twins = await ctx.db
    .select({ domainName: orderLines.domainName })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.workspaceId, ctx.actor.workspaceId), isPaidAndOpen, or(...same)));
  return [...new Set(twins.map(({ domainName }) => domainName))].map(alreadyOrdered);
}
