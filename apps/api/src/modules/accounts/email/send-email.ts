import { type Db, outgoingEmails, users } from "@zonepost/db";
import { language } from "@zonepost/schema";
import { eq, sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { Logger } from "../../../kernel/log.ts";
import type { EmailPorts, Mailer } from "../ports.ts";
import { emailSecretOwner, type SealedEmail } from "./enqueue-email.ts";

export type SendEmailDeps = { db: Db; clock: Clock; log: Logger; mailer: Mailer } & EmailPorts;

/**
 * Sends one mail. Sent twice only if this process dies after the relay accepted it; lost only if it has expired, the
 * relay refuses it permanently, or the last attempt fails.
 */
export async function sendEmail(
  deps: SendEmailDeps,
  input: { emailId: string; isLastAttempt: boolean },
): Promise<void> {
  const { db, log } = deps;
  const { emailId } = input;
  const [row] = await db.select().from(outgoingEmails).where(eq(outgoingEmails.id, emailId));
  if (!row) {
    return;
  }
  const drop = () => db.delete(outgoingEmails).where(eq(outgoingEmails.id, emailId));
  const named = { emailId, kind: row.kind };

  const person = await findPerson(db, row.toAddress);
  if (row.onlyIfKnown && !person) {
    await drop();
    return;
  }
  const sealed = JSON.parse(
    deps.secretBox.open(row.contentEncrypted, emailSecretOwner(emailId)),
  ) as SealedEmail;
  if (sealed.onlyIfUnknown && person) {
    await drop();
    return;
  }
  if (sealed.expiresAt !== null && new Date(sealed.expiresAt) <= (await deps.clock.now())) {
    log.warn(named, "email dropped: it is out of date");
    await drop();
    return;
  }
  const { variants } = sealed;
  const wanted = language.safeParse(person ? person.language : sealed.language).data ?? "en";
  const email = { kind: row.kind, to: person?.email ?? row.toAddress, ...(variants[wanted] ?? variants.en) };
  try {
    const sent = await deps.mailer.send(emailId, email);
    if (sent.outcome === "refused") {
      log.warn({ ...named, code: sent.code }, "email dropped: the mail relay refused it");
    }
  } catch (error) {
    if (!input.isLastAttempt) {
      throw error;
    }
    log.error({ ...named, err: error }, "email dropped: the last attempt failed");
  }
  await drop();
}

/** The address's current account; the mail uses the spelling stored there. */
async function findPerson(db: Queryable, address: string) {
  const [person] = await db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(sql`lower(${users.email}) = ${address.toLowerCase()}`);
  return person;
}
