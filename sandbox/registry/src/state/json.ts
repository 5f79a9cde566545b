import type postgres from "postgres";

export type Queryable = postgres.Sql | postgres.TransactionSql;

/** A value for a jsonb column: dates become ISO 8601, and undefined values are left out. */
export function toJson(sql: Queryable, value: unknown): postgres.Parameter {
  return sql.json(JSON.parse(JSON.stringify(value)));
}

/** Restores the dates in a value from a jsonb column, which are in keys named `…At`. */
export function withDates<Value>(value: Value): Value {
  const revive = (key: string, item: unknown) =>
    typeof item === "string" && key.endsWith("At") ? new Date(item) : item;
  return JSON.parse(JSON.stringify(value), revive) as Value;
}
