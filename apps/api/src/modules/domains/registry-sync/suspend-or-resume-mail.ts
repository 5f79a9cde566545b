import type { Transaction } from "@zonepost/db";
import type { DomainRow } from "../model/domain-row.ts";
import type { MailOfDomainPorts } from "../ports.ts";
import { canBeRestored, holdingChange } from "../rules/holding.ts";

/** Mail follows its domain in the same transaction, so there is no moment at which a former holder could use it. */
export async function suspendOrResumeMail(
  tx: Transaction,
  { domainMail }: MailOfDomainPorts,
  before: DomainRow,
  after: DomainRow,
  now: Date,
): Promise<void> {
  const { id, status } = after;
  const change = holdingChange(before.status, status);
  if (change === "leaves") {
    await domainMail.whenDomainLeaves(tx, { id, leftAt: now, canBeRestored: canBeRestored(status) });
  }
  if (change === "returns") {
    await domainMail.whenDomainReturns(tx, { id, returnedAt: now });
  }
}
