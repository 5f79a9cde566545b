import type { PgColumn } from "drizzle-orm/pg-core";

/** A column with values that ENCRYPTION_KEY has sealed, and what is needed to open them. */
export type SealedColumn = {
  column: PgColumn;
  /** The primary key, a UUID. */
  id: PgColumn;
  /** Names the owner that a value is sealed for. */
  ownerId: PgColumn;
  ownerOf: (id: string) => string;
  /** What it holds, in the plural, for the operator. */
  values: string;
};
