import { domainOperations } from "@zonepost/db";
import type { DomainOperation, DomainOperationsQuery, PageQuery } from "@zonepost/schema";
import { and, desc, eq, lt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight, seesDomain } from "../../../kernel/rights.ts";
import { seenBy } from "../../../kernel/seen-by.ts";
import { type OperationRow, operationOfRow } from "../model/operations.ts";

const listLimit = 200;

export async function listDomainOperations(
  ctx: WorkspaceCtx,
  query: DomainOperationsQuery & PageQuery,
): Promise<OperationResult<DomainOperation[]>> {
  requireRight(ctx.actor, "domains:read");
  const before = rowAtPlace("dop", query);
  return listOrPage(query, {
    read: (limit) =>
      ctx.db
        .select()
        .from(domainOperations)
        .where(
          and(
            seenBy(ctx.actor, domainOperations),
            query.name === undefined ? undefined : eq(domainOperations.domainName, query.name),
            query.state === undefined ? undefined : eq(domainOperations.state, query.state),
            before ? lt(domainOperations.id, before) : undefined,
          ),
        )
        .orderBy(desc(domainOperations.id))
        .limit(limit ?? listLimit),
    placeOf: (row) => publicId("dop", row.id),
    present: operationOfRow,
  });
}

export async function getDomainOperation(ctx: WorkspaceCtx, id: string): Promise<DomainOperation> {
  requireRight(ctx.actor, "domains:read");
  return operationOfRow(await getOwnOperation(ctx, id));
}

export async function getOwnOperation(ctx: WorkspaceCtx, id: string): Promise<OperationRow> {
  const operationId = rowId("dop", id);
  if (!operationId) {
    throw notFound();
  }
  const [row] = await ctx.db
    .select()
    .from(domainOperations)
    .where(
      and(eq(domainOperations.id, operationId), eq(domainOperations.workspaceId, ctx.actor.workspaceId)),
    );
  if (!row || !seesDomain(ctx.actor, row.domainName)) {
    throw notFound();
  }
  return row;
}
