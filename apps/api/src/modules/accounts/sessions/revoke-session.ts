import { sessions } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { PersonCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { lockPerson } from "../model/lock-person.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import { deletePersonTokens, endSessions, forgetTrustedDevices } from "./end-sessions.ts";

/** The id may be that of the current session. */
export async function revokeSession(ctx: PersonCtx, input: { id: string }): Promise<void> {
  const { userId } = ctx.actor;
  const id = rowId("ses", input.id);
  if (id === undefined) {
    throw notFound();
  }
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, userId);
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
      .returning({ ipAddress: sessions.ipAddress, userAgent: sessions.userAgent });
    if (!ended) {
      throw notFound();
    }
    await recordPersonEvent(
      tx,
      ctx,
      { user: person, action: "session.revoked", details: { sessionId: input.id, ...ended } },
      now,
    );
  });
}

/** Ends all other sessions, trusted browsers and emailed links. */
export async function revokeOtherSessions(ctx: PersonCtx): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, ctx.actor.userId);
    const sessionCount = await endSessions(tx, person.id, ctx.actor.sessionId);
    const trustedDeviceCount = await forgetTrustedDevices(tx, person.id);
    await deletePersonTokens(tx, person);
    await recordPersonEvent(
      tx,
      ctx,
      { user: person, action: "session.revoked", details: { sessionCount, trustedDeviceCount } },
      now,
    );
  });
}

/** Every browser of the person asks for the second factor again. */
export async function forgetDevices(ctx: PersonCtx): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, ctx.actor.userId);
    const trustedDeviceCount = await forgetTrustedDevices(tx, person.id);
    if (trustedDeviceCount === 0) {
      return;
    }
    await recordPersonEvent(
      tx,
      ctx,
      { user: person, action: "second_factor.devices_forgotten", details: { trustedDeviceCount } },
      now,
    );
  });
}
