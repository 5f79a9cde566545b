import { domainToUnicode } from "node:url";
import { orderLines } from "@zonepost/db";
import type { OrderExportQuery } from "@zonepost/schema";
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";

/** The IDs of orders that have such a line, as a subquery; undefined if the filter concerns no lines. */
export async function ordersWithLine(
  { db, actor }: Pick<WorkspaceCtx, "db" | "actor">,
  { kind, domain, q = "" }: Pick<OrderExportQuery, "kind" | "domain" | "q">,
): Promise<SQL | undefined> {
  if (kind === undefined && domain === undefined && q === "") {
    return;
  }
  const isOwn = eq(orderLines.workspaceId, actor.workspaceId);
  const query = db
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(
      and(
        isOwn,
        kind && eq(orderLines.kind, kind),
        domain === undefined ? undefined : eq(orderLines.domainName, domain),
        q === "" ? undefined : await nameContains(q),
      ),
    );
  // A builder would run once the promise is awaited.
  return sql`${query}`;

  /** Rows store A-labels, whose parts aren't the parts of the name in its own script. */
  async function nameContains(words: string) {
    const encoded = await db
      .selectDistinct({ name: orderLines.domainName })
      .from(orderLines)
      .where(and(isOwn, sql`position('xn--' in ${orderLines.domainName}) > 0`));
    const matching = encoded.map(({ name }) => name).filter((name) => domainToUnicode(name).includes(words));
    return or(
      sql`position(${words} in ${orderLines.domainName}) > 0`,
      inArray(orderLines.domainName, matching),
    );
  }
}
