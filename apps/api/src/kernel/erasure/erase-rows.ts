import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Queryable } from "../ctx.ts";
import { type ErasedPerson, type ErasedWorkspace, type ErasureRule, erasedName } from "./erasure-rule.ts";

/** One kind of change to a table's rows, made in batches until none is left that matches. */
type ErasureStep = { table: string; where: SQL; change: (limit: number) => SQL };

export const workspaceSteps = (rules: readonly ErasureRule[], erased: ErasedWorkspace): ErasureStep[] =>
  rules.flatMap((rule) => workspaceStep(rule, erased) ?? []);

function workspaceStep(rule: ErasureRule, { workspaceId, salt }: ErasedWorkspace): ErasureStep | undefined {
  const { table, workspace, columns = {} } = rule;
  if (!workspace || workspace.fate === "kept") {
    return undefined;
  }
  const own = workspace.rows(workspaceId);
  if (workspace.fate === "deleted") {
    return rule.deleteRows
      ? { table: nameOf(table), where: own, change: (limit) => rule.deleteRows?.(own, limit) ?? sql`` }
      : deletion(table, own);
  }
  const replaced = [
    ...Object.entries(columns.blanked ?? {}).map(([column, blank]) => {
      const name = sql.identifier(column);
      return { column, value: blank, isDue: sql`${table}.${name} is distinct from ${blank}` };
    }),
    ...(columns.actors ?? []).map((column) => {
      const actor = sql`${table}.${sql.identifier(column)}`;
      const kind = sql`${actor} ->> 'kind'`;
      const name = sql`case ${kind} when 'user' then ${erasedName.user}::text else ${erasedName.api_key}::text end`;
      const isNamed = sql`(${kind} in ('user', 'api_key') and ${actor} ->> 'name' <> ${name})`;
      const anonymous = sql`jsonb_build_object('kind', ${kind}, 'name', ${name},
        'id', md5(${salt}::text || (${actor} ->> 'id'))::uuid)`;
      return { column, value: sql`case when ${isNamed} then ${anonymous} else ${actor} end`, isDue: isNamed };
    }),
  ];
  const isDue = sql.join(
    replaced.map((each) => each.isDue),
    sql` or `,
  );
  return replacement(
    table,
    sql`${own} and (${isDue})`,
    replaced.map(({ column, value }) => [column, value]),
  );
}

export const personSteps = (rules: readonly ErasureRule[], erased: ErasedPerson): ErasureStep[] =>
  rules.flatMap(({ table, personRows, forPerson = [], columns = {} }) => [
    ...(personRows ? [deletion(table, personRows(erased))] : []),
    ...forPerson.map(({ where, set }) =>
      replacement(
        table,
        where(erased),
        Object.entries(set).map(([column, value]) => [column, value(erased)]),
      ),
    ),
    ...(columns.actors ?? []).map((column) => {
      const actor = sql`${table}.${sql.identifier(column)}`;
      const anonymous = { kind: "user", id: erased.anonymousId, name: erasedName.user };
      return replacement(table, isActor(actor, erased), [
        [column, sql`${JSON.stringify(anonymous)}::text::jsonb`],
      ]);
    }),
  ]);

const isActor = (actor: SQL, { userId }: ErasedPerson): SQL =>
  sql`(${actor} ->> 'id' = ${userId} and ${actor} ->> 'kind' = 'user')`;

/** Makes the change to at most `limit` rows, and returns their number: 0 if none is left. */
export async function takeStep(db: Queryable, { change }: ErasureStep, limit: number): Promise<number> {
  const { count } = await db.execute(change(limit));
  return count;
}

/** How many rows each step would change, by table. */
export async function countSteps(
  db: Queryable,
  steps: readonly ErasureStep[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, where } of steps) {
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} where ${where}`,
    );
    addCount(counts, table, row?.count ?? 0);
  }
  return counts;
}

export function addCount(counts: Record<string, number>, table: string, count: number): void {
  if (count > 0) {
    counts[table] = (counts[table] ?? 0) + count;
  }
}

const nameOf = (table: PgTable): string => getTableConfig(table).name;

/** By the primary key: a row of a partitioned table has no other unique place. */
function batchOf(table: PgTable, where: SQL, limit: number): SQL {
  const { columns, primaryKeys } = getTableConfig(table);
  const keyed = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
  const key = sql.join(
    keyed.map((column) => sql`${column}`),
    sql`, `,
  );
  return sql`(${key}) in (select ${key} from ${table} where ${where} limit ${limit})`;
}

const deletion = (table: PgTable, where: SQL): ErasureStep => ({
  table: nameOf(table),
  where,
  change: (limit) => sql`delete from ${table} where ${batchOf(table, where, limit)}`,
});

const replacement = (table: PgTable, where: SQL, values: [column: string, value: SQL][]): ErasureStep => ({
  table: nameOf(table),
  where,
  change: (limit) =>
    sql`update ${table} set ${sql.join(
      values.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
      sql`, `,
    )} where ${batchOf(table, where, limit)}`,
});
