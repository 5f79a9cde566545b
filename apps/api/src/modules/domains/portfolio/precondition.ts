import { domainIntents } from "@zonepost/db";
import { domainDetails } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { changed, isMatched } from "../../../kernel/http/entity-tag.ts";
import type { DomainPorts } from "../ports.ts";
import type { Conditional } from "../registry-sync/change-at-registry.ts";
import { isOpen } from "../registry-sync/intents/intent-columns.ts";
import { domainDetailsOf } from "./get-domain-details.ts";

/**
 * For a request with If-Match: throws `changed` unless the domain is still what the caller has read. Under the lock of its
 * row, in the transaction that begins the change, so that of two such requests with one tag only the first succeeds. A
 * change that is on its way to the registry isn't visible yet, and counts too.
 */
export async function createPrecondition(
  ctx: WorkspaceCtx & Pick<DomainPorts, "registrars" | "domainOrders">,
): Promise<Conditional["requireUnchanged"]> {
  const { ifMatch } = ctx;
  if (ifMatch === null || ifMatch === undefined) {
    return undefined;
  }
  const now = await ctx.clock.now();
  return async (db, row) => {
    const body = JSON.stringify(domainDetails.parse(await domainDetailsOf(ctx, row, { db, now })));
    const onItsWay = and(eq(domainIntents.domainId, row.id), isOpen(), isNull(domainIntents.operationId));
    if (!isMatched(ifMatch, body) || (await db.$count(domainIntents, onItsWay)) > 0) {
      throw changed();
    }
  };
}
