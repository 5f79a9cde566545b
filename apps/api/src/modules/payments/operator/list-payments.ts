import { payments } from "@zonepost/db";
import type { OperatorPayment, OperatorPaymentQuery } from "@zonepost/schema";
import { and, desc, eq, lt, type SQL } from "drizzle-orm";
import type { OperatorCtx, Queryable } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { readWorkspaceNames } from "../../accounts/index.ts";
import { type PaymentRow, paymentOfRow } from "../model/payment-row.ts";
import { isInNeed, type Needs, needColumns, needsOf } from "./read-needs.ts";

/** Without a page, at most this many: the list covers every workspace. */
export const operatorPaymentsListed = 200;

type Found = Needs & { row: PaymentRow; workspaceName: string };

/** The payments of all workspaces, newest first. */
export function listPaymentsForOperator(
  { db }: OperatorCtx,
  query: OperatorPaymentQuery,
): Promise<OperationResult<OperatorPayment[]>> {
  const before = rowAtPlace("pay", query);
  return listOrPage(query, {
    read: (limit) => readPayments(db, query, before, limit ?? operatorPaymentsListed),
    placeOf: ({ row }) => publicId("pay", row.id),
    present: operatorPaymentOf,
  });
}

/** Any other id gets the same 404. */
export async function getPaymentForOperator(
  db: Queryable,
  id: string,
): Promise<{ payment: PaymentRow; shown: OperatorPayment }> {
  const uuid = rowId("pay", id);
  const [found] = uuid ? await select(db, eq(payments.id, uuid), 1) : [];
  if (!found) {
    throw notFound();
  }
  return { payment: found.row, shown: operatorPaymentOf(found) };
}

async function readPayments(
  db: Queryable,
  { status, workspace, needs }: OperatorPaymentQuery,
  before: string | undefined,
  limit: number,
): Promise<Found[]> {
  const workspaceId = workspace === undefined ? undefined : rowId("wsp", workspace);
  if (workspace !== undefined && workspaceId === undefined) {
    return [];
  }
  return select(
    db,
    and(
      status && eq(payments.status, status),
      workspaceId ? eq(payments.workspaceId, workspaceId) : undefined,
      needs && isInNeed(needs),
      before === undefined ? undefined : lt(payments.id, before),
    ),
    limit,
  );
}

async function select(db: Queryable, where: SQL | undefined, limit: number): Promise<Found[]> {
  const rows = await db
    .select({ row: payments, ...needColumns })
    .from(payments)
    .where(where)
    .orderBy(desc(payments.id))
    .limit(limit);
  const names = await readWorkspaceNames(
    db,
    rows.map(({ row }) => row.workspaceId),
  );
  return rows.map(({ row, ...columns }) => ({
    row,
    ...needsOf(columns),
    workspaceName: names.get(row.workspaceId) ?? "",
  }));
}

const operatorPaymentOf = ({ row, workspaceName, needs, evidenceDueAt }: Found): OperatorPayment => ({
  ...paymentOfRow(row),
  workspace: { id: publicId("wsp", row.workspaceId), name: workspaceName },
  needs,
  evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
});
