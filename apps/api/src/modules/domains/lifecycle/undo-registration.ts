import { domainOperations, domains } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wrongStatus } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts } from "../ports.ts";
import { isInAddGrace } from "../rules/deletion.ts";
import { startDeletion } from "./delete-domain.ts";

/** The domain that an order line registered, if deleting it now returns the cost of its registration. */
export async function findUndoableRegistration(
  ctx: Ctx & DomainPorts,
  orderLineId: string,
): Promise<Pick<DomainRow, "id"> | undefined> {
  const [found] = await ctx.db
    .select({ domain: domains })
    .from(domainOperations)
    .innerJoin(domains, eq(domains.id, domainOperations.domainId))
    .where(
      and(
        eq(domainOperations.orderLineId, orderLineId),
        eq(domainOperations.kind, "registration"),
        eq(domainOperations.state, "succeeded"),
        eq(domains.status, "active"),
      ),
    );
  const domain = found?.domain;
  return domain && isInAddGrace(domain, ctx.registrars.rulesOf(domain.tld), await ctx.clock.now())
    ? domain
    : undefined;
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
