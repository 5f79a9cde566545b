import { users } from "@zonepost/db";
import type { Profile, ProfilePatch } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { PersonCtx } from "../../../kernel/ctx.ts";
import { lockPerson } from "../model/lock-person.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import { readProfile } from "./read-profile.ts";

export async function updateProfile(ctx: PersonCtx, patch: ProfilePatch): Promise<Profile> {
  const now = await ctx.clock.now();
  const updatedAt = ctx.clock.wallNow();
  await ctx.db.transaction(async (tx) => {
    const person = await lockPerson(tx, ctx.actor.userId);
    const name = patch.name ?? person.name;
    const language = patch.language === undefined ? person.language : patch.language;
    if (name === person.name && language === person.language) {
      return;
    }
    await tx.update(users).set({ name, language, updatedAt }).where(eq(users.id, person.id));
    await recordPersonEvent(tx, ctx, { user: person, action: "profile.changed", details: { ...patch } }, now);
  });
  return readProfile(ctx);
}
