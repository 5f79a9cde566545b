import { members, users } from "@zonepost/db";
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

/** The members of a workspace, with what they have chosen. */
export const readSeatsForEmail = (db: Queryable, workspaceId: string): Promise<SeatForEmail[]> =>
  db
    .select(seatColumns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.workspaceId, workspaceId))
    .orderBy(asc(users.email));
