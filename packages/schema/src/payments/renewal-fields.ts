import { z } from "zod";
import { orderId, timestamp } from "../primitives.ts";
import { orderStates, renewalStates } from "../vocabulary.ts";

/** How a renewal stands, in `GET /renewals` and in a domain. */
export const renewalFields = {
  state: z.enum(renewalStates).meta({
    description:
      "`scheduled`: charged at `chargesAt`. `processing`: paid, and being renewed. `failed`: not charged or not renewed; `failure` has the reason. `expiring`: auto-renew is off.",
  }),
  chargesAt: timestamp.nullable().meta({
    description: "When the card is charged next. Null if it isn't charged again.",
  }),
  failure: z.object({ code: z.string(), message: z.string() }).nullable().meta({
    description:
      "Why the last attempt failed. Null unless the state is `failed`. The bank's reason requires `payments:read`.",
  }),
  failedAt: timestamp.nullable(),
  orderId: orderId.nullable().meta({ description: "The order of a renewal that has begun" }),
  orderState: z.enum(orderStates).nullable().meta({
    description: "That order's state. One that is `awaiting_payment` can be paid before the next charge.",
  }),
};
