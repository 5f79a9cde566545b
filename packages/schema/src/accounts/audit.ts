import { z } from "zod";
import { withoutPastedEdges } from "../pasted.ts";
import { pageQuery, timestamp, timestampInput, typeId } from "../primitives.ts";

export const auditEntry = z
  .object({
    id: typeId("aud", "ID of the entry"),
    occurredAt: timestamp,
    action: z.string().meta({ description: "`<resource>.<verb>`", examples: ["dnssec.ds_published"] }),
    actor: z.object({
      kind: z.enum(["user", "api_key", "system", "registry"]),
      id: z.string().nullable(),
      name: z.string(),
    }),
    target: z.string().meta({ description: "The resource acted on" }),
    details: z.record(z.string(), z.unknown()),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

const searched = z.string().overwrite(withoutPastedEdges).max(254);

const auditFilter = {
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_]+(\.[a-z_]+)?$/, "Enter an action, such as dnssec.ds_published, or its first part.")
    .optional()
    .meta({
      description: "An action, or its first part to match every action of that resource",
      examples: ["api_key"],
    }),
  actor: searched.optional().meta({ description: "The ID or name of the actor" }),
  target: searched.optional().meta({ description: "The resource acted on" }),
  from: timestampInput.optional().meta({ description: "Only entries at or after this time" }),
  until: timestampInput.optional().meta({ description: "Only entries before this time" }),
};

export const auditExportQuery = z.strictObject(auditFilter);
export type AuditExportQuery = z.infer<typeof auditExportQuery>;
export const auditQuery = z.strictObject({ ...auditFilter, ...pageQuery.shape });
export type AuditQuery = z.infer<typeof auditQuery>;

/** The default number of entries in a list, and the maximum in an export. */
export const auditEntriesListed = 200;
export const auditEntriesExported = 100_000;
