import type { Sql } from "@zonepost/db";

/** Each row of each of our tables as text, by table. */
export async function readEveryRow(sql: Sql): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'drizzle_migrations'
    order by c.relname`;
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const found = await sql<{ text: string }[]>`
      select to_jsonb(t)::text as text from ${sql(name)} t order by to_jsonb(t)::text`;
    rows.set(
      name,
      found.map(({ text }) => text),
    );
  }
  return rows;
}

/** The tables that mention one of the texts, with how often. */
export function mentionsOf(rows: Map<string, string[]>, texts: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [table, lines] of rows) {
    const count = lines.filter((line) => {
      const lower = line.toLowerCase();
      return texts.some((text) => lower.includes(text.toLowerCase()));
    }).length;
    if (count > 0) {
      found[table] = count;
    }
  }
  return found;
}

/** The tables whose rows have changed in number or content, with the difference in number. */
export function differences(before: Map<string, string[]>, after: Map<string, string[]>): string[] {
  return [...before].flatMap(([table, lines]) =>
    JSON.stringify(lines) === JSON.stringify(after.get(table)) ? [] : [table],
  );
}

/** Only the rows that mention one of the texts. */
export const rowsAbout = (rows: Map<string, string[]>, texts: readonly string[]): Map<string, string[]> =>
  new Map(
    [...rows].map(([table, lines]) => [
      table,
      lines.filter((line) => texts.some((text) => line.includes(text))),
    ]),
  );
