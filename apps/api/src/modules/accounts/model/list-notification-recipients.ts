import { members, users, workspaces } from "@zonepost/db";
import type { Language, NotificationTopic, WorkspaceRole } from "@zonepost/schema";
import { and, arrayContains, asc, eq, or } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

export type NotificationRecipient = {
  email: string;
  role: WorkspaceRole;
  /** The only domains that this person may hear of; null for all. */
  domainNames: readonly string[] | null;
};

/** The workspace's owners, and the members who chose the topic. */
export async function listNotificationRecipients(
  db: Queryable,
  workspaceId: string,
  topic: NotificationTopic,
): Promise<NotificationRecipient[]> {
  return db
    .select({ email: users.email, role: members.role, domainNames: members.domainNames })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.workspaceId, workspaceId),
        or(eq(members.role, "owner"), arrayContains(members.notificationTopics, [topic])),
      ),
    )
    .orderBy(asc(users.email));
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
