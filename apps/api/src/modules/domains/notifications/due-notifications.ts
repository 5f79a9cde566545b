import { domainNotifications } from "@zonepost/db";
import { gt, lte, min } from "drizzle-orm";
import type { DueWork } from "../../../kernel/due-work.ts";

export const notificationWork: DueWork = {
  name: "emails about domains",
  async nextDueAt(db, after) {
    const [row] = await db
      .select({ at: min(domainNotifications.mailAt) })
      .from(domainNotifications)
      .where(gt(domainNotifications.mailAt, after));
    return row?.at ?? null;
  },
  async isBusy(db, now) {
    const [row] = await db
      .select({ at: min(domainNotifications.mailAt) })
      .from(domainNotifications)
      .where(lte(domainNotifications.mailAt, now));
    return Boolean(row?.at);
  },
};
