import { domainIntents, domains, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { findOpenOperation } from "../model/operations.ts";
import type { Situation } from "./decisions/decision.ts";
import { readOpenIntents } from "./intents/read-open-intents.ts";

type Locked = Pick<Situation, "row" | "intents" | "openOperation">;

/** Locks a domain's row and reads its open intents and operation. Undefined if there is no such row. */
export async function lockSituation(
  tx: Transaction,
  domainId: string,
  wallNow: Date,
  ownIntentIds: readonly string[] = [],
): Promise<Locked | undefined> {
  const [row] = await tx.select().from(domains).where(eq(domains.id, domainId)).for("update");
  if (!row) {
    return undefined;
  }
  const [intents, openOperation] = await Promise.all([
    readOpenIntents(tx, eq(domainIntents.domainId, row.id), wallNow, ownIntentIds),
    findOpenOperation(tx, row),
  ]);
  return { row, intents, openOperation: openOperation ?? null };
}
