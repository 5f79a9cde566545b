import { z } from "zod";
import { timestamp, warning } from "../primitives.ts";
import { dsRecord, dsRecordInput, dsRecordLimit, dsRecordQuery, dsRecordSelector } from "./ds-record.ts";

export * from "./ds-record.ts";

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
