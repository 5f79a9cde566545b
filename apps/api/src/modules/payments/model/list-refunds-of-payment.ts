import { refunds } from "@zonepost/db";
import { asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { RefundRow } from "./refund-row.ts";

/** All refunds of a payment, the oldest first. */
export const listRefundsOfPayment = (db: Queryable, paymentId: string): Promise<RefundRow[]> =>
  db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id));
