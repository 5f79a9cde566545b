import { domainIntents, type Transaction } from "@zonepost/db";
import { storedActor } from "../../../../kernel/actor.ts";
import type { Ctx } from "../../../../kernel/ctx.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { DomainRow } from "../../model/domain-row.ts";
import type { IntentChange } from "./intent-change.ts";
import { intentLeaseMs } from "./intent-columns.ts";

/** Records requested changes just before sending, in the caller's transaction. The row must be locked or new. */
export async function insertIntents(
  tx: Transaction,
  ctx: Ctx,
  domain: Pick<DomainRow, "id">,
  changes: readonly IntentChange[],
  operationId: string | null,
  createdAt: Date,
): Promise<string[]> {
  const leasedUntil = new Date(ctx.clock.wallNow().getTime() + intentLeaseMs);
  const rows = changes.map((change) => ({
    id: newId(),
    domainId: domain.id,
    kind: change.kind,
    change,
    actor: storedActor(ctx.actor),
    requestId: ctx.requestId,
    operationId,
    createdAt,
    leasedUntil,
  }));
  await tx.insert(domainIntents).values(rows);
  return rows.map(({ id }) => id);
}
