import { and, eq, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { WorkspaceCtx } from "./ctx.ts";
import type { IdPrefix } from "./ids.ts";
import type { Right } from "./rights.ts";

/**
 * Finds the record of an ID. The result names what its page needs besides that ID, such as the domain of a mailbox. It
 * is undefined for a record that the caller can't see.
 */
export type RecordFinder = {
  /** Without it, an ID is like one that doesn't exist. */
  right: Right;
  find(ctx: WorkspaceCtx, rowId: string): Promise<string[] | undefined>;
};

export type RecordFinders<Prefix extends IdPrefix> = Record<Prefix, RecordFinder>;

/** For a record whose page needs its ID alone. */
export const placeIf = (count: number): [] | undefined => (count > 0 ? [] : undefined);

type OwnTable = PgTable & Record<"id" | "workspaceId", AnyPgColumn>;

/** The same, of those in a workspace's own table that meet the condition. */
export const findOwn =
  (table: OwnTable, condition?: SQL): RecordFinder["find"] =>
  async ({ db, actor }, id) =>
    placeIf(
      await db.$count(table, and(eq(table.id, id), eq(table.workspaceId, actor.workspaceId), condition)),
    );
