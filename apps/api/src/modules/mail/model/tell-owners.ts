import type { Transaction } from "@zonepost/db";
import { type EmailToSend, enqueueEmail, listOwners } from "../../accounts/index.ts";
import type { MailPorts } from "../ports.ts";
import type { MailDomainRow } from "./mail-domain-row.ts";

/** Enqueued in the transaction of the change. */
export async function tellOwners(
  tx: Transaction,
  ports: Pick<MailPorts, "secretBox">,
  { workspaceId }: Pick<MailDomainRow, "workspaceId">,
  email: Omit<EmailToSend, "to">,
  now: Date,
): Promise<void> {
  for (const owner of await listOwners(tx, workspaceId)) {
    await enqueueEmail(tx, ports, { ...email, to: owner.email }, now);
  }
}
