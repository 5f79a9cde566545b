import type { Db } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { and, asc, gt, inArray, like, sql } from "drizzle-orm";
import type { SealedColumn } from "./sealed-column.ts";

/** How many values each key has sealed, by what they hold. */
export type SealedCounts = Map<string, Map<string, number>>;

export async function countSealed(db: Db, columns: readonly SealedColumn[]): Promise<SealedCounts> {
  const counts: SealedCounts = new Map();
  for (const { column, values } of columns) {
    const keyId = keyIdOf(column);
    const rows = await db
      .select({ keyId, count: sql<number>`count(*)::int` })
      .from(column.table)
      .where(like(column, "v1.%"))
      .groupBy(keyId);
    for (const row of rows) {
      const ofKey = counts.get(row.keyId) ?? new Map<string, number>();
      counts.set(row.keyId, ofKey.set(values, (ofKey.get(values) ?? 0) + row.count));
    }
  }
  return counts;
}

/** The second part of a sealed text. */
const keyIdOf = (column: SealedColumn["column"]) => sql<string>`split_part(${column}, '.', 2)`;

const batchSize = 500;
/** As many as a command has connections for. */
const atOnce = 2;

/**
 * Seals the values of a column again that a retired key has sealed. Each changes in a statement of its own, so that it can
 * end at any point and holds no second lock, and only from the form that was read: what another program wrote meanwhile
 * stays. Returns how many can't be opened.
 */
export async function rewrapColumn(db: Db, box: SecretBox, sealed: SealedColumn): Promise<number> {
  const { column, id, ownerId, ownerOf } = sealed;
  const [, ...retired] = box.keyIds;
  if (retired.length === 0) {
    return 0;
  }
  let unreadable = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await db
      .select({ id: sql<string>`${id}`, ownerId: sql<string>`${ownerId}`, text: sql<string>`${column}` })
      .from(column.table)
      .where(and(gt(id, after), like(column, "v1.%"), inArray(keyIdOf(column), retired)))
      .orderBy(asc(id))
      .limit(batchSize);
    const rewrap = async (row: (typeof rows)[number]) => {
      const opened = tryToOpen(box, row.text, ownerOf(row.ownerId));
      if (opened === undefined) {
        unreadable += 1;
        return;
      }
      const again = box.seal(opened, ownerOf(row.ownerId));
      await db.execute(sql`
        update ${column.table} set ${sql.identifier(column.name)} = ${again}
        where ${id} = ${row.id} and ${column} = ${row.text}`);
    };
    for (let from = 0; from < rows.length; from += atOnce) {
      await Promise.all(rows.slice(from, from + atOnce).map(rewrap));
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batchSize) {
      return unreadable;
    }
  }
}

/** Undefined if it was changed by hand, or moved from another row. */
function tryToOpen(box: SecretBox, text: string, owner: string): string | undefined {
  try {
    return box.open(text, owner);
  } catch {
    return undefined;
  }
}
