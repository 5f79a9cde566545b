import { domainIntents, domainOperations } from "@zonepost/db";
import type { DomainOperationKind } from "@zonepost/schema";
import { and, eq, exists, isNull } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts } from "../ports.ts";
import { readOpenIntents } from "../registry-sync/intents/read-open-intents.ts";
import { resumeIntent } from "../registry-sync/resume-intent.ts";

/**
 * Resumes an operation whose process died before the registry responded. Returns false if the domain has none of this
 * kind.
 */
export async function resumeOperation(
  ctx: Ctx & DomainPorts,
  row: DomainRow,
  kind: DomainOperationKind,
): Promise<boolean> {
  const isOfOperation = exists(
    ctx.db
      .select({ id: domainOperations.id })
      .from(domainOperations)
      .where(
        and(
          eq(domainOperations.id, domainIntents.operationId),
          eq(domainOperations.kind, kind),
          isNull(domainOperations.finishedAt),
        ),
      ),
  );
  const [intent] = await readOpenIntents(
    ctx.db,
    and(eq(domainIntents.domainId, row.id), isOfOperation),
    ctx.clock.wallNow(),
  );
  if (!intent) {
    return false;
  }
  await resumeIntent(ctx, row, intent);
  return true;
}
