import type { EventTypeDescription } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { describeEventTypes } from "./describe-event-types.ts";

export async function listEventTypes(ctx: WorkspaceCtx): Promise<EventTypeDescription[]> {
  requireRight(ctx.actor, "webhooks:read");
  return describeEventTypes();
}
