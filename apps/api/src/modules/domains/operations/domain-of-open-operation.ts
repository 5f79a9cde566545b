import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { operationFinished } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { OperationRow } from "../model/operations.ts";

export async function domainOfOpen(
  ctx: WorkspaceCtx,
  operation: Pick<OperationRow, "domainId" | "finishedAt">,
): Promise<DomainRow> {
  if (operation.finishedAt !== null) {
    throw operationFinished();
  }
  const [domain] = operation.domainId
    ? await ctx.db.select().from(domains).where(eq(domains.id, operation.domainId))
    : [];
  if (!domain) {
    throw notFound();
  }
  return domain;
}
