import { domains } from "@zonepost/db";
import { gt, lte, min } from "drizzle-orm";
import type { DueWork } from "../../../kernel/due-work.ts";

type DueColumn = "nextNoticeAt" | "nextRenewalAt" | "nextDeletionAt" | "nextLookAt" | "authCodeExpiresAt";

/** For the sandbox clock: the work counts as busy until the column's moment has moved. */
export function dueWorkOf(name: string, due: DueColumn): DueWork {
  const column = domains[due];
  return {
    name,
    async nextDueAt(db, after) {
      const [row] = await db
        .select({ at: min(column) })
        .from(domains)
        .where(gt(column, after));
      return row?.at ?? null;
    },
    async isBusy(db, now) {
      const [row] = await db
        .select({ at: min(column) })
        .from(domains)
        .where(lte(column, now));
      return Boolean(row?.at);
    },
  };
}
