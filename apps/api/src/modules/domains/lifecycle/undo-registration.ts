import { domains } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wrongStatus } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts } from "../ports.ts";
import { isInAddGrace } from "../rules/deletion.ts";
import { startDeletion } from "./delete-domain.ts";

type Named = { workspaceId: string; name: string };

/** The domain, if deleting it now returns the cost of its registration. */
export async function findUndoableRegistration(
  ctx: Ctx & DomainPorts,
  { workspaceId, name }: Named,
): Promise<Pick<DomainRow, "id"> | undefined> {
  const [row] = await ctx.db
    .select()
    .from(domains)
    .where(and(eq(domains.workspaceId, workspaceId), eq(domains.name, name), eq(domains.status, "active")));
  return row && isInAddGrace(row, ctx.registrars.rulesOf(row.tld), await ctx.clock.now()) ? row : undefined;
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
