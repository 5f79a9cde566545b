import { paymentMethods, payments, refunds } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { publicId } from "../../kernel/ids.ts";
import { findOwn, type RecordFinders } from "../../kernel/record-finders.ts";
import { isSaved } from "./cards/payment-method-row.ts";

export const paymentRecords: RecordFinders<"pay" | "pmt" | "rfd"> = {
  pay: {
    right: "payments:read",
    find: findOwn(payments),
  },
  pmt: {
    right: "payments:read",
    find: findOwn(paymentMethods, isSaved),
  },
  rfd: {
    right: "payments:read",
    async find({ db, actor }, id) {
      const [row] = await db
        .select({ paymentId: refunds.paymentId })
        .from(refunds)
        .where(and(eq(refunds.id, id), eq(refunds.workspaceId, actor.workspaceId)));
      return row && [publicId("pay", row.paymentId)];
    },
  },
};
