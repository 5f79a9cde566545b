import { timestamp, uuid } from "drizzle-orm/pg-core";

/** Times are `timestamptz`, read and written as `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Primary keys are UUIDv7, made by the application: they sort by time and spare the index random inserts. */
export const primaryId = () => uuid("id").primaryKey();

/** An actor as stored in history and audit log. */
export type StoredActor = {
  kind: "user" | "api_key" | "system" | "registry";
  id: string | null;
  name: string;
};
