import { zoneAllowances } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import { deleteOlder, type RetentionRule } from "../../../kernel/database/retention.ts";

export const allowanceRetentionRules = (clock: Clock): readonly RetentionRule[] => [
  deleteOlder(clock, 0, zoneAllowances, (now) => sql`${zoneAllowances.expiresAt} <= ${now}`),
];
