import { type Db, outgoingEmails } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { EmailPorts, Mailer } from "../ports.ts";
import { emailSecretOwner } from "./enqueue-email.ts";

/** Sends one mail. Sent twice at the worst, where this process dies after the relay took it; never lost. */
export async function sendEmail(
  deps: { db: Db; mailer: Mailer } & EmailPorts,
  emailId: string,
): Promise<void> {
  const [row] = await deps.db.select().from(outgoingEmails).where(eq(outgoingEmails.id, emailId));
  if (!row) return;
  const content = JSON.parse(deps.secretBox.open(row.contentEncrypted, emailSecretOwner(emailId))) as {
    text: string;
    html: string;
  };
  await deps.mailer.send(emailId, { kind: row.kind, to: row.toAddress, subject: row.subject, ...content });
  await deps.db.delete(outgoingEmails).where(eq(outgoingEmails.id, emailId));
}
