import type postgres from "postgres";

export type Queryable = postgres.Sql | postgres.TransactionSql;

/** A value for a jsonb column; dates become ISO 8601 texts, what is undefined is left out. */
export function toJson(sql: Queryable, value: unknown): postgres.Parameter {
  return sql.json(JSON.parse(JSON.stringify(value)));
}

/** The dates of a value that came from a jsonb column: what is named `…At`. */
export function withDates<Value>(value: Value): Value {
  const revive = (key: string, item: unknown) =>
    typeof item === "string" && key.endsWith("At") ? new Date(item) : item;
  return JSON.parse(JSON.stringify(value), revive) as Value;
}
