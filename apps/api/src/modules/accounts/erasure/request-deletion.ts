import { users } from "@zonepost/db";
import type { Profile } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { PersonCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { operatorAccount, soleOwner } from "../errors.ts";
import { lockPerson } from "../model/lock-person.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import { readProfile } from "../people/read-profile.ts";
import type { CredentialPorts } from "../ports.ts";
import { deletePersonTokens, endSessions, forgetTrustedDevices } from "../sessions/end-sessions.ts";
import { deletionRequestedEmail, deletionUndoneEmail } from "./erasure-email.ts";
import { type ErasureRefusal, findPersonRefusal } from "./start-person-erasure.ts";

/** How long a person can undo it. */
export const undoDays = 7;

export const profileUrl = (panelUrl: string): string => `${panelUrl}/settings`;

function refuse(refusal: ErasureRefusal) {
  return refusal.refused === "operator"
    ? operatorAccount()
    : soleOwner(refusal.workspaces.map(({ name }) => name));
}

/** Ends all other sessions. A repeat changes nothing, so that it can't put the day off. */
export async function requestDeletion(ctx: PersonCtx & CredentialPorts): Promise<Profile> {
  const now = await ctx.clock.now();
  const deletesAt = new Date(now.getTime() + undoDays * dayMs);
  await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, ctx.actor.userId);
    if (person.deletesAt !== null) {
      return;
    }
    const refusal = await findPersonRefusal(tx, person.id);
    if (refusal) {
      throw refuse(refusal);
    }
    await tx.update(users).set({ deletesAt }).where(eq(users.id, person.id));
    await endSessions(tx, person.id, ctx.actor.sessionId);
    await forgetTrustedDevices(tx, person.id);
    await deletePersonTokens(tx, person);
    const details = { deletesAt: deletesAt.toISOString() };
    await recordPersonEvent(tx, ctx, { user: person, action: "account.deletion_requested", details }, now);
    const email = deletionRequestedEmail({
      deletesAt,
      at: now,
      ipAddress: ctx.ipAddress,
      userAgent: ctx.userAgent ?? null,
      profileUrl: profileUrl(ctx.settings.panelUrl),
    });
    await enqueueEmail(tx, ctx, { ...email, to: person.email }, now);
  });
  return readProfile(ctx);
}

/** Until the account is deleted. A repeat changes nothing. */
export async function undoDeletion(ctx: PersonCtx & CredentialPorts): Promise<Profile> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, ctx.actor.userId);
    if (person.deletesAt === null) {
      return;
    }
    await tx.update(users).set({ deletesAt: null }).where(eq(users.id, person.id));
    await recordPersonEvent(tx, ctx, { user: person, action: "account.deletion_undone" }, now);
    const email = deletionUndoneEmail({
      at: now,
      ipAddress: ctx.ipAddress,
      userAgent: ctx.userAgent ?? null,
    });
    await enqueueEmail(tx, ctx, { ...email, to: person.email }, now);
  });
  return readProfile(ctx);
}
