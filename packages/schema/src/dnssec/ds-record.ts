import { z } from "zod";
import { withoutSpaces } from "../pasted.ts";
import { dnssecAlgorithms, dsDigestTypes } from "../vocabulary.ts";

export { dnssecAlgorithms, dsDigestTypes } from "../vocabulary.ts";

export const dsRecord = z
  .object({
    keyTag: z.int().meta({ examples: [55648] }),
    algorithm: z.int().meta({ examples: [13] }),
    digestType: z.int().meta({ examples: [2] }),
    digest: z.string().meta({
      description: "Digest in uppercase hexadecimal",
      examples: ["B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17"],
    }),
  })
  .meta({ id: "DsRecord", description: "A DS record (RFC 4034 section 5)" });
export type DsRecord = z.infer<typeof dsRecord>;

const offered = (table: readonly { number: number; name: string; publish: string }[]) =>
  table
    .filter((row) => row.publish !== "no")
    .map((row) => `${row.number} (${row.name})`)
    .join(", ");

function refuseUnpublishable(
  value: number,
  table: readonly { number: number; name: string; publish: string }[],
) {
  const row = table.find((entry) => entry.number === value);
  if (!(value >= 0 && value <= 255)) {
    return undefined;
  }
  if (!row) {
    return `Registries do not publish this value. Use ${offered(table)}.`;
  }
  if (row.publish === "no") {
    return `${row.name} is obsolete. Use ${offered(table)}.`;
  }
  return undefined;
}

const digestText = z
  .string()
  .max(512, "The digest is too long.")
  .transform((value) => withoutSpaces(value).toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]+$/, "Use hexadecimal digits only."));

const uint16 = z
  .int("Enter a whole number.")
  .min(0, "Enter a number from 0 to 65535.")
  .max(65535, "Enter a number from 0 to 65535.");
const uint8 = z
  .int("Enter a whole number.")
  .min(0, "Enter a number from 0 to 255.")
  .max(255, "Enter a number from 0 to 255.");

/**
 * A DS record to publish: its form and the current publication policy. White space in the digest is removed (RFC 4034
 * 5.3).
 */
export const dsRecordInput = z
  .strictObject({ keyTag: uint16, algorithm: uint8, digestType: uint8, digest: digestText })
  .superRefine((ds, context) => {
    const algorithm = refuseUnpublishable(ds.algorithm, dnssecAlgorithms);
    if (algorithm) {
      context.addIssue({ code: "custom", path: ["algorithm"], message: algorithm });
    }
    const digestType = refuseUnpublishable(ds.digestType, dsDigestTypes);
    if (digestType) {
      context.addIssue({ code: "custom", path: ["digestType"], message: digestType });
    }
    const row = dsDigestTypes.find((entry) => entry.number === ds.digestType);
    if (row && !digestType && ds.digest.length !== row.hexLength) {
      context.addIssue({
        code: "custom",
        path: ["digest"],
        message: `A ${row.name} digest has ${row.hexLength} hexadecimal digits; this one has ${ds.digest.length}.`,
      });
    }
  })
  .meta({ id: "DsRecordInput" });
export type DsRecordInput = z.infer<typeof dsRecordInput>;

const numberInQuery = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "Enter a whole number.")
    .transform(Number)
    .pipe(schema);

/** Identifies one DS record in a query string. No publication policy applies: any published record can be removed. */
export const dsRecordQuery = z.strictObject({
  keyTag: numberInQuery(uint16),
  algorithm: numberInQuery(uint8),
  digestType: numberInQuery(uint8),
  digest: digestText,
});

/** Identifies one DS record, for callers that already have numbers. */
export const dsRecordSelector = z.strictObject({
  keyTag: uint16,
  algorithm: uint8,
  digestType: uint8,
  digest: digestText,
});

/** The maximum number of DS records of a domain: two keys with two digests each during a rollover. */
export const dsRecordLimit = 8;

/**
 * Parses a DS record from a zone file or a signer (RFC 4034 section 5.3), with or without owner, TTL and class. Returns
 * the four fields, or undefined if the line isn't a DS record.
 */
export function parseDsLine(line: string): DsRecord | undefined {
  const match =
    /^(?:\S+\s+)?(?:\d+\s+)?(?:IN\s+)?(?:\d+\s+)?(?:DS\s+)?(\d{1,5})\s+(\d{1,3})\s+(\d{1,3})\s+\(?\s*([0-9A-Fa-f][0-9A-Fa-f\s]*)\)?\s*(?:;.*)?$/i.exec(
      line.trim(),
    );
  if (!match) {
    return undefined;
  }
  const [, keyTag, algorithm, digestType, digest] = match;
  return {
    keyTag: Number(keyTag),
    algorithm: Number(algorithm),
    digestType: Number(digestType),
    digest: (digest ?? "").replace(/\s+/g, "").toUpperCase(),
  };
}
