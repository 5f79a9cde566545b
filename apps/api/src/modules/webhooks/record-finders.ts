import { webhookEndpoints } from "@zonepost/db";
import { publicId } from "../../kernel/ids.ts";
import { findOwn, type RecordFinders } from "../../kernel/record-finders.ts";
import { paymentEvents, seesPayments } from "./model/payment-events.ts";

type Found = { endpointId: string; deliveryId: string };
const placeOf = (row: Found | undefined) =>
  row && [publicId("whe", row.endpointId), publicId("whd", row.deliveryId)];

export const webhookRecords: RecordFinders<"evt" | "whd" | "whe"> = {
  /** The event's delivery to the oldest endpoint that got it. */
  evt: {
    right: "webhooks:read",
    async find({ db, actor }, id) {
      const { workspaceId } = actor;
      // By the subject, of which each endpoint's deliveries have an index.
      const [row] = await db.$client<Found[]>`
        select e.id as "endpointId", d.id as "deliveryId"
        from events, webhook_endpoints e
        cross join lateral (
          select id from deliveries
          where endpoint_id = e.id and subject = events.subject and event_id = events.id
            and workspace_id = ${workspaceId}
          order by id limit 1) d
        where events.workspace_id = ${workspaceId} and events.id = ${id} and e.workspace_id = ${workspaceId}
          and (${seesPayments(actor)} or events.type not like ${paymentEvents})
        order by e.id limit 1`;
      return placeOf(row);
    },
  },
  whd: {
    right: "webhooks:read",
    async find({ db, actor }, id) {
      const { workspaceId } = actor;
      const [row] = await db.$client<Found[]>`
        select e.id as "endpointId", d.id as "deliveryId"
        from deliveries d, webhook_endpoints e
        where d.workspace_id = ${workspaceId} and d.id = ${id} and e.id = d.endpoint_id
          and (${seesPayments(actor)} or d.event_type not like ${paymentEvents})`;
      return placeOf(row);
    },
  },
  whe: {
    right: "webhooks:read",
    find: findOwn(webhookEndpoints),
  },
};
