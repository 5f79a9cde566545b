import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { resumeOperation } from "../operations/resume-operation.ts";
import type { DomainPorts } from "../ports.ts";
import { isDeletionDue } from "../rules/deletion.ts";
import { startDeletion } from "./delete-domain.ts";

export async function deleteExpiredDomain(ctx: Ctx & DomainPorts, row: DomainRow): Promise<void> {
  if (await resumeOperation(ctx, row, "deletion")) {
    return;
  }
  // The renewal waits for its registry, or for the confirmation of its payment. Looked at again in an hour.
  if (await ctx.domainOrders.isRenewalPaid(ctx.db, row)) {
    return;
  }
  await startDeletion(ctx, row, assertDue).catch((error: unknown) => {
    if (!(error instanceof NotDue)) {
      throw error;
    }
  });
}

/** The domain was renewed at the last moment. */
class NotDue extends Error {}

function assertDue(row: DomainRow, now: Date): void {
  if (!isDeletionDue(row, now)) {
    throw new NotDue();
  }
}
