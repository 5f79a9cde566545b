import { backupCodes, credentials, trustedDevices, users } from "@zonepost/db";
import { type Profile, signInProviders } from "@zonepost/schema";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { PersonCtx } from "../../../kernel/ctx.ts";
import { unauthenticated } from "../../../kernel/errors.ts";
import { publicUser } from "../sessions/public-user.ts";

export async function readProfile(ctx: PersonCtx): Promise<Profile> {
  const { db } = ctx;
  const { userId } = ctx.actor;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) {
    throw unauthenticated();
  }
  const ways = await db
    .select({
      providerId: credentials.providerId,
      password: credentials.password,
      passwordVoidAt: credentials.passwordVoidAt,
    })
    .from(credentials)
    .where(eq(credentials.userId, userId));
  return {
    user: publicUser(user),
    hasPassword: ways.some(
      ({ providerId, password, passwordVoidAt }) =>
        providerId === "credential" && password !== null && passwordVoidAt === null,
    ),
    providers: signInProviders.filter((provider) => ways.some(({ providerId }) => providerId === provider)),
    backupCodesLeft: await db.$count(
      backupCodes,
      and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt)),
    ),
    deletesAt: user.deletesAt?.toISOString() ?? null,
    trustedDeviceCount: await db.$count(
      trustedDevices,
      and(eq(trustedDevices.userId, userId), gt(trustedDevices.expiresAt, ctx.clock.wallNow())),
    ),
  };
}
