import { maxTtlSeconds, minTtlSeconds, recordTagLimit } from "@zonepost/schema";
import { recordTypeNumber } from "@zonepost/zone-file";
import type { FormSchema } from "@/ui/form/use-form.ts";
import { type DraftRow, keyOf, type RecordContent } from "./draft.ts";
import { editableValue, readOwner, readValue } from "./record-input.ts";

export const otherTtl = "other";
export const ttlPresets = [60, 300, 1_800, 3_600, 14_400, 86_400] as const;

export type RecordFields = {
  name: string;
  type: string;
  ttl: string;
  /** Seconds, if `ttl` is `otherTtl`. */
  ownTtl: string;
  /** One value a line. */
  values: string;
  comment: string;
  tags: string;
};

export type ReadRecord = { name: string; type: string; content: RecordContent };

const isPreset = (ttl: number) => ttlPresets.some((preset) => preset === ttl);

export function fieldsOfRow(row: DraftRow | undefined): RecordFields {
  const ttl = row?.content.ttl ?? 3_600;
  return {
    name: row?.name ?? "",
    type: row?.type ?? "A",
    ttl: isPreset(ttl) ? String(ttl) : otherTtl,
    ownTtl: isPreset(ttl) ? "" : String(ttl),
    values: row?.content.values.map((value) => editableValue(row.type, value)).join("\n") ?? "",
    comment: row?.content.comment ?? "",
    tags: row?.content.tags.join(" ") ?? "",
  };
}

export const linesOf = (values: string): string[] => values.split("\n").filter((line) => line.trim() !== "");

const tagsOf = (tags: string): string[] => [...new Set(tags.split(/[\s,]+/).filter(Boolean))];

type Words = {
  nameMissing: string;
  typeMissing: string;
  valueMissing: string;
  ttlWrong: string;
  tagsWrong: string;
  managed: (manager: NonNullable<DraftRow["managedBy"]>) => string;
  inLine: (line: number, message: string) => string;
};

/** What the fields mean, or what is wrong with them. */
export const recordSchema = (
  zoneName: string,
  { others, words }: { others: readonly DraftRow[]; words: Words },
): FormSchema<ReadRecord> => ({
  safeParse(input) {
    const fields = input as RecordFields;
    const issues: { path: PropertyKey[]; message: string }[] = [];
    const refuse = (field: keyof RecordFields, message: string) => issues.push({ path: [field], message });
    const owner = readOwner(fields.name, zoneName);
    if (fields.name.trim() === "") {
      refuse("name", words.nameMissing);
    } else if (!owner.ok) {
      refuse("name", owner.message);
    }
    const type = fields.type.trim().toUpperCase();
    if (recordTypeNumber(type) === undefined) {
      refuse("type", words.typeMissing);
    }
    const name = owner.ok ? owner.value : "";
    const manager = others.find(({ key }) => key === keyOf({ name, type }))?.managedBy;
    if (manager) {
      refuse("type", words.managed(manager));
    }
    const ttl = Number(fields.ttl === otherTtl ? fields.ownTtl : fields.ttl);
    if (!Number.isInteger(ttl) || ttl < minTtlSeconds || ttl > maxTtlSeconds) {
      refuse("ownTtl", words.ttlWrong);
    }
    const lines = linesOf(fields.values);
    if (lines.length === 0) {
      refuse("values", words.valueMissing);
    }
    const values = new Set<string>();
    for (const [index, line] of lines.entries()) {
      const read = readValue(type, line, zoneName);
      if (read.ok) {
        values.add(read.value);
      } else {
        refuse("values", lines.length > 1 ? words.inLine(index + 1, read.message) : read.message);
      }
    }
    const tags = tagsOf(fields.tags);
    if (tags.length > recordTagLimit || tags.some((tag) => tag.length > 100 || tag.includes('"'))) {
      refuse("tags", words.tagsWrong);
    }
    if (issues.length > 0) {
      return { success: false, error: { issues } };
    }
    const comment = fields.comment.trim() || null;
    return { success: true, data: { name, type, content: { ttl, values: [...values], comment, tags } } };
  },
});
