import { domainIntents, domainOperations, domains } from "@zonepost/db";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { rowId } from "../../../kernel/ids.ts";
import { registryOutcomeUnknown } from "../errors.ts";
import { deleteDomain } from "../lifecycle/delete-domain.ts";
import { resumeOperation } from "../operations/resume-operation.ts";
import type { DomainPorts } from "../ports.ts";
import { acceptedReason } from "../registry-sync/change-at-registry.ts";
import { readOpenIntents } from "../registry-sync/intents/read-open-intents.ts";
import type { BatchRow } from "./batch-row.ts";

type Item = { domainName: string; isTakenUpAgain: boolean };

/**
 * Deletes a domain, once: an attempt that a dead worker or a silent registry has left behind is continued. Returns the
 * reason if the registry completes the deletion later.
 */
export async function deleteInBatch(
  ctx: WorkspaceCtx & DomainPorts,
  batch: BatchRow,
  { domainName, isTakenUpAgain }: Item,
): Promise<{ code: string; message: string } | null> {
  const begun = isTakenUpAgain ? await resumeBegun(ctx, batch, domainName) : undefined;
  if (begun?.state === "succeeded") {
    return null;
  }
  // A failed attempt is repeated: either its refusal is permanent, and comes again, or the registry was away.
  if (begun === undefined || begun.state === "failed") {
    const operation = await deleteDomain(ctx, { name: domainName, confirmName: domainName });
    return operation.state === "succeeded" ? null : awaited(ctx, rowId("dop", operation.id) ?? "");
  }
  return awaited(ctx, begun.id);
}

/** The deletion that this batch has begun, after sending it again if it may not have been sent. */
async function resumeBegun(ctx: WorkspaceCtx & DomainPorts, batch: BatchRow, domainName: string) {
  const read = async () => {
    const [found] = await ctx.db
      .select({ id: domainOperations.id, state: domainOperations.state, domain: domains })
      .from(domainOperations)
      .innerJoin(domains, eq(domains.id, domainOperations.domainId))
      .where(
        and(
          eq(domainOperations.workspaceId, batch.workspaceId),
          eq(domainOperations.domainName, domainName),
          eq(domainOperations.kind, "deletion"),
          gt(domainOperations.id, batch.id),
          sql`${domainOperations.actor} ->> 'id' = ${batch.actor.id}`,
          batch.requestId === null
            ? isNull(domainOperations.requestId)
            : eq(domainOperations.requestId, batch.requestId),
        ),
      )
      .orderBy(desc(domainOperations.id))
      .limit(1);
    return found;
  };
  const begun = await read();
  if (begun?.state !== "pending") {
    return begun;
  }
  await resumeOperation(ctx, begun.domain, "deletion");
  return read();
}

/** Throws while it is unknown whether the registry has the command, so that the item is taken up again. */
async function awaited(ctx: WorkspaceCtx, operationId: string) {
  const [intent] = await readOpenIntents(
    ctx.db,
    eq(domainIntents.operationId, operationId),
    ctx.clock.wallNow(),
  );
  if (intent && intent.state !== "accepted" && intent.state !== "confirmed") {
    throw registryOutcomeUnknown(undefined);
  }
  return acceptedReason;
}
