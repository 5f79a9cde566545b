import { orderLines, orders } from "@zonepost/db";
import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { findHeldDomain } from "../../domains/index.ts";
import { hasMail } from "../../mail/index.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { type Purchase, purchaseOf, type Subject } from "./policy.ts";

export type SubjectName = { workspaceId: string; kind: Subject["kind"]; name: string };

/** Its purchases, of which an order's own can be chosen. */
export type BoughtSubject = Omit<Subject, "purchases"> & { purchases: (Purchase & { orderId: string })[] };

const mailKind = "mail_plan";
const otherKinds = [mailKind, "settlement"] as const;

/** What the lines of an order are for, each once. */
export function subjectsOf(lines: readonly OrderLineRow[]): SubjectName[] {
  const found = lines
    .filter(({ kind }) => kind !== "settlement")
    .map(({ workspaceId, kind, domainName }) => ({
      workspaceId,
      kind: kind === mailKind ? ("mail" as const) : ("domain" as const),
      name: domainName,
    }));
  return [...new Map(found.map((subject) => [`${subject.kind} ${subject.name}`, subject])).values()];
}

/** With all purchases of the workspace for it. */
export async function readSubject(
  db: Queryable,
  { workspaceId, kind, name }: SubjectName,
  now: Date,
): Promise<BoughtSubject> {
  const rows = await db
    .select({ line: orderLines, order: orders })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.workspaceId, workspaceId),
        eq(orderLines.domainName, name),
        kind === "mail" ? eq(orderLines.kind, mailKind) : notInArray(orderLines.kind, [...otherKinds]),
        inArray(orderLines.state, ["completed", "refunded"]),
      ),
    );
  const purchases = rows.flatMap(({ line, order }) => {
    const purchase = purchaseOf(line, order);
    return purchase ? [{ ...purchase, orderId: order.id }] : [];
  });
  return {
    kind,
    heldSince: await readHeldSince(db, { workspaceId, kind, name }, now),
    purchases,
  };
}

/** Mail keeps its row when its domain leaves and returns, so any purchase of the workspace is for it. */
async function readHeldSince(
  db: Queryable,
  { workspaceId, kind, name }: SubjectName,
  now: Date,
): Promise<Date | null> {
  if (kind === "mail") {
    return (await hasMail(db, { workspaceId, domainName: name }, now)) ? new Date(0) : null;
  }
  return (await findHeldDomain(db, { workspaceId, name }))?.createdAt ?? null;
}
