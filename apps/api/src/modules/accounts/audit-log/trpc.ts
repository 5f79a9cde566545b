import { auditQuery } from "@zonepost/schema";
import { procedure, router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";
import { pageAuditEntries } from "./list-audit-entries.ts";

export const createAuditRouter = (_ports: AccountPorts) =>
  router({
    list: procedure.input(auditQuery.default({})).query(({ ctx, input }) => pageAuditEntries(ctx, input)),
  });
