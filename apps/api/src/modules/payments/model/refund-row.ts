import type { refunds } from "@zonepost/db";

export type RefundRow = typeof refunds.$inferSelect;
