import { attentionItem, attentionParameters, attentionQuery, attentionSnoozeInput } from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../kernel/http/operation.ts";
import { muteAttention, snoozeAttention, unmuteAttention, unsnoozeAttention } from "./choose-attention.ts";
import { listAttention } from "./list-attention.ts";

const change = {
  tag: "Attention",
  right: "domains:read",
  sessionOnly: true,
  parameters: attentionParameters,
  output: z.void(),
  successStatus: 204,
} as const;

export const attentionOperations = () =>
  named({
    listAttention: operation({
      method: "GET",
      path: "/attention",
      tag: "Attention",
      summary: "List what needs attention",
      description:
        "Returns problems of domains, mail, webhooks and payments, as far as you can see these: mail requires `mail:read`, webhooks `webhooks:read`, and payments `payments:read`. More than five problems of a kind are one item with a `count`. The list is computed when you ask for it, so poll it; there are no webhooks about it.",
      right: "domains:read",
      query: attentionQuery,
      output: z.array(attentionItem),
      outputDescription: "The items, worst first, and then those that you have snoozed",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listAttention(ctx, query),
    }),
    snoozeAttention: operation({
      ...change,
      method: "POST",
      path: "/attention/{id}/snooze",
      summary: "Snooze an item",
      description:
        "For you alone, and only in this workspace. The item is back earlier if it becomes critical, or if it is critical and its `until` comes nearer. With the ID of a group, all of its kind are snoozed. A problem that begins later isn't.",
      body: attentionSnoozeInput,
      outputDescription: "The item is snoozed",
      problems: [404],
      handle: (ctx, { parameters, body }) => snoozeAttention(ctx, { ...parameters, ...body }),
    }),
    unsnoozeAttention: operation({
      ...change,
      method: "DELETE",
      path: "/attention/{id}/snooze",
      summary: "End an item's snooze",
      description: "Does nothing if you haven't snoozed it.",
      outputDescription: "The item isn't snoozed",
      problems: [404],
      handle: (ctx, { parameters }) => unsnoozeAttention(ctx, parameters.id),
    }),
    muteAttention: operation({
      ...change,
      method: "POST",
      path: "/attention/{id}/mute",
      summary: "Mute an item",
      description:
        "Like a snooze without an end: the item is no longer listed for you, until it becomes critical, or until it is critical and its `until` comes nearer.",
      outputDescription: "The item is muted",
      problems: [404],
      handle: (ctx, { parameters }) => muteAttention(ctx, parameters.id),
    }),
    unmuteAttention: operation({
      ...change,
      method: "DELETE",
      path: "/attention/{id}/mute",
      summary: "Unmute an item",
      description: "Does nothing if you haven't muted it. `GET /attention?muted=true` lists muted items.",
      outputDescription: "The item isn't muted",
      problems: [404],
      handle: (ctx, { parameters }) => unmuteAttention(ctx, parameters.id),
    }),
  });
