import type { Transaction } from "@zonepost/db";
import { enqueueEmail, listOwners } from "../../accounts/index.ts";
import type { MailDomainRow } from "../mail-domain-row.ts";
import type { planFailedEmail } from "../plan-email.ts";
import type { MailPorts } from "../ports.ts";

/** Enqueued in the transaction of the change. */
export async function tellOwners(
  tx: Transaction,
  ports: Pick<MailPorts, "secretBox">,
  { workspaceId }: Pick<MailDomainRow, "workspaceId">,
  email: ReturnType<typeof planFailedEmail>,
  now: Date,
): Promise<void> {
  for (const owner of await listOwners(tx, workspaceId)) {
    await enqueueEmail(tx, ports, { ...email, to: owner.email }, now);
  }
}
