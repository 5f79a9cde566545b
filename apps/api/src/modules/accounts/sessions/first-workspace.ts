import { type SQL, sql } from "drizzle-orm";

/** The workspace in which a new session begins: the first that the person joined. */
export const firstWorkspaceOf = (userId: string): SQL => sql`(
  select workspace_id from members where user_id = ${userId} order by created_at, id limit 1)`;
