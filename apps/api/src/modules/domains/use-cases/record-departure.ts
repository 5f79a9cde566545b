import type { Recording, RowChange } from "./record-answer.ts";
import { openOperationOf, settleOperation } from "./settle-operation.ts";

/** A domain that was ours, and that the registry no longer holds for us. */
export async function recordDeparture(
  recording: Recording,
  where: "elsewhere" | "unregistered",
): Promise<RowChange> {
  const { row, tx, now } = recording;
  const gone: RowChange = {
    statusEndsAt: null,
    nextLookAt: null,
    authCodeExpiresAt: null,
    status: where === "elsewhere" ? "transferred_out" : "deleted",
  };
  if (where === "elsewhere") {
    const intent = recording.credit((change) => change.kind === "approve_transfer");
    await recording.record({
      intent,
      kind: "transfer",
      action: "domain.transferred_out",
      summary: "Transferred out to another registrar",
      details: { direction: "out" },
    });
    await recording.announce("domain.transferred", { name: row.name, direction: "out" });
    const operationId = await openOperationOf(tx, row, "transfer_out");
    await settleOperation(tx, operationId, { state: "succeeded" }, now);
    return gone;
  }
  const intent = recording.credit((change) => change.kind === "delete");
  await recording.record({
    intent,
    kind: "deletion",
    action: "domain.deleted",
    summary: "Deleted: the name is free again",
    details: { from: row.status, to: "deleted" },
  });
  await settleOperation(tx, intent?.operationId, { state: "succeeded" }, now);
  return gone;
}
