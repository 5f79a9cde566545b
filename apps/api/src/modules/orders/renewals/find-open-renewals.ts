import { orderLines, orders } from "@zonepost/db";
import { and, desc, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { readLastFailures } from "../../payments/index.ts";
import { type OpenRenewal, stateOfOrder } from "./renewal-policy.ts";

/** Longer than the time from the first attempt at a card until a domain can no longer be renewed. */
const failuresKeptForMs = 90 * dayMs;

/** Renewals that have begun and haven't ended, or that have failed: the latest order of each. */
export async function findOpenRenewals(
  db: Queryable,
  { workspaceId, domainName, now }: { workspaceId: string; domainName?: string; now: Date },
): Promise<OpenRenewal[]> {
  const rows = await db
    .selectDistinctOn([orderLines.kind, orderLines.domainName], {
      lineKind: orderLines.kind,
      name: orderLines.domainName,
      expiresAt: sql<string>`${orderLines.input} ->> 'currentExpiresAt'`,
      orderId: orders.id,
      orderState: orders.state,
      paymentId: orders.paymentId,
      lineFailure: orderLines.failure,
      lineFinishedAt: orderLines.finishedAt,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        eq(orders.workspaceId, workspaceId),
        domainName === undefined
          ? undefined
          : and(eq(orderLines.workspaceId, workspaceId), eq(orderLines.domainName, domainName)),
        eq(orders.origin, "renewal"),
        inArray(orderLines.kind, ["renewal", "mail_plan"]),
        or(
          inArray(orders.state, ["awaiting_payment", "processing"]),
          and(eq(orders.state, "failed"), gt(orders.createdAt, new Date(now.getTime() - failuresKeptForMs))),
        ),
      ),
    )
    .orderBy(orderLines.kind, orderLines.domainName, desc(orders.id));
  const unpaid = rows.flatMap(({ orderState, paymentId }) =>
    orderState === "awaiting_payment" && paymentId !== null ? [paymentId] : [],
  );
  const failures = await readLastFailures(db, unpaid);
  return rows.map(({ lineKind, name, expiresAt, orderId, paymentId, lineFinishedAt, ...row }) => {
    const declined = failures.get(paymentId ?? "");
    const state = stateOfOrder({ ...row, isDeclined: declined !== undefined });
    const failed = declined ?? (row.lineFailure && { ...row.lineFailure, failedAt: lineFinishedAt });
    return {
      kind: lineKind === "mail_plan" ? "mail_plan" : "domain",
      name,
      expiresAt,
      orderId,
      orderState: row.orderState,
      paymentId,
      state,
      isBankFailure: declined !== undefined,
      failure: state === "failed" && failed ? { code: failed.code, message: failed.message } : null,
      failedAt: (state === "failed" && failed?.failedAt) || null,
    };
  });
}
