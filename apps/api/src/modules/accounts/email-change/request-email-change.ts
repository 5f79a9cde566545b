import { personTokens } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { hourMs } from "../../../kernel/durations.ts";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { shareOf } from "../email/mail-share.ts";
import { generateToken, hashToken } from "../model/link-token.ts";
import { lockPerson } from "../model/lock-person.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import type { OwnAccountCtx } from "../sessions/own-account-ctx.ts";
import { emailChangeEmail, emailChangeRequestedEmail } from "./email-change-email.ts";

const linkLifetimeMs = hourMs;

/**
 * Mails a link to the new address and a notice to the old one. The job skips an address that belongs to someone else;
 * treating every address the same here reveals nothing.
 */
export async function requestEmailChange(ctx: OwnAccountCtx, input: { newEmail: string }): Promise<void> {
  const newEmail = input.newEmail.toLowerCase();
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, ctx.actor.userId);
    if (newEmail === person.email.toLowerCase()) {
      throw invalid([{ pointer: "/newEmail", message: "This is already your email address." }]);
    }
    await tx
      .delete(personTokens)
      .where(and(eq(personTokens.userId, person.id), eq(personTokens.purpose, "email_change")));
    const token = generateToken();
    await tx.insert(personTokens).values({
      id: newId(),
      userId: person.id,
      purpose: "email_change",
      tokenHash: hashToken(token),
      email: newEmail,
      sessionId: ctx.actor.sessionId,
      createdAt: wallNow,
      expiresAt: new Date(wallNow.getTime() + linkLifetimeMs),
    });
    const url = `${ctx.settings.panelUrl}/auth/email-change#token=${token}`;
    const link = {
      ...emailChangeEmail({ url, newEmail }),
      to: newEmail,
      onlyIfUnknown: true,
      share: shareOf("other"),
      language: person.language,
      expiresAt: new Date(now.getTime() + linkLifetimeMs),
    };
    const notice = emailChangeRequestedEmail({ newEmail, at: now, ipAddress: ctx.ipAddress });
    await enqueueEmail(tx, ctx, link, now);
    await enqueueEmail(tx, ctx, { ...notice, to: person.email }, now);
    await recordPersonEvent(
      tx,
      ctx,
      { user: person, action: "email.change_requested", details: { newEmail } },
      now,
    );
  });
}
