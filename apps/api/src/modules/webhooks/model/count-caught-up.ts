import { type Transaction, webhookCatchUps } from "@zonepost/db";
import { and, eq, type SQL, sql } from "drizzle-orm";

export type CaughtUp = {
  workspaceId: string;
  catchUpId: string | null;
  status: "succeeded" | "failed" | "skipped" | "pending";
};

/** Counts deliveries that their catch-up has ended for, in the transaction that does. Others are ignored. */
export async function countCaughtUp(tx: Transaction, outcomes: readonly CaughtUp[]): Promise<void> {
  const counted = Map.groupBy(
    outcomes.filter(({ catchUpId, status }) => catchUpId !== null && status !== "pending"),
    ({ catchUpId }) => catchUpId ?? "",
  );
  // In the order of ids, so that two workers can't wait for each other.
  for (const [id, [first, ...others]] of [...counted].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { workspaceId } = first as CaughtUp;
    const raised = (column: SQL, status: CaughtUp["status"]) =>
      sql`${column} + ${[first, ...others].filter((one) => one?.status === status).length}::int`;
    await tx
      .update(webhookCatchUps)
      .set({
        delivered: raised(sql`${webhookCatchUps.delivered}`, "succeeded"),
        failed: raised(sql`${webhookCatchUps.failed}`, "failed"),
        skipped: raised(sql`${webhookCatchUps.skipped}`, "skipped"),
      })
      .where(and(eq(webhookCatchUps.workspaceId, workspaceId), eq(webhookCatchUps.id, id)));
  }
}

/** What an ended catch-up has queued is all that it will have. */
export const totalAtEnd = sql`case when ${webhookCatchUps.state} = 'preparing' then ${webhookCatchUps.queued} else ${webhookCatchUps.total} end`;
