import { mailDomains } from "@zonepost/db";
import { and, eq, inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { isCurrent, isNotErasedAt } from "../model/mail-domain-row.ts";

/** Those of the names for which the workspace has mail, active or not. */
export async function findNamesWithMail(
  { db, actor, clock }: WorkspaceCtx,
  names: string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) {
    return new Set();
  }
  const rows = await db
    .select({ name: mailDomains.domainName })
    .from(mailDomains)
    .where(
      and(
        eq(mailDomains.workspaceId, actor.workspaceId),
        inArray(mailDomains.domainName, names),
        isCurrent,
        isNotErasedAt(await clock.now()),
      ),
    );
  return new Set(rows.map(({ name }) => name));
}
