import { z } from "zod";
import { timestamp, warning } from "./primitives.ts";
import { dnssecAlgorithms, dsDigestTypes } from "./vocabulary.ts";

export { dnssecAlgorithms, dsDigestTypes } from "./vocabulary.ts";

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
  .transform((value) => value.replace(/\s+/g, "").toUpperCase())
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

/**
 * Whether to check the domain's nameservers before a change. `enforce` refuses a change that would break the zone.
 * `warn` makes it and returns `warnings`. Omitted: no check.
 */
export const preflightMode = z.enum(["enforce", "warn"]).meta({
  description:
    "Checks the domain's nameservers first. `enforce` refuses a change that would break the zone; `warn` makes it and returns `warnings`.",
});
export type PreflightMode = z.infer<typeof preflightMode>;
export const preflightQuery = z.strictObject({ preflight: preflightMode.optional() });
export const dsRecordRemovalQuery = dsRecordQuery.extend(preflightQuery.shape);

/** The same for callers that already have numbers. */
export const dsRecordSelector = z.strictObject({
  keyTag: uint16,
  algorithm: uint8,
  digestType: uint8,
  digest: digestText,
});

export const dnssecState = z
  .object({ enabled: z.boolean(), dsRecords: z.array(dsRecord) })
  .meta({ id: "DnssecState" });
export type DnssecState = z.infer<typeof dnssecState>;

export const dnssecChangeResult = dnssecState
  .extend({
    warnings: z
      .array(warning)
      .optional()
      .meta({ description: "Records that were published but need your attention" }),
  })
  .meta({ id: "DnssecChangeResult" });
export type DnssecChangeResult = z.infer<typeof dnssecChangeResult>;

/** The maximum number of DS records of a domain: two keys with two digests each during a rollover. */
export const dsRecordLimit = 8;
const dsRecordList = z
  .array(dsRecordInput)
  .max(dsRecordLimit, `A domain can have at most ${dsRecordLimit} DS records.`);

/** The full set of DS records; an empty one turns DNSSEC off. */
export const dsRecordsInput = z.strictObject({ dsRecords: dsRecordList }).meta({ id: "DsRecordsInput" });
export type DsRecordsInput = z.infer<typeof dsRecordsInput>;

/** A change to check: records to add and remove, or a full replacement. */
export const dnssecChangeInput = z
  .strictObject({
    add: dsRecordList.optional(),
    remove: z.array(dsRecordSelector).max(dsRecordLimit).optional(),
    replace: dsRecordList.optional(),
  })
  .refine(
    ({ add, remove, replace }) => replace === undefined || (add === undefined && remove === undefined),
    "Send either `replace`, or `add` and `remove`.",
  )
  .meta({ id: "DnssecChangeInput" });
export type DnssecChangeInput = z.infer<typeof dnssecChangeInput>;

export const dnssecOutcomes = ["insecure", "validates", "breaks", "unknown"] as const;

/** Why a validating resolver would refuse a nameserver's response. */
export const dnssecBreakReasons = [
  "no_dnskey",
  "no_matching_key",
  "digest_mismatch",
  "signature_missing",
  "signature_expired",
  "signature_invalid",
  "algorithm_unsupported",
  "servers_differ",
] as const;

/** Why a nameserver could not be queried. */
export const serverAwayReasons = [
  "unresolvable",
  "timeout",
  "refused",
  "not_authoritative",
  "private_address",
  "malformed",
  "busy",
] as const;

/** One nameserver's verdict on the change. */
export const serverVerdict = z
  .object({
    nameserver: z.string(),
    outcome: z.enum(dnssecOutcomes),
    reason: z
      .enum([...dnssecBreakReasons, ...serverAwayReasons])
      .nullable()
      .meta({ description: "Why validation breaks, or why the outcome is unknown" }),
    message: z.string().meta({ description: "The same in a sentence, for people" }),
    address: z.string().nullable().meta({ description: "The address that responded" }),
    keys: z.array(
      z.object({
        keyTag: z.int(),
        algorithm: z.int(),
        isKeySigningKey: z.boolean(),
        isNamedByDs: z.boolean(),
      }),
    ),
    keyTag: z.int().nullable().meta({ description: "The key tag that validates" }),
    signatureExpiresAt: timestamp.nullable(),
  })
  .meta({ id: "DnssecServerVerdict" });
export type DnssecServerVerdict = z.infer<typeof serverVerdict>;

/** How validating resolvers would treat the domain after the change. */
export const dnssecPreflight = z
  .object({
    outcome: z.enum(dnssecOutcomes).meta({
      description:
        "`insecure`: there would be no DS record to validate with. `validates`: every nameserver that responded validates. `breaks`: at least one does not, so validating resolvers would return SERVFAIL. `unknown`: no nameserver responded.",
    }),
    before: z.enum(dnssecOutcomes).meta({ description: "The outcome for the DS records published now" }),
    dsRecords: z.array(dsRecord).meta({ description: "The DS records that the parent zone would contain" }),
    servers: z.array(serverVerdict),
  })
  .meta({ id: "DnssecPreflight" });
export type DnssecPreflight = z.infer<typeof dnssecPreflight>;

const changeOfKey = z
  .object({
    at: timestamp,
    actor: z.object({ kind: z.enum(["user", "api_key", "system", "registry"]), name: z.string() }),
  })
  .nullable();

/** The life of one DS record in the parent zone. */
export const keyTimelineEntry = z
  .object({
    dsRecord,
    published: changeOfKey.meta({
      description: "When the DS record was published. Null if that was before the recorded history.",
    }),
    removed: changeOfKey.meta({ description: "When the DS record was removed. Null while it is published." }),
  })
  .meta({ id: "KeyTimelineEntry" });
export type KeyTimelineEntry = z.infer<typeof keyTimelineEntry>;

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
