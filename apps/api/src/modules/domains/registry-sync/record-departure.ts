import { domainOperations } from "@zonepost/db";
import type { DomainOperationKind } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import { keepPromise } from "./promised-delegation.ts";
import type { Recording, RowChange } from "./record-answer.ts";
import { settleOperation } from "./settle-operation.ts";

/** A domain that was ours, and that the registry no longer holds for us. */
export async function recordDeparture(
  recording: Recording,
  where: "elsewhere" | "unregistered",
): Promise<RowChange> {
  const { row } = recording;
  // No registry hands over what it is deleting: the name was free, and somebody has registered it since.
  const wasDeleted = row.status === "redemption" || row.status === "pending_delete";
  const isMoved = where === "elsewhere" && !wasDeleted;
  const left: RowChange = {
    statusEndsAt: null,
    nextLookAt: null,
    authCodeExpiresAt: null,
    status: isMoved ? "transferred_out" : "deleted",
  };
  if (isMoved) {
    const intent = recording.credit((change) => change.kind === "approve_transfer");
    await recording.record({
      intent,
      kind: "transfer",
      action: "domain.transferred_out",
      summary: "Transferred out to another registrar",
      details: { direction: "out" },
    });
    await recording.announce("domain.transferred", { name: row.name, direction: "out" });
    await endOperation(recording, "transfer_out");
    return left;
  }
  const intent = recording.credit((change) => change.kind === "delete");
  await recording.record({
    intent,
    kind: "deletion",
    action: "domain.deleted",
    summary:
      where === "elsewhere"
        ? "Deleted; somebody else has registered the name since"
        : "Deleted: the name is free again",
    details: { from: row.status, to: "deleted" },
  });
  await endOperation(recording, "deletion");
  return left;
}

const gone = { code: "domain_gone", message: "The domain is gone: it was deleted, or moved elsewhere." };

/** Nothing looks at a domain that is gone: what was still open for it ends here, as what it wanted or as failed. */
async function endOperation(recording: Recording, wanted: DomainOperationKind) {
  const { tx, row, now } = recording;
  for (const intent of recording.unsettled()) {
    recording.dismiss(intent);
    if (intent.change.kind === "change_nameservers") {
      await keepPromise(recording, intent);
    }
  }
  const [open] = await tx
    .select({ id: domainOperations.id, kind: domainOperations.kind })
    .from(domainOperations)
    .where(and(eq(domainOperations.domainId, row.id), isNull(domainOperations.finishedAt)));
  await settleOperation(
    tx,
    open?.id,
    open?.kind === wanted ? { state: "succeeded" } : { state: "failed", reason: gone },
    now,
  );
}
