import { members, users, workspaces } from "@zonepost/db";
import { hasRight, type Language, type NotificationTopic, type WorkspaceRole } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

export type NotificationRecipient = {
  email: string;
  role: WorkspaceRole;
  /** The only domains that this person may hear of; null for all. */
  domainNames: readonly string[] | null;
  /** Owners choose every topic. */
  hasChosenTopic: boolean;
  /** Hears of charges that failed, whatever they chose. */
  seesPayments: boolean;
};

/** The workspace's owners, the members who chose the topic, and, about expiry, those who see its payments. */
export async function listNotificationRecipients(
  db: Queryable,
  workspaceId: string,
  topic: NotificationTopic,
): Promise<NotificationRecipient[]> {
  const seats = await db
    .select({
      email: users.email,
      role: members.role,
      domainNames: members.domainNames,
      topics: members.notificationTopics,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.workspaceId, workspaceId))
    .orderBy(asc(users.email));
  return seats
    .map(({ topics, ...seat }) => ({
      ...seat,
      hasChosenTopic: seat.role === "owner" || topics.includes(topic),
      seesPayments: topic === "expiry" && hasRight(seat, "payments:read"),
    }))
    .filter(({ hasChosenTopic, seesPayments }) => hasChosenTopic || seesPayments);
}

export async function readWorkspaceForEmail(
  db: Queryable,
  workspaceId: string,
): Promise<{ name: string; language: Language | null } | undefined> {
  const [workspace] = await db
    .select({ name: workspaces.name, language: workspaces.language })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return workspace;
}
