import { type SQL, sql } from "drizzle-orm";

// Arrays as parameters of a statement for many deliveries. The driver quotes and escapes each element, and PostgreSQL
// reads it back one character at a time; with a delivery's sixteen, that was a tenth of the worker's time.

type Value = string | number | null;

/** For a cast to an array of ids, numbers or times, whose texts need no quotes. */
export const plainArray = <Item>(items: readonly Item[], read: (item: Item) => Value): SQL =>
  sql`${`{${items.map((item) => read(item) ?? "NULL").join()}}`}::text`;

/** JSON escapes both; in any other text, they would only be the noise of a broken receiver. */
const separator = "\u001f";
const noText = "\u001e";

/** Any text. Another element follows, since the array of a single empty text would be empty. */
export function textArray<Item>(items: readonly Item[], read: (item: Item) => string | null): SQL {
  const texts = items.map((item) => read(item)?.replaceAll(separator, " ").replaceAll(noText, " ") ?? noText);
  const joined = [...texts, noText].join(separator);
  return sql`trim_array(string_to_array(${joined}::text, ${separator}::text, ${noText}::text), 1)`;
}
