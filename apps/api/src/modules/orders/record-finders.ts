import { orderLines, orders } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { publicId } from "../../kernel/ids.ts";
import { placeIf, type RecordFinders } from "../../kernel/record-finders.ts";
import { isVisibleTo } from "./model/get-order.ts";

export const orderRecords: RecordFinders<"ord" | "orl"> = {
  ord: {
    right: "domains:read",
    async find({ db, actor }, id) {
      return placeIf(await db.$count(orders, and(eq(orders.id, id), isVisibleTo(actor))));
    },
  },
  orl: {
    right: "domains:read",
    async find({ db, actor }, id) {
      const [row] = await db
        .select({ orderId: orders.id })
        .from(orderLines)
        .innerJoin(orders, eq(orders.id, orderLines.orderId))
        .where(and(eq(orderLines.id, id), isVisibleTo(actor)));
      return row && [publicId("ord", row.orderId)];
    },
  },
};
