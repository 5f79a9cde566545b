import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

export type ErasedWorkspace = {
  workspaceId: string;
  /** Random and forgotten afterward: makes the anonymous IDs of the workspace's actors. */
  salt: string;
};

export type ErasedPerson = {
  userId: string;
  /** Takes their place in what is kept. */
  anonymousId: string;
  /** Those under which they acted, in lower case. */
  addresses: readonly string[];
  startedAt: Date;
};

/** What an actor is called whose name was erased. */
export const erasedName = { user: "Deleted person", api_key: "Deleted key" } as const;

/** Of each column with text, JSON or bytes: exactly one. IDs and numbers are of no concern. */
type ColumnFates = {
  /** Words of our own, technical values and hashes that tell nothing about a person. */
  impersonal?: readonly string[];
  /** Who acted, as a `StoredActor`: gets an anonymous ID and name. */
  actors?: readonly string[];
  /** A workspace's own data, deleted with its row. It stays when a person is erased, even if it mentions them. */
  workspace?: readonly string[];
  /** Personal data of a person, deleted with its row, or replaced by `forPerson`. */
  person?: readonly string[];
  /** Replaced when a workspace is erased whose row is kept. It stays when a person is erased. */
  blanked?: Record<string, SQL>;
  /** Stays, for this reason. */
  kept?: Record<string, string>;
};

/** What becomes of a table's rows when a workspace or a person is erased. */
export type ErasureRule = {
  table: PgTable;
  /** `false` if no row belongs to a workspace. */
  workspace: { fate: "deleted" | "anonymized" | "kept"; rows: (workspaceId: string) => SQL } | false;
  /** The rows that are deleted with a person. */
  personRows?: (person: ErasedPerson) => SQL;
  /** What is replaced in other rows, besides the actors. Each condition stops applying once it is done. */
  forPerson?: readonly {
    where: (person: ErasedPerson) => SQL;
    set: Record<string, (person: ErasedPerson) => SQL>;
  }[];
  columns?: ColumnFates;
  /** Deletes rows of a workspace in another way than one by one. */
  deleteRows?: (condition: SQL, limit: number) => SQL;
};

export const rowsWith =
  (column: PgColumn) =>
  (workspaceId: string): SQL =>
    sql`${column} = ${workspaceId}::uuid`;

/** The rows of things that belong to a workspace. */
export const rowsOf =
  (column: PgColumn, owner: { id: PgColumn; workspaceId: PgColumn }) =>
  (workspaceId: string): SQL =>
    sql`${column} in (select ${owner.id} from ${owner.id.table} where ${owner.workspaceId} = ${workspaceId}::uuid)`;
