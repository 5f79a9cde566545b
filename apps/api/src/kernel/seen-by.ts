import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { WorkspaceActor } from "./actor.ts";

/** As `seesDomain`, for rows: those of the actor's workspace that are about a domain within the actor's limit. */
export const seenBy = (
  { workspaceId, domainNames }: WorkspaceActor,
  row: { workspaceId: AnyPgColumn; domainName: AnyPgColumn },
): SQL | undefined =>
  and(eq(row.workspaceId, workspaceId), domainNames ? inArray(row.domainName, [...domainNames]) : undefined);
