import { domains } from "@zonepost/db";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";

type DueColumn = "nextNoticeAt" | "nextRenewalAt" | "nextDeletionAt" | "nextLookAt" | "authCodeExpiresAt";

export const dueDomains = (due: DueColumn): DueRows => ({
  table: domains,
  id: domains.id,
  workspaceId: domains.workspaceId,
  dueAt: domains[due],
});
