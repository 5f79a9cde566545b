import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { resumeOperation } from "../operations/resume-operation.ts";
import type { DomainPorts } from "../ports.ts";
import { sendDeletion } from "../registry-sync/send-term.ts";
import { startDeletion } from "./delete-domain.ts";

/** Gives a domain up at the end of its grace: nobody renewed it. */
export async function letGo(ctx: Ctx & DomainPorts, row: DomainRow): Promise<void> {
  const isResumed = await resumeOperation(ctx, row, "deletion", (change) =>
    change.kind === "delete" ? sendDeletion(row) : undefined,
  );
  if (isResumed) {
    return;
  }
  await startDeletion(ctx, row, assertDue).catch((error: unknown) => {
    if (!(error instanceof NotDue)) {
      throw error;
    }
  });
}

/** Somebody renewed it at the last moment. */
class NotDue extends Error {}

function assertDue(row: DomainRow, now: Date): void {
  const isDue = row.status === "expired" && row.nextDeletionAt !== null && row.nextDeletionAt <= now;
  if (!isDue) {
    throw new NotDue();
  }
}
