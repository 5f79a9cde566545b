import { domains } from "@zonepost/db";
import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Domains that are, or are about to be, the workspace's, with auto-renew on. */
export const countAutoRenewing = (db: Queryable, workspaceId: string): Promise<number> =>
  db.$count(
    domains,
    and(
      eq(domains.workspaceId, workspaceId),
      domains.autoRenew,
      inArray(domains.status, ["pending", "active", "expired", "pending_transfer"]),
    ),
  );
