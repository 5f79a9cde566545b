import { paymentCustomers } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { IdAtProcessor } from "../ports.ts";

/** The id of a workspace's customer at a processor. */
export async function findCustomerId(
  db: Queryable,
  { workspaceId, processor }: { workspaceId: string; processor: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ processorId: paymentCustomers.processorId })
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.workspaceId, workspaceId), eq(paymentCustomers.processor, processor)));
  return row?.processorId;
}

/** Undefined for a customer of another installation that shares the account at the processor. */
export async function findWorkspaceOfCustomer(
  db: Queryable,
  { processor, id }: IdAtProcessor,
): Promise<string | undefined> {
  const [row] = await db
    .select({ workspaceId: paymentCustomers.workspaceId })
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.processorId, id), eq(paymentCustomers.processor, processor)));
  return row?.workspaceId;
}
