import type { DomainOperation } from "@zonepost/schema";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wrongStatus } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { terminalStatuses } from "../model/get-own-domain.ts";
import { findDomainOfLine } from "../model/operations.ts";
import type { DomainPorts } from "../ports.ts";
import { isInAddGrace } from "../rules/deletion.ts";
import { startDeletion } from "./delete-domain.ts";

/** The domain that an order line registered. `isUndoable` if deleting it now returns the cost of its registration. */
export async function findRegisteredDomain(
  ctx: Ctx & DomainPorts,
  orderLineId: string,
): Promise<{ id: string; isHeld: boolean; isUndoable: boolean } | undefined> {
  const domain = await findDomainOfLine(ctx.db, orderLineId);
  if (!domain) {
    return undefined;
  }
  const isNew = isInAddGrace(domain, ctx.registrars.rulesOf(domain.tld), await ctx.clock.now());
  return {
    id: domain.id,
    isHeld: !terminalStatuses.includes(domain.status),
    isUndoable: isNew && domain.status === "active",
  };
}

/** Deletes a domain whose registration is refunded. The caller has checked the right to return the money. */
export const undoRegistration = (
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "id">,
): Promise<DomainOperation> =>
  startDeletion(ctx, domain, (row, now) => {
    if (row.status !== "active" || !isInAddGrace(row, ctx.registrars.rulesOf(row.tld), now)) {
      throw wrongStatus("deleted", row.status);
    }
  });
