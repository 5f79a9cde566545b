import { ledgerEntries, type Transaction } from "@zonepost/db";
import { and, eq, like, or } from "drizzle-orm";
import { entriesOfGift } from "./ledger-policy.ts";
import { type LedgerTransaction, postLedger } from "./post-ledger.ts";

type Given = Pick<LedgerTransaction, "workspaceId" | "orderId" | "paymentId"> & {
  lineId: string;
  domainName: string;
};

/**
 * Posts what the registry has charged for a line whose price was refunded, and hasn't returned, once. Left out of the
 * workspace's export.
 */
export async function postGivenAway(
  tx: Transaction,
  { lineId, domainName, workspaceId, orderId, paymentId }: Given,
  now: Date,
): Promise<void> {
  const isOfLine = or(
    eq(ledgerEntries.cause, `registry_cost_charged:${lineId}`),
    like(ledgerEntries.cause, `registry_cost_returned:${lineId}%`),
  );
  const costs = await tx
    .select()
    .from(ledgerEntries)
    .where(and(isOfLine, eq(ledgerEntries.account, "registry_costs")));
  const costCents = costs.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const [cost] = costs;
  if (cost && costCents > 0) {
    const cause = `given_away:${lineId}`;
    const description = `Registry cost of ${domainName} given away`;
    const shared = { workspaceId, orderId, paymentId, currency: cost.currency };
    await postLedger(tx, { ...shared, cause, description, entries: entriesOfGift(costCents) }, now);
  }
}

type Returned = Given & Pick<LedgerTransaction, "currency"> & { chargeId: string; costCents: number };

/** The registry has returned a cost. If its line had been given away, that has cost nothing after all. */
export async function postGivenAwayReturned(
  tx: Transaction,
  { lineId, chargeId, domainName, costCents, workspaceId, orderId, paymentId, currency }: Returned,
  now: Date,
): Promise<void> {
  const isGivenAway = eq(ledgerEntries.cause, `given_away:${lineId}`);
  if ((await tx.$count(ledgerEntries, isGivenAway)) > 0) {
    const cause = `given_away_returned:${chargeId}`;
    const description = `Registry cost of ${domainName}, given away, returned`;
    const shared = { workspaceId, orderId, paymentId, currency };
    await postLedger(tx, { ...shared, cause, description, entries: entriesOfGift(-costCents) }, now);
  }
}
