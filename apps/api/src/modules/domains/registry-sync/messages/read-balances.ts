import { registryBalances } from "@zonepost/db";
import type { Queryable } from "../../../../kernel/ctx.ts";
import { formatMoney } from "../../rules/price.ts";

export type KnownBalance = { registrar: string; amount: string; isLow: boolean; knownAt: Date };

/** What the registries last reported about our accounts. */
export async function readBalances(db: Queryable): Promise<KnownBalance[]> {
  const rows = await db.select().from(registryBalances);
  return rows.map(({ registrar, balanceCents: priceCents, currency, isLow, knownAt }) => ({
    registrar,
    amount: formatMoney({ priceCents, currency }),
    isLow,
    knownAt,
  }));
}
