import { auditEntry, auditExportQuery, auditQuery } from "@zonepost/schema";
import { auditPage } from "@zonepost/schema/panel";
import { z } from "zod";
import { csv, csvMediaType } from "../../../kernel/http/csv.ts";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { AuditPorts } from "../ports.ts";
import { exportAuditLog } from "./export-audit-log.ts";
import { listAuditEntries, pageAuditEntries } from "./list-audit-entries.ts";

export const auditOperations = (ports: AuditPorts) =>
  named({
    listAuditEntries: operation({
      method: "GET",
      path: "/audit-log",
      tag: "Audit log",
      summary: "List audit log entries",
      right: "audit:read",
      query: auditQuery,
      output: z.array(auditEntry),
      outputDescription: "The latest 200 entries, newest first. Use `limit` to page through all of them.",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listAuditEntries(ctx, query),
    }),
    exportAuditLog: operation({
      method: "GET",
      path: "/audit-log/export",
      tag: "Audit log",
      summary: "Export the audit log",
      description:
        "Returns up to 100,000 of the latest matching entries. For longer logs, use `from` and `until`.",
      right: "audit:read",
      query: auditExportQuery,
      output: csv,
      outputDescription: "CSV with one line per entry, newest first, in UTF-8 with a byte order mark",
      successStatus: 200,
      file: { mediaType: csvMediaType, name: "audit-log.csv" },
      problems: [],
      handle: (ctx, { query }) => exportAuditLog(ctx, query),
    }),
    pageAuditEntries: panelOperation({
      right: "audit:read",
      input: auditQuery,
      output: auditPage,
      handle: (ctx, input) => pageAuditEntries({ ...ctx, ...ports }, input),
    }),
  });
