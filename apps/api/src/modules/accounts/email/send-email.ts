import { type Db, emailOutcomes, members, outgoingEmails, users } from "@zonepost/db";
import { type Language, language } from "@zonepost/schema";
import { and, eq, sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { Logger } from "../../../kernel/log.ts";
import { emailSecretOwner } from "../model/account-secrets.ts";
import type { EmailPorts, EmailVariants, Mailer, WrittenEmail } from "../ports.ts";
import type { SealedEmail } from "./enqueue-email.ts";
import { takeShare } from "./mail-share.ts";

export type SendEmailDeps = { db: Db; clock: Clock; log: Logger; mailer: Mailer } & EmailPorts;

/**
 * Sends one mail. Sent twice only if this process dies after the relay accepted it; lost only if it has expired, the
 * relay refuses it permanently, its address has reached its daily limit, or the last attempt fails.
 */
export async function sendEmail(
  deps: SendEmailDeps,
  input: { emailId: string; isFirstAttempt: boolean; isLastAttempt: boolean },
): Promise<void> {
  const { db, log } = deps;
  const { emailId } = input;
  const [row] = await db.select().from(outgoingEmails).where(eq(outgoingEmails.id, emailId));
  if (!row) {
    return;
  }
  const end = (outcome: Outcome) => endEmail(deps, row, outcome);
  const named = { emailId, kind: row.kind };

  const person = await findPerson(db, row.toAddress);
  if (row.onlyIfKnown && !person) {
    await end("dropped");
    return;
  }
  const sealed = JSON.parse(
    deps.secretBox.open(row.contentEncrypted, emailSecretOwner(emailId)),
  ) as SealedEmail;
  if (sealed.onlyIfUnknown && person) {
    await end("dropped");
    return;
  }
  if (sealed.onlyToMemberOf && !(person && (await isMember(db, person.id, sealed.onlyToMemberOf)))) {
    await end("dropped");
    return;
  }
  if (sealed.expiresAt !== null && new Date(sealed.expiresAt) <= (await deps.clock.now())) {
    log.warn(named, "email dropped: it is out of date");
    await end("dropped");
    return;
  }
  const mayTake = { to: row.toAddress, now: deps.clock.wallNow() };
  if (sealed.share && input.isFirstAttempt && !(await takeShare(db, sealed.share, mayTake))) {
    log.info(named, "email dropped: its address has reached its daily limit");
    await end("dropped");
    return;
  }
  const { variants } = sealed;
  // A member who chose no language gets the workspace's; anyone else with an account gets English.
  const suggested = !person || sealed.onlyToMemberOf ? sealed.language : null;
  const content = inLanguageOf(person, suggested, variants);
  const email = { kind: row.kind, to: person?.email ?? row.toAddress, ...content };
  let outcome: Outcome = "sent";
  try {
    const sent = await deps.mailer.send(emailId, email);
    if (sent.outcome === "refused") {
      outcome = "refused";
      log.warn({ ...named, code: sent.code }, "email dropped: the mail relay refused it");
    }
  } catch (error) {
    if (!input.isLastAttempt) {
      throw error;
    }
    outcome = "failed";
    log.error({ ...named, err: error }, "email dropped: the last attempt failed");
  }
  await end(outcome);
}

/** Without the queue, for what the database can't store. Throws if a retry may succeed; `id` stays the same. */
export async function sendEmailAtOnce(
  { db, mailer }: Pick<SendEmailDeps, "db" | "mailer">,
  id: string,
  { kind, to, variants }: WrittenEmail & { to: string },
): Promise<void> {
  const person = await findPerson(db, to);
  await mailer.send(id, { kind, to, ...inLanguageOf(person, null, variants) });
}

/** Anyone who chose no language gets the suggested one, and else English. */
const inLanguageOf = (
  person: { language: string | null } | undefined,
  suggested: Language | null | undefined,
  variants: EmailVariants,
) => variants[language.safeParse(person?.language ?? suggested).data ?? "en"] ?? variants.en;

type Outcome = typeof emailOutcomes.$inferSelect.outcome;

async function endEmail(
  { db, clock }: SendEmailDeps,
  { id, keepsOutcome }: { id: string; keepsOutcome: boolean },
  outcome: Outcome,
): Promise<void> {
  const endedAt = await clock.now();
  await db.transaction(async (tx) => {
    await tx.delete(outgoingEmails).where(eq(outgoingEmails.id, id));
    if (keepsOutcome) {
      await tx.insert(emailOutcomes).values({ id, outcome, endedAt }).onConflictDoNothing();
    }
  });
}

async function isMember(db: Queryable, userId: string, workspaceId: string): Promise<boolean> {
  const where = and(eq(members.userId, userId), eq(members.workspaceId, workspaceId));
  return (await db.$count(members, where)) > 0;
}

/** The address's current account; the mail uses the spelling stored there. */
async function findPerson(db: Queryable, address: string) {
  const [person] = await db
    .select({ id: users.id, email: users.email, language: users.language })
    .from(users)
    .where(sql`lower(${users.email}) = ${address.toLowerCase()}`);
  return person;
}
