import { type Transaction, webhookEndpoints } from "@zonepost/db";
import { eq } from "drizzle-orm";

/** Ends all deliveries of a workspace that is erased: workers skip those whose endpoint is gone. */
export async function deleteEndpointsOf(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.workspaceId, workspaceId));
}
