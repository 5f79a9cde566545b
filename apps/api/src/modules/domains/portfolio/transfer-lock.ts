import { domainOperations, domains } from "@zonepost/db";
import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { requireChangeable } from "../model/require-changeable.ts";
import type { DomainPorts } from "../ports.ts";
import { type Changed, changeAtRegistry } from "../registry-sync/change-at-registry.ts";
import { isLocked } from "./get-domain-details.ts";

/** The domain that an order line registered, if it is still held and its registry has a transfer lock. */
export async function findLockableDomain(
  ctx: Ctx & DomainPorts,
  orderLineId: string,
): Promise<{ domain: DomainRow; isLocked: boolean } | undefined> {
  const [found] = await ctx.db
    .select({ domain: domains })
    .from(domainOperations)
    .innerJoin(domains, eq(domains.id, domainOperations.domainId))
    .where(
      and(
        eq(domainOperations.orderLineId, orderLineId),
        eq(domainOperations.kind, "registration"),
        eq(domainOperations.state, "succeeded"),
        inArray(domains.status, ["active", "expired", "pending_transfer"]),
      ),
    );
  return found && ctx.registrars.rulesOf(found.domain.tld).transferLock
    ? { ...found, isLocked: isLocked(found.domain.registryStatuses) }
    : undefined;
}

/** For callers that have checked that the domain may change. Fails during a transfer to another registrar. */
export function changeTransferLock(
  ctx: Ctx & DomainPorts,
  domain: DomainRow,
  locked: boolean,
): Promise<Changed> {
  requireChangeable(domain, { evenExpired: true });
  return changeAtRegistry(ctx, domain, { kind: "change_lock", locked }, (registrar, options) =>
    registrar.changeLock(domain.name, locked, options),
  );
}
