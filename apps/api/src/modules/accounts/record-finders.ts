import { apiKeys, auditEntries, invitations, members, sessions } from "@zonepost/db";
import { and, eq, gt, isNull } from "drizzle-orm";
import { findOwn, placeIf, type RecordFinders } from "../../kernel/record-finders.ts";
import { sessionMaxAgeSeconds } from "./sessions/session-cookie.ts";

export const accountRecords: RecordFinders<"aud" | "inv" | "key" | "mbr" | "ses" | "usr" | "wsp"> = {
  /** With its time, from which the log is read. */
  aud: {
    right: "audit:read",
    async find({ db, actor }, id) {
      const [row] = await db
        .select({ occurredAt: auditEntries.occurredAt })
        .from(auditEntries)
        .where(and(eq(auditEntries.id, id), eq(auditEntries.workspaceId, actor.workspaceId)));
      return row && [row.occurredAt.toISOString()];
    },
  },
  inv: {
    right: "members:read",
    find: findOwn(invitations, and(isNull(invitations.acceptedAt), isNull(invitations.cancelledAt))),
  },
  key: {
    right: "api_keys:read",
    find: findOwn(apiKeys),
  },
  mbr: {
    right: "members:read",
    find: findOwn(members),
  },
  /** The caller's own, as far as they are listed. */
  ses: {
    right: "domains:read",
    async find({ db, clock, actor }, id) {
      if (actor.kind !== "user") {
        return undefined;
      }
      const now = clock.wallNow();
      const oldest = new Date(now.getTime() - sessionMaxAgeSeconds * 1000);
      const isUsable = and(gt(sessions.expiresAt, now), gt(sessions.createdAt, oldest));
      return placeIf(
        await db.$count(sessions, and(eq(sessions.id, id), eq(sessions.userId, actor.userId), isUsable)),
      );
    },
  },
  usr: {
    right: "members:read",
    async find({ db, actor }, id) {
      return placeIf(
        await db.$count(members, and(eq(members.userId, id), eq(members.workspaceId, actor.workspaceId))),
      );
    },
  },
  wsp: {
    right: "domains:read",
    find: async ({ actor }, id) => (id === actor.workspaceId ? [] : undefined),
  },
};
