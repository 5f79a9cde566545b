import { outgoingEmails } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Email, EmailPorts } from "../ports.ts";

export const sendEmailTask = "send-email";
export const emailSecretOwner = (id: string) => `outgoing_email:${id}`;

/** Writes a mail and the job that sends it, with the change that causes it: neither comes without the other. */
export async function enqueueEmail(
  tx: Queryable,
  ports: EmailPorts,
  email: Email,
  createdAt: Date,
): Promise<void> {
  const id = newId();
  const content = JSON.stringify({ text: email.text, html: email.html });
  await tx.insert(outgoingEmails).values({
    id,
    kind: email.kind,
    toAddress: email.to,
    subject: email.subject,
    contentEncrypted: ports.secretBox.seal(content, emailSecretOwner(id)),
    createdAt,
  });
  await tx.execute(
    sql`select graphile_worker.add_job(${sendEmailTask}, ${JSON.stringify({ emailId: id })}::json, job_key := ${id})`,
  );
}
