import type { Renewal, RenewalQuery } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, momentAtPlace, type OperationResult } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { OrderPorts } from "../ports.ts";
import { prepareRenewals } from "./prepare-renewals.ts";

export async function listRenewals(
  ctx: WorkspaceCtx & OrderPorts,
  query: RenewalQuery = {},
): Promise<OperationResult<Renewal[]>> {
  requireRight(ctx.actor, "domains:read");
  const after = momentAtPlace("dom", query);
  const { select, present } = await prepareRenewals(ctx);
  return listOrPage(query, {
    read: (limit) => select(query, { after, limit }),
    // The ids of both kinds are UUIDs, in one order, so the cursor needs no kind.
    placeOf: ({ dueAt, id }) => `${dueAt} ${publicId("dom", id)}`,
    present,
  });
}
