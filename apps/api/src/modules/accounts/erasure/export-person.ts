import {
  apiKeys,
  auditEntries,
  backupCodes,
  credentials,
  invitations,
  operators,
  sessions,
  trustedDevices,
  twoFactors,
} from "@zonepost/db";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { publicActor } from "../../../kernel/actor.ts";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { readEmailOutcomes } from "../email/read-email-outcomes.ts";
import { findPerson } from "./erase.ts";
import { readSeats } from "./read-seats.ts";

type SentNotification = { emailId: string; domainName: string; kind: string; occurredAt: Date };

type ExportPorts = {
  /** Of the domains module. */
  listNotificationsTo(db: Queryable, address: string): Promise<SentNotification[]>;
};

/**
 * What is stored about a person, for themselves (GDPR articles 15 and 20); undefined if there is no such person. Without
 * anything secret, and without what belongs to a workspace. Fields are only ever added.
 */
export async function exportPerson(
  ctx: Pick<Ctx, "db" | "clock"> & ExportPorts,
  who: { email: string } | { id: string },
) {
  const { db } = ctx;
  const person = await findPerson(ctx, who);
  if (!person) {
    return undefined;
  }
  const { id, email, name, emailVerified, image, language, createdAt, updatedAt, deletesAt } = person;
  const address = email.toLowerCase();
  const isBy = (actor: unknown) => sql`${actor} ->> 'kind' = 'user' and ${actor} ->> 'id' = ${id}`;
  const ways = await db
    .select({
      providerId: credentials.providerId,
      hasPassword: sql<boolean>`${credentials.password} is not null`,
      createdAt: credentials.createdAt,
    })
    .from(credentials)
    .where(eq(credentials.userId, id))
    .orderBy(asc(credentials.id));
  const [secondFactor] = await db
    .select({ confirmedAt: twoFactors.confirmedAt })
    .from(twoFactors)
    .where(eq(twoFactors.userId, id));
  const ofPerson = { sessions: eq(sessions.userId, id), devices: eq(trustedDevices.userId, id) };
  const ownSessions = await db
    .select({
      id: sessions.id,
      ipAddress: sessions.ipAddress,
      userAgent: sessions.userAgent,
      signedInBy: sessions.signedInBy,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(ofPerson.sessions)
    .orderBy(asc(sessions.id));
  const devices = await db
    .select({
      userAgent: trustedDevices.userAgent,
      createdAt: trustedDevices.createdAt,
      expiresAt: trustedDevices.expiresAt,
    })
    .from(trustedDevices)
    .where(ofPerson.devices)
    .orderBy(asc(trustedDevices.id));
  const keys = await db
    .select({
      id: apiKeys.id,
      workspaceId: apiKeys.workspaceId,
      name: apiKeys.name,
      createdAt: apiKeys.createdAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .where(isBy(apiKeys.createdBy))
    .orderBy(asc(apiKeys.id));
  const received = await db
    .select({
      id: invitations.id,
      workspaceId: invitations.workspaceId,
      role: invitations.role,
      createdAt: invitations.createdAt,
      acceptedAt: invitations.acceptedAt,
      cancelledAt: invitations.cancelledAt,
    })
    .from(invitations)
    .where(eq(sql`lower(${invitations.email})`, address))
    .orderBy(asc(invitations.id));
  const entries = await db
    .select()
    .from(auditEntries)
    .where(sql`(${isBy(auditEntries.actor)}) or lower(${auditEntries.target}) = ${address}`)
    .orderBy(asc(auditEntries.id));
  const mailed = await ctx.listNotificationsTo(db, email);
  const outcomes = await readEmailOutcomes(
    db,
    mailed.map(({ emailId }) => emailId),
  );
  return {
    format: "zonepost-person",
    formatVersion: 1,
    exportedAt: ctx.clock.wallNow(),
    profile: {
      id: publicId("usr", id),
      email,
      name,
      emailVerified,
      image,
      language,
      createdAt,
      updatedAt,
      deletesAt,
      isOperator: (await db.$count(operators, eq(operators.userId, id))) > 0,
    },
    signInMethods: {
      hasPassword: ways.some(({ hasPassword }) => hasPassword),
      providers: ways
        .filter(({ providerId }) => providerId !== "credential")
        .map(({ providerId, createdAt: linkedAt }) => ({ provider: providerId, linkedAt })),
      secondFactorSince: secondFactor?.confirmedAt ?? null,
      backupCodesLeft: await db.$count(
        backupCodes,
        and(eq(backupCodes.userId, id), isNull(backupCodes.usedAt)),
      ),
    },
    sessions: ownSessions.map(({ id: sessionId, updatedAt: lastUsedAt, ...session }) => ({
      id: publicId("ses", sessionId),
      ...session,
      lastUsedAt,
    })),
    trustedDevices: devices,
    memberships: (await readSeats(db, id)).map((seat) => ({
      id: publicId("mbr", seat.id),
      workspaceId: publicId("wsp", seat.workspaceId),
      workspaceName: seat.name,
      role: seat.role,
      domainNames: seat.domainNames,
      notificationTopics: seat.notificationTopics,
      createdAt: seat.createdAt,
    })),
    invitations: received.map(({ id: invitationId, workspaceId, ...invitation }) => ({
      id: publicId("inv", invitationId),
      workspaceId: publicId("wsp", workspaceId),
      ...invitation,
    })),
    apiKeysCreated: keys.map(({ id: keyId, workspaceId, ...key }) => ({
      id: publicId("key", keyId),
      workspaceId: publicId("wsp", workspaceId),
      ...key,
    })),
    emails: mailed.map(({ emailId, ...mail }) => ({
      ...mail,
      outcome: outcomes.get(emailId)?.outcome ?? null,
      endedAt: outcomes.get(emailId)?.endedAt ?? null,
    })),
    auditEntries: entries.map(({ id: entryId, workspaceId, actor, requestId: _, ...entry }) => ({
      id: publicId("aud", entryId),
      workspaceId: workspaceId && publicId("wsp", workspaceId),
      actor: publicActor(actor),
      ...entry,
      ...hiddenOrigin(actor.id === id, entry),
    })),
  };
}

/** Another's address and browser aren't about the person. */
const hiddenOrigin = (
  isOwn: boolean,
  { ipAddress, userAgent }: { ipAddress: string | null; userAgent: string | null },
) => (isOwn ? { ipAddress, userAgent } : { ipAddress: null, userAgent: null });
