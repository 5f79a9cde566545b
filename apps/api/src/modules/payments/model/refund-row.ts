import type { refunds } from "@zonepost/db";

export type RefundRow = typeof refunds.$inferSelect;
export type RefundState = RefundRow["state"];

/** Whether its money has gone, or is on its way. */
export const isCounted = ({ state }: Pick<RefundRow, "state">): boolean =>
  state === "pending" || state === "succeeded";
