import { outgoingEmails } from "@zonepost/db";
import type { Language } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { emailSecretOwner } from "../model/account-secrets.ts";
import type { EmailPorts, EmailToSend, EmailVariants } from "../ports.ts";
import type { MailShare } from "./mail-share.ts";

export const sendEmailTask = "send-email";
/** Jobs with a lower number are taken first. */
const lowPriority = 10;

/** Links that are encrypted while an email is queued. */
export type SealedEmail = {
  variants: EmailVariants;
  language: Language | null;
  expiresAt: string | null;
  onlyIfUnknown?: boolean;
  onlyToMemberOf?: string | null;
  share?: MailShare;
};

/**
 * Stores a mail and its job in the transaction of the change, so neither exists without the other. The job chooses the
 * language, because its timing can't reveal whether an account exists. Returns the id of the mail.
 */
export async function enqueueEmail(
  tx: Queryable,
  ports: EmailPorts,
  email: EmailToSend,
  createdAt: Date,
): Promise<string> {
  const id = newId();
  const content: SealedEmail = {
    variants: email.variants,
    language: email.language ?? null,
    expiresAt: email.expiresAt?.toISOString() ?? null,
    onlyIfUnknown: email.onlyIfUnknown ?? false,
    onlyToMemberOf: email.onlyToMemberOf ?? null,
    ...(email.share && { share: email.share }),
  };
  await tx.insert(outgoingEmails).values({
    id,
    kind: email.kind,
    toAddress: email.to,
    subject: email.variants.en.subject,
    contentEncrypted: ports.secretBox.seal(JSON.stringify(content), emailSecretOwner(id)),
    onlyIfKnown: email.onlyIfKnown ?? false,
    keepsOutcome: email.keepsOutcome ?? false,
    createdAt,
  });
  await tx.execute(
    sql`select graphile_worker.add_job(${sendEmailTask}, ${JSON.stringify({ emailId: id })}::json, job_key := ${id},
      queue_name := ${email.queue ?? null}::text, priority := ${email.queue === undefined ? 0 : lowPriority}::int)`,
  );
  return id;
}
