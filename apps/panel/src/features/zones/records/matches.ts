import { toUnicodeName } from "../../../lib/to-unicode-name.ts";
import type { DraftRow } from "./draft.ts";

/** Whether the row has every word of the search, in its name, type, values, comment or tags. */
export function matches(
  { name, type, content }: DraftRow,
  filter: { q: string; type: string | null },
  zoneName: string,
): boolean {
  if (filter.type !== null && type !== filter.type) {
    return false;
  }
  const words = filter.q.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return true;
  }
  const full = name === "@" ? `@ ${zoneName}` : `${name}.${zoneName}`;
  const own = toUnicodeName(full);
  const { values, comment, tags } = content;
  const text = [full, own, type, ...values, comment ?? "", ...tags].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}
