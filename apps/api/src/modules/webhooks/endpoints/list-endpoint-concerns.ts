import type { Concern, ConcernRow } from "../../../kernel/concern.ts";
import { withSubject } from "../../../kernel/concern.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { deactivationFailures, warningFailures } from "../delivery/policy.ts";

/** Endpoints that fail, or were deactivated because they failed, in one statement. */
export async function listEndpointConcerns(ctx: WorkspaceCtx): Promise<Concern[]> {
  requireRight(ctx.actor, "webhooks:read");
  const { workspaceId } = ctx.actor;
  const rows = await ctx.db.$client<(ConcernRow & { id: string; name: string })[]>`
    select case when e.active then 'endpoint_failing' else 'endpoint_deactivated' end as kind, e.id,
      coalesce(nullif(e.description, ''), e.url) as name,
      case when e.active
        then coalesce((
          select max(h.hour) from delivery_hours h
          where h.workspace_id = e.workspace_id and h.endpoint_id = e.id and h.delivered > 0), e.created_at)
        else e.deactivated_at end as since,
      null::timestamptz as until,
      jsonb_build_object('failures', e.consecutive_failures, 'reason', e.deactivation_reason,
        'deactivatesAfter', ${deactivationFailures}::int) as facts
    from webhook_endpoints e
    where e.workspace_id = ${workspaceId}
      and (e.active and e.consecutive_failures >= ${warningFailures}
        or not e.active and e.deactivated_at is not null and e.deactivation_reason in ('failures', 'gone'))`;
  return rows.map(({ id, name, ...row }) =>
    withSubject(row, { type: "webhook_endpoint", id: publicId("whe", id), name }),
  );
}
