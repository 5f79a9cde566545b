import { attentionChoices } from "@zonepost/db";
import type { AttentionItem, AttentionQuery } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { Concern } from "../../kernel/concern.ts";
import type { WorkspaceCtx } from "../../kernel/ctx.ts";
import { hasRight, requireRight } from "../../kernel/rights.ts";
import { listDomainConcerns } from "../domains/index.ts";
import { listMailConcerns } from "../mail/index.ts";
import { listPaymentConcerns } from "../payments/index.ts";
import { listEndpointConcerns } from "../webhooks/index.ts";
import { arrangeItems, type Choice, openItems } from "./rules/arrange-items.ts";
import { describeConcern, type Single } from "./rules/describe-concern.ts";

/** What needs attention, in five statements: one for each module that has something to tell, and the person's choices. */
export async function listAttention(
  ctx: WorkspaceCtx,
  { muted }: AttentionQuery = {},
): Promise<AttentionItem[]> {
  requireRight(ctx.actor, "domains:read");
  const now = await ctx.clock.now();
  const [items, choices] = await Promise.all([readItems(ctx, now), readChoices(ctx)]);
  return arrangeItems(items, choices, { now, isMuted: muted === "true" });
}

/** The names of the domains that the person's list has, for a filter of the list of domains. */
export async function listDomainsInNeed(ctx: WorkspaceCtx, now: Date): Promise<string[]> {
  const [concerns, choices] = await Promise.all([listDomainConcerns(ctx, now), readChoices(ctx)]);
  const items = concerns.map((concern) => describeConcern(concern, { now, seesPayments: false }));
  return [...new Set(openItems(items, choices, now).map(({ subject }) => subject.id))];
}

/** Each is open, however the person has chosen. */
export async function readItems(ctx: WorkspaceCtx, now: Date): Promise<Single[]> {
  const { actor } = ctx;
  const none: Promise<Concern[]> = Promise.resolve([]);
  const seesPayments = hasRight(actor, "payments:read");
  const concerns = await Promise.all([
    listDomainConcerns(ctx, now),
    hasRight(actor, "mail:read") ? listMailConcerns(ctx, now) : none,
    seesPayments ? listPaymentConcerns(ctx, now) : none,
    hasRight(actor, "webhooks:read") ? listEndpointConcerns(ctx) : none,
  ]);
  return concerns.flat().map((concern) => describeConcern(concern, { now, seesPayments }));
}

/** Keys have none. */
async function readChoices({ db, actor }: WorkspaceCtx): Promise<Choice[]> {
  return actor.kind === "user"
    ? db
        .select()
        .from(attentionChoices)
        .where(
          and(eq(attentionChoices.userId, actor.userId), eq(attentionChoices.workspaceId, actor.workspaceId)),
        )
    : [];
}
