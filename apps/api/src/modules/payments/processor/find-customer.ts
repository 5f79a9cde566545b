import { paymentCustomers } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** The id of a workspace's customer at the processor. */
export async function findCustomerId(db: Queryable, workspaceId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ processorId: paymentCustomers.processorId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.workspaceId, workspaceId));
  return row?.processorId;
}

/** Undefined for a customer of another installation that shares the account at the processor. */
export async function findWorkspaceOfCustomer(
  db: Queryable,
  processorId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ workspaceId: paymentCustomers.workspaceId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.processorId, processorId));
  return row?.workspaceId;
}
