import type { StoredActor, Transaction } from "@zonepost/db";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { LinkedModulePorts } from "../ports.ts";
import { canBeRestored, holdingChange } from "../rules/holding.ts";

/** Mail follows its domain in the same transaction, so there is no moment at which a former holder could use it. */
export async function suspendOrResumeMail(
  tx: Transaction,
  ctx: Ctx & LinkedModulePorts,
  { before, after, actor, now }: { before: DomainRow; after: DomainRow; actor: StoredActor; now: Date },
): Promise<void> {
  const { id, name, status, workspaceId } = after;
  const { domainMail } = ctx;
  const change = holdingChange(before.status, status);
  const entry = { workspaceId, target: name, actor, occurredAt: now, details: { domainStatus: status } };
  if (change === "leaves") {
    const leaving = { id, leftAt: now, canBeRestored: canBeRestored(status) };
    if (await domainMail.whenDomainLeaves(tx, leaving)) {
      await audit(tx, ctx, { ...entry, action: "mail.suspended" });
    }
  }
  // A domain that has just been registered has no mail yet.
  const isBack = change === "returns" && before.status !== "pending";
  if (isBack && (await domainMail.whenDomainReturns(tx, ctx, { id, returnedAt: now }))) {
    await audit(tx, ctx, { ...entry, action: "mail.resumed" });
  }
}
