import { domainNotifications } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { deleteWhere, firstIdSince } from "../../../kernel/database/retention.ts";

/** The record of who was mailed is kept as long as the audit log. */
export const deleteOldNotifications = (keptDays: number) =>
  deleteWhere(domainNotifications, sql`${domainNotifications.id} < ${firstIdSince(keptDays)}`);
