import { members, users, workspaces } from "@zonepost/db";
import type { Language } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { Seat } from "./email-topics.ts";

export type SeatForEmail = Seat & { id: string; workspaceId: string; userId: string; email: string };

/** Of `members` joined with `users`. */
export const seatColumns = {
  id: members.id,
  workspaceId: members.workspaceId,
  userId: members.userId,
  email: users.email,
  role: members.role,
  domainNames: members.domainNames,
  choices: members.notificationChoices,
};

/** The members of a workspace, with what they have chosen and the language of its emails. */
export const readSeatsForEmail = (
  db: Queryable,
  workspaceId: string,
): Promise<(SeatForEmail & { language: Language | null })[]> =>
  db
    .select({ ...seatColumns, language: workspaces.language })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(eq(members.workspaceId, workspaceId))
    .orderBy(asc(users.email));
