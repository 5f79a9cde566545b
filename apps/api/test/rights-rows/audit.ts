import type { Rows } from "./row.ts";

export const auditRows: Rows = {
  rest: {
    listAuditEntries: { success: 200 },
    exportAuditLog: { success: 200 },
  },
  trpc: {
    "audit.list": { right: "audit:read", success: 200 },
  },
};
