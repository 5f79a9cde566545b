import { z } from "zod";
import { line, lineOrEmpty } from "../lines.ts";
import { withoutPastedEdges } from "../pasted.ts";
import { noControlCharacters, timestamp } from "../primitives.ts";
import {
  defaultTtlSeconds,
  maxTtlSeconds,
  minTtlSeconds,
  recordManagers,
  recordTagLimit,
  recordValueLimit,
} from "./limits.ts";

/** As typed: relative to the zone, `@` for the zone itself, or absolute with a final dot. */
const recordName = z
  .string()
  .overwrite(withoutPastedEdges)
  .min(1, "Enter a name, or @ for the domain itself.")
  .max(1024, "A name has at most 253 characters.")
  .regex(noControlCharacters, "Remove control characters.")
  .meta({
    description: "Relative to the zone: `www`, `*.shop`, `@` for the zone itself. Absolute with a final dot.",
    examples: ["www"],
  });

const recordType = z
  .string()
  .overwrite(withoutPastedEdges)
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9-]{0,15}$/, "Enter a record type, such as A or MX.")
  .meta({
    description: "The record type, such as `A`, `MX`, `TXT` or `TYPE65280` (RFC 3597)",
    examples: ["A"],
  });

const ttl = z
  .int("Enter a whole number of seconds.")
  .min(minTtlSeconds, `Enter at least ${minTtlSeconds} seconds.`)
  .max(maxTtlSeconds, `Enter at most ${maxTtlSeconds} seconds (seven days).`);

const values = z
  .array(
    z
      .string()
      .overwrite(withoutPastedEdges)
      .min(1, "Enter a value.")
      .max(65_535, "The value is too long.")
      .regex(noControlCharacters, "Remove control characters."),
  )
  .min(1, "Enter at least one value.")
  .max(recordValueLimit, `Enter at most ${recordValueLimit} values.`)
  .meta({
    description:
      "Presentation form (RFC 1035 section 5.1). Names in values are relative to the zone unless they end with a dot.",
    examples: [["192.0.2.1", "192.0.2.2"]],
  });

const comment = lineOrEmpty(500).nullable();
const tags = z
  .array(line(100, "Enter a tag.").regex(/^[^\s,"]+$/, "A tag has no spaces, commas or quotes."))
  .max(recordTagLimit, `Enter at most ${recordTagLimit} tags.`)
  .transform((list) => [...new Set(list)]);

export const recordSet = z
  .object({
    name: z
      .string()
      .meta({ description: "Relative to the zone; `@` for the zone itself", examples: ["www"] }),
    type: z.string().meta({ examples: ["A"] }),
    ttl: z.int().meta({ description: "In seconds", examples: [defaultTtlSeconds] }),
    values: z
      .array(z.string())
      .meta({ description: "Canonical presentation form; names are absolute, with a final dot" }),
    comment: z.string().nullable(),
    tags: z.array(z.string()),
    managedBy: z.enum(recordManagers).nullable().meta({
      description: "Null for records that people and API keys manage. Others can't be changed over the API.",
    }),
    updatedAt: timestamp,
  })
  .meta({ id: "RecordSet" });
export type RecordSet = z.infer<typeof recordSet>;

export const recordSetsQuery = z.strictObject({
  name: recordName.optional().meta({ description: "Only records of this name" }),
  type: recordType.optional().meta({ description: "Only records of this type" }),
});
export type RecordSetsQuery = z.infer<typeof recordSetsQuery>;

const setChange = z.strictObject({
  action: z.literal("set"),
  name: recordName,
  type: recordType,
  ttl: ttl.optional().meta({
    description: `In seconds. If omitted, the present one stays; ${defaultTtlSeconds} for a new record set.`,
  }),
  values,
  comment: comment.optional().meta({ description: "If omitted, the present comment stays" }),
  tags: tags.optional().meta({ description: "If omitted, the present tags stay" }),
});
const deleteChange = z.strictObject({ action: z.literal("delete"), name: recordName, type: recordType });

export const recordChange = z
  .discriminatedUnion("action", [setChange, deleteChange])
  .meta({ id: "RecordChange" });
export type RecordChange = z.infer<typeof recordChange>;

/** A record set as part of a zone's whole desired state. */
export const desiredRecordSet = setChange.omit({ action: true }).meta({ id: "DesiredRecordSet" });
export type DesiredRecordSet = z.infer<typeof desiredRecordSet>;
