import type { Transaction } from "@zonepost/db";
import type { Right } from "@zonepost/schema";
import type { EmailPorts, EmailToSend } from "../ports.ts";
import { enqueueEmail } from "./enqueue-email.ts";
import { listMembersWithRight } from "./list-members-with-right.ts";
import { readWorkspaceForEmail } from "./list-notification-recipients.ts";

/** Enqueues an email to everyone who has the right over the whole workspace, in the transaction of the change. */
export async function emailMembersWithRight(
  tx: Transaction,
  ports: EmailPorts,
  { workspaceId, right }: { workspaceId: string; right: Right },
  email: Omit<EmailToSend, "to" | "language" | "onlyToMemberOf">,
  at: Date,
): Promise<void> {
  const language = (await readWorkspaceForEmail(tx, workspaceId))?.language ?? null;
  for (const { email: to } of await listMembersWithRight(tx, workspaceId, right)) {
    await enqueueEmail(tx, ports, { ...email, to, language, onlyToMemberOf: workspaceId }, at);
  }
}
