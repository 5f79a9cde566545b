import { z } from "zod";
import { auditEntry } from "../accounts/audit.ts";
import { domainName } from "../domains/domain-name.ts";
import { line } from "../lines.ts";
import { pageQuery, timestamp, warning } from "../primitives.ts";
import { recordSetLimit, zoneBases, zoneChangeLimit } from "./limits.ts";
import { desiredRecordSet, recordChange, recordSet } from "./records.ts";
import { zonePublication } from "./zones.ts";

const message = line(200).optional().meta({ description: "Why, for the list of versions" });
const dryRun = z
  .boolean()
  .optional()
  .meta({ description: "If true, nothing is changed, and the response is a preview" });

const content = recordSet.pick({ ttl: true, values: true, comment: true, tags: true, managedBy: true });
export const recordDifference = z
  .object({
    name: z.string(),
    type: z.string(),
    before: content.nullable().meta({ description: "Null if there was no such record set" }),
    after: content.nullable().meta({ description: "Null if it is deleted" }),
  })
  .meta({ id: "RecordDifference" });
export type RecordDifference = z.infer<typeof recordDifference>;

const recordWarning = warning.extend({ name: z.string(), type: z.string() }).meta({ id: "RecordWarning" });
export type RecordWarning = z.infer<typeof recordWarning>;

export const zoneChangesInput = z
  .strictObject({
    changes: z
      .array(recordChange)
      .min(1, "Send at least one change.")
      .max(zoneChangeLimit, `Send at most ${zoneChangeLimit} changes.`),
    message,
    dryRun,
  })
  .meta({ id: "ZoneChangesInput" });
export type ZoneChangesInput = z.infer<typeof zoneChangesInput>;

/** The whole desired state of a zone. */
export const zoneRecordsInput = z
  .strictObject({
    records: z
      .array(desiredRecordSet)
      .max(recordSetLimit, `A zone has at most ${recordSetLimit} record sets.`),
    allowRemovals: z.int().min(0).optional().meta({
      description: "The most record sets to remove, for a change that removes over 30% of ten or more",
    }),
    message,
    dryRun,
  })
  .meta({ id: "ZoneRecordsInput" });
export type ZoneRecordsInput = z.infer<typeof zoneRecordsInput>;

export const zoneImportInput = z
  .strictObject({
    zoneFile: z.string().max(1_000_000, "The zone file is too large."),
    mode: z.enum(["merge", "replace"]).meta({
      description:
        "`merge` sets the file's record sets and leaves all others. `replace` also deletes the others, except managed ones.",
    }),
    message,
    dryRun,
  })
  .meta({ id: "ZoneImportInput" });
export type ZoneImportInput = z.infer<typeof zoneImportInput>;

const changeSummary = z.object({
  set: z.int().meta({ description: "Record sets that were added or changed" }),
  deleted: z.int(),
});

export const zoneChangePreview = z
  .object({
    dryRun: z.literal(true),
    previousVersion: z.int().meta({ description: "The version that the change applies to" }),
    diff: z.array(recordDifference),
    warnings: z.array(recordWarning),
  })
  .meta({ id: "ZoneChangePreview" });
export type ZoneChangePreview = z.infer<typeof zoneChangePreview>;

export const zoneChangeResult = z
  .object({
    version: z.int().meta({ description: "`previousVersion`, if nothing had to be changed" }),
    previousVersion: z.int(),
    serial: z.int().meta({
      description: "The serial of the SOA record with this version. Signing can raise it.",
    }),
    diff: z.array(recordDifference),
    warnings: z.array(recordWarning),
    publication: zonePublication,
  })
  .meta({ id: "ZoneChangeResult" });
export type ZoneChangeResult = z.infer<typeof zoneChangeResult>;

const skippedRecord = z.object({ line: z.int(), reason: z.string() }).meta({ id: "SkippedRecord" });
const skipped = z.array(skippedRecord).meta({
  description: "Records that a zone file can't set here: SOA, nameservers of the zone itself, DNSSEC",
});
export const zoneImportPreview = zoneChangePreview.extend({ skipped }).meta({ id: "ZoneImportPreview" });
export type ZoneImportPreview = z.infer<typeof zoneImportPreview>;
export const zoneImportResult = zoneChangeResult.extend({ skipped }).meta({ id: "ZoneImportResult" });
export type ZoneImportResult = z.infer<typeof zoneImportResult>;

export const zoneVersion = z
  .object({
    version: z.int(),
    serial: z.int(),
    message: z.string().nullable(),
    actor: auditEntry.shape.actor,
    createdAt: timestamp,
    summary: changeSummary,
    restoredVersion: z.int().nullable().meta({ description: "The version whose content it restored" }),
  })
  .meta({ id: "ZoneVersion" });
export type ZoneVersion = z.infer<typeof zoneVersion>;

export const zoneVersionDetails = zoneVersion
  .extend({
    records: z.array(recordSet.omit({ updatedAt: true })),
    diff: z.array(recordDifference).meta({ description: "Against the version before" }),
  })
  .meta({ id: "ZoneVersionDetails" });
export type ZoneVersionDetails = z.infer<typeof zoneVersionDetails>;

export const zoneVersionsQuery = pageQuery;
export const zoneVersionParameters = z.strictObject({
  zoneName: domainName,
  version: z.coerce.number().int().min(1).max(2_147_483_647),
});
export const zoneRestoreInput = z.strictObject({ message, dryRun }).meta({ id: "ZoneRestoreInput" });
export type ZoneRestoreInput = z.infer<typeof zoneRestoreInput>;

export const zoneCreationPreview = z
  .object({
    dryRun: z.literal(true),
    name: z.string(),
    basis: z.enum(zoneBases),
    nameservers: z.array(z.string()),
    diff: z.array(recordDifference),
    warnings: z.array(recordWarning),
    skipped,
  })
  .meta({ id: "ZoneCreationPreview" });
export type ZoneCreationPreview = z.infer<typeof zoneCreationPreview>;
