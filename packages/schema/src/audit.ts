import { z } from "zod";
import { pageQuery, timestamp, typeId } from "./primitives.ts";

export const auditEntry = z
  .object({
    id: typeId("aud", "Id of the entry"),
    occurredAt: timestamp,
    action: z.string().meta({ description: "`<resource>.<verb>`", examples: ["dnssec.ds_published"] }),
    actor: z.object({
      kind: z.enum(["user", "api_key", "system", "registry"]),
      id: z.string().nullable(),
      name: z.string(),
    }),
    target: z.string().meta({ description: "What was acted on" }),
    details: z.record(z.string(), z.unknown()),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

const auditFilter = {
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_]+(\.[a-z_]+)?$/, "must be an action such as dnssec.ds_published, or its first part")
    .optional()
    .meta({ description: "An action, or its first part for all of the kind", examples: ["api_key"] }),
  actor: z.string().max(254).optional().meta({ description: "Id or name of who acted" }),
  target: z.string().max(254).optional().meta({ description: "What was acted on" }),
  from: timestamp.optional().meta({ description: "Not before" }),
  until: timestamp.optional().meta({ description: "Before" }),
};

export const auditExportQuery = z.strictObject(auditFilter);
export type AuditExportQuery = z.infer<typeof auditExportQuery>;
export const auditQuery = z.strictObject({ ...auditFilter, ...pageQuery.shape });
export type AuditQuery = z.infer<typeof auditQuery>;

/** How many entries a list has that is asked for without a limit, and an export at most. */
export const auditEntriesListed = 200;
export const auditEntriesExported = 100_000;
