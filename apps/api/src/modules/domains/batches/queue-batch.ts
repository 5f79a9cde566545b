import { domainBatches, domainBatchItems } from "@zonepost/db";
import type { DomainBatch, DomainBatchInput } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import type { BeforeOf } from "../../../kernel/fresh-proof.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { changesEmail } from "../contacts/change-domain-contacts.ts";
import { readOwnDomains } from "../model/get-own-domain.ts";
import { presentBatch } from "./batch-row.ts";
import { contactsAfter } from "./contacts-after.ts";
import { requireBatchRight } from "./require-batch-right.ts";
import { requireCount } from "./require-count.ts";

type Asked = Pick<DomainBatchInput, "names" | "change">;

/** Whether a batch changes an address that registries write to. */
export async function readBatchBefore(
  ctx: WorkspaceCtx,
  { names, change }: Asked,
): Promise<BeforeOf<"changeManyDomains">> {
  if (!("contacts" in change)) {
    return { changesEmail: false };
  }
  const { contacts: named } = change;
  // A domain whose registrant isn't in the workspace gets another one; without one, its change fails.
  const rows = (await readOwnDomains(ctx, names)).filter(
    (row) => named.registrantId !== undefined || row.registrantContactId !== null,
  );
  const changes = rows.map((domain) => ({ domain, contacts: contactsAfter(domain, named) }));
  return { changesEmail: await changesEmail(ctx, changes) };
}

export async function queueBatch(ctx: WorkspaceCtx, input: Asked): Promise<DomainBatch> {
  requireBatchRight(ctx.actor, input.change);
  const names = [...new Set(input.names)];
  requireCount(input.change, names);
  const createdAt = await ctx.clock.now();
  const row = {
    id: newId(),
    workspaceId: ctx.actor.workspaceId,
    change: input.change,
    actor: storedActor(ctx.actor),
    requestId: ctx.requestId,
    total: names.length,
    createdAt,
    finishedAt: null,
  };
  await ctx.db.transaction(async (tx) => {
    await tx.insert(domainBatches).values(row);
    await tx.insert(domainBatchItems).values(
      names.map((domainName, position) => ({
        batchId: row.id,
        position,
        domainName,
        state: "waiting" as const,
      })),
    );
    await audit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: "domain.batch_requested",
      target: publicId("dba", row.id),
      details: { change: input.change, total: names.length },
      occurredAt: createdAt,
    });
    await wakeWorkers(tx, "batches");
  });
  return presentBatch(row, { succeeded: 0, failed: 0 });
}
