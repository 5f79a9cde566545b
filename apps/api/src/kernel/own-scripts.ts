import { domainToUnicode } from "node:url";
import type { Fragment, Sql } from "./http/sorted-page.ts";

/** Without accents, so that "backerei" finds "bäckerei", which is between "a" and "c" in a list. */
const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export type OwnScript = { name: string; folded: string };

/** A name as lists sort and find it. */
export const foldedName = (name: string): string => fold(domainToUnicode(name) || name);

/** Rows store A-labels, which neither contain the parts of the name in its own script nor sort like it. */
export const ownScriptsOf = (names: readonly string[]): OwnScript[] =>
  names.map((name) => ({ name, folded: foldedName(name) }));

/** The names that contain one of the words in their own script. */
export function namesWith(all: readonly OwnScript[], words: readonly string[]): string[] {
  const wanted = words.map(fold).filter((word) => word !== "");
  return all.filter(({ folded }) => wanted.some((word) => folded.includes(word))).map(({ name }) => name);
}

/** Whether a name has the text in it, as it is stored or in its own script. `text` is in lower case. */
export function isNamedLike(name: string, text: string): boolean {
  return name.includes(text) || namesWith(ownScriptsOf([name]), [text]).length > 0;
}

/** For the finder: rows that have one of the words in their names, then recent ones, the latest first. */
export function namedFirst(
  sql: Sql,
  name: Fragment,
  { words, recent }: { words: readonly string[]; recent: string[] },
  ownScripts: readonly OwnScript[],
): Fragment {
  const wanted = words.map((word) => word.toLowerCase()).filter((word) => word !== "");
  return sql`(${name} = any (${namesWith(ownScripts, wanted)}::text[])
      or exists (select from unnest(${wanted}::text[]) word where position(word in ${name}) > 0)) desc,
    array_position(${recent}::text[], ${name}) nulls last`;
}

/** Joins them to the rows with these names, as `own_folded`. */
export const joinOwnScripts = (sql: Sql, ownScripts: readonly OwnScript[], name: Fragment): Fragment => sql`
  left join unnest(${ownScripts.map(({ name }) => name)}::text[],
    ${ownScripts.map(({ folded }) => folded)}::text[]) as own (own_name, own_folded) on own_name = ${name}`;

/** The same for a text in the database: both sides of a comparison need it. */
export const foldedText = (sql: Sql, text: Fragment): Fragment =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`;
