import type { Transaction } from "@zonepost/db";
import type { EmailPorts, EmailToSend } from "../ports.ts";
import { enqueueEmail } from "./enqueue-email.ts";
import { listOwners } from "./list-owners.ts";

/** Enqueues an email to each owner of a workspace, in the transaction of the change. */
export async function emailOwners(
  tx: Transaction,
  ports: EmailPorts,
  { workspaceId }: { workspaceId: string },
  email: Omit<EmailToSend, "to">,
  at: Date,
): Promise<void> {
  for (const owner of await listOwners(tx, workspaceId)) {
    await enqueueEmail(tx, ports, { ...email, to: owner.email }, at);
  }
}
