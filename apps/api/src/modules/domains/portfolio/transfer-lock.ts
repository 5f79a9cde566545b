import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { findDomainOfLine } from "../model/operations.ts";
import type { DomainPorts } from "../ports.ts";
import { type Changed, type Conditional, changeAtRegistry } from "../registry-sync/change-at-registry.ts";
import { isLocked } from "../rules/is-locked.ts";
import { requireChangeable } from "../rules/require-changeable.ts";

/** The domain that an order line registered, if it is still held and its registry has a transfer lock. */
export async function findLockableDomain(
  ctx: Ctx & DomainPorts,
  orderLineId: string,
): Promise<{ domain: DomainRow; isLocked: boolean } | undefined> {
  const domain = await findDomainOfLine(ctx.db, orderLineId);
  return domain && isHeld(domain) && ctx.registrars.rulesOf(domain.tld).transferLock
    ? { domain, isLocked: isLocked(domain.registryStatuses) }
    : undefined;
}

const isHeld = ({ status }: DomainRow): boolean =>
  status === "active" || status === "expired" || status === "pending_transfer";

/** For callers that have checked that the domain may change. Fails during a transfer to another registrar. */
export function changeTransferLock(
  ctx: Ctx & DomainPorts & Conditional,
  domain: DomainRow,
  locked: boolean,
): Promise<Changed> {
  requireChangeable(domain, { evenExpired: true });
  return changeAtRegistry(ctx, domain, { kind: "change_lock", locked }, (registrar, options) =>
    registrar.changeLock(domain.name, locked, options),
  );
}
