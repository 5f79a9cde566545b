import { z } from "zod";
import { datedListInput, flag, nothing, text } from "../fields.ts";
import { listReply } from "../list-reply.ts";
import { ok, operation } from "../operation.ts";

export const eventOperations = [
  operation({
    method: "GET",
    path: "/v1/events",
    input: datedListInput({
      type: text.optional(),
      types: z.array(text).min(1).max(20).optional(),
      delivery_success: flag.optional(),
    }),
    run: (context, { created, type, types, delivery_success, ...page }) =>
      listReply(context, "event", "/v1/events", page, {
        created,
        types: type === undefined ? types : [type],
        contains: delivery_success === undefined ? {} : { pending_webhooks: delivery_success ? 0 : 1 },
      }),
  }),
  operation({
    method: "GET",
    path: "/v1/events/:id",
    input: nothing,
    run: async ({ objects }, _input, id) => ok((await objects.get("event", id, "id")).body),
  }),
];
