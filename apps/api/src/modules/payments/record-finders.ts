import { paymentMethods, payments, refunds } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { publicId } from "../../kernel/ids.ts";
import { placeIf, type RecordFinders } from "../../kernel/record-finders.ts";
import { isSaved } from "./cards/payment-method-row.ts";

export const paymentRecords: RecordFinders<"pay" | "pmt" | "rfd"> = {
  pay: {
    right: "payments:read",
    async find({ db, actor }, id) {
      return placeIf(
        await db.$count(payments, and(eq(payments.id, id), eq(payments.workspaceId, actor.workspaceId))),
      );
    },
  },
  pmt: {
    right: "payments:read",
    async find({ db, actor }, id) {
      return placeIf(
        await db.$count(
          paymentMethods,
          and(eq(paymentMethods.id, id), eq(paymentMethods.workspaceId, actor.workspaceId), isSaved),
        ),
      );
    },
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
