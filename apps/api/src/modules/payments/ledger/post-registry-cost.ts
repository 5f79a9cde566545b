import type { Transaction } from "@zonepost/db";
import { entriesOfAccrual, entriesOfRegistryCost } from "./ledger-policy.ts";
import { type LedgerTransaction, postLedger } from "./post-ledger.ts";

type RegistryCost = Pick<LedgerTransaction, "workspaceId" | "orderId" | "paymentId" | "currency"> & {
  /** The order line, or the registry's own renewal: each is charged once and returned once. */
  chargeId: string;
  domainName: string;
  costCents: number;
  /** Of the cost, what an own renewal of the registry was charged before. */
  accruedCents?: number;
  movement: "charged" | "returned";
};

/** What an order line has cost at a registry. Left out of the workspace's export. */
export const postRegistryCost = (
  tx: Transaction,
  { chargeId, domainName, costCents, accruedCents, movement, ...shared }: RegistryCost,
  now: Date,
): Promise<void> =>
  postLedger(
    tx,
    {
      ...shared,
      cause: `registry_cost_${movement}:${chargeId}`,
      description: `Registry cost of ${domainName} ${movement}`,
      entries:
        movement === "charged"
          ? entriesOfRegistryCost(costCents, accruedCents)
          : entriesOfRegistryCost(-costCents),
    },
    now,
  );

type Accrual = Pick<LedgerTransaction, "workspaceId" | "currency"> & {
  renewalId: string;
  domainName: string;
  costCents: number;
  movement: Parameters<typeof entriesOfAccrual>[0];
};

const accrualDescriptions = {
  accrued: (name: string) => `${name} renewed by its registry, unpaid`,
  returned: (name: string) => `Unpaid renewal of ${name} returned by its registry`,
  lost: (name: string) => `Unpaid renewal of ${name} kept by its registry`,
};

/** A registry's own renewal that no order has paid for. Left out of the workspace's export. */
export const postRegistryAccrual = (
  tx: Transaction,
  { renewalId, domainName, costCents, movement, ...shared }: Accrual,
  now: Date,
): Promise<void> =>
  postLedger(
    tx,
    {
      ...shared,
      orderId: null,
      paymentId: null,
      cause: `registry_accrual_${movement}:${renewalId}`,
      description: accrualDescriptions[movement](domainName),
      entries: entriesOfAccrual(movement, costCents),
    },
    now,
  );
