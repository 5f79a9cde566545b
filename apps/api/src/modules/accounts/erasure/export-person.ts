import {
  apiKeys,
  auditEntries,
  backupCodes,
  credentials,
  digestNotices,
  invitations,
  operators,
  sessions,
  trustedDevices,
  twoFactors,
} from "@zonepost/db";
import { notificationTopics } from "@zonepost/schema";
import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { publicActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { choiceOf } from "../email/email-topics.ts";
import { readEmailOutcomes } from "../email/read-email-outcomes.ts";
import type { ExportPorts } from "../ports.ts";
import { findPerson } from "./erase.ts";
import { readSeats } from "./read-seats.ts";

type ExportCtx = Pick<Ctx, "db" | "clock"> & ExportPorts;

/** How many audit entries are in memory at a time. */
const chunkSize = 1_000;

/**
 * What is stored about a person, for themselves (GDPR articles 15 and 20), as JSON in parts; undefined if there is no such
 * person. Without anything secret, and without what belongs to a workspace. Fields are only ever added.
 */
export async function exportPerson(
  ctx: ExportCtx,
  who: { email: string } | { id: string },
  options: {
    /** Leaves out what they did in workspaces that they have left, whose data that may show. */
    onlyOwnWorkspaces?: boolean;
    chunkSize?: number;
  } = {},
): Promise<AsyncIterable<string> | undefined> {
  const { db } = ctx;
  const person = await findPerson(ctx, who);
  if (!person) {
    return undefined;
  }
  const { id, email, name, emailVerified, image, language, createdAt, updatedAt, deletesAt } = person;
  const address = email.toLowerCase();
  const seats = await readSeats(db, id);
  const workspaceIds = options.onlyOwnWorkspaces ? seats.map(({ workspaceId }) => workspaceId) : undefined;
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
    .where(and(isBy(apiKeys.createdBy), workspaceIds && inArray(apiKeys.workspaceId, workspaceIds)))
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
  const notices = await db
    .select({
      workspaceId: digestNotices.workspaceId,
      kind: digestNotices.kind,
      topic: digestNotices.topic,
      domainNames: digestNotices.domainNames,
      occurredAt: digestNotices.occurredAt,
    })
    .from(digestNotices)
    .where(
      and(eq(digestNotices.userId, id), workspaceIds && inArray(digestNotices.workspaceId, workspaceIds)),
    )
    .orderBy(asc(digestNotices.id));
  const mailed = await ctx.listNotificationsTo(db, email, workspaceIds);
  const outcomes = await readEmailOutcomes(
    db,
    mailed.map(({ emailId }) => emailId),
  );
  const readEntries = (after: string | undefined, limit: number) =>
    db
      .select()
      .from(auditEntries)
      .where(
        and(
          workspaceIds &&
            or(isNull(auditEntries.workspaceId), inArray(auditEntries.workspaceId, workspaceIds)),
          sql`((${isBy(auditEntries.actor)}) or lower(${auditEntries.target}) = ${address})`,
          after === undefined ? undefined : gt(auditEntries.id, after),
        ),
      )
      .orderBy(asc(auditEntries.id))
      .limit(limit);
  const facts = {
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
    memberships: seats.map((seat) => ({
      id: publicId("mbr", seat.id),
      workspaceId: publicId("wsp", seat.workspaceId),
      workspaceName: seat.name,
      role: seat.role,
      domainNames: seat.domainNames,
      notificationTopics: notificationTopics.filter(
        (topic) => choiceOf({ ...seat, choices: seat.notificationChoices }, topic) === "at_once",
      ),
      notificationChoices: seat.notificationChoices,
      createdAt: seat.createdAt,
    })),
    digestNotices: notices.map(({ workspaceId, ...notice }) => ({
      workspaceId: publicId("wsp", workspaceId),
      ...notice,
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
    attentionChoices: (await ctx.listAttentionChoices(db, id)).map(({ workspaceId, ...choice }) => ({
      workspaceId: publicId("wsp", workspaceId),
      ...choice,
    })),
    transfersInBasket: (await ctx.listTransferCodes(db, id)).map(({ workspaceId, ...code }) => ({
      workspaceId: publicId("wsp", workspaceId),
      ...code,
    })),
  };
  const limit = options.chunkSize ?? chunkSize;
  // Read before the first part, so that an error can still be returned as a problem.
  const first = await readEntries(undefined, limit);
  return writeExport(facts, id, chunksOf(first, readEntries, limit));
}

type Entry = typeof auditEntries.$inferSelect;

async function* chunksOf(
  first: Entry[],
  read: (after: string, limit: number) => Promise<Entry[]>,
  limit: number,
): AsyncIterable<Entry[]> {
  for (let chunk = first; ; ) {
    yield chunk;
    const last = chunk.at(-1);
    if (!last || chunk.length < limit) {
      return;
    }
    chunk = await read(last.id, limit);
  }
}

/** The audit entries come last, one to a line: they can be many. */
async function* writeExport(
  facts: object,
  userId: string,
  chunks: AsyncIterable<Entry[]>,
): AsyncIterable<string> {
  yield `${JSON.stringify(facts, null, 2).slice(0, -2)},\n  "auditEntries": [`;
  let separator = "\n";
  for await (const chunk of chunks) {
    for (const entry of chunk) {
      yield `${separator}    ${JSON.stringify(exportedEntry(entry, userId))}`;
      separator = ",\n";
    }
  }
  yield "\n  ]\n}\n";
}

const exportedEntry = ({ id, workspaceId, actor, requestId: _, ...entry }: Entry, userId: string) => ({
  id: publicId("aud", id),
  workspaceId: workspaceId && publicId("wsp", workspaceId),
  actor: publicActor(actor),
  ...entry,
  ...hiddenOrigin(actor.id === userId, entry),
});

/** Another's address and browser aren't about the person. */
const hiddenOrigin = (
  isOwn: boolean,
  { ipAddress, userAgent }: { ipAddress: string | null; userAgent: string | null },
) => (isOwn ? { ipAddress, userAgent } : { ipAddress: null, userAgent: null });
