import { domainIntents, domainOperations, registryRenewals, type Transaction } from "@zonepost/db";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { newId } from "../../../kernel/ids.ts";
import { postRegistryAccrual } from "../../payments/index.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { Cost, LineCharge, LinkedModulePorts } from "../ports.ts";
import { costOfRenewal, type Departure, isReturned, type RegistryCharge } from "../rules/registry-refunds.ts";
import type { TldRules } from "../tlds/tld-rules.ts";

type Charged = Pick<DomainRow, "id" | "workspaceId" | "name">;

/** The registry has renewed a domain at its date, which waits for a payment from now on. */
export async function accrueOwnRenewal(
  tx: Transaction,
  domain: Charged & Pick<DomainRow, "registryExpiresAt">,
  cost: Cost,
  now: Date,
): Promise<void> {
  const renewal = {
    id: newId(),
    domainId: domain.id,
    renewedFrom: domain.registryExpiresAt,
    ...cost,
    createdAt: now,
  };
  const [stored] = await tx.insert(registryRenewals).values(renewal).onConflictDoNothing().returning();
  if (stored) {
    await postAccrual(tx, domain, stored, "accrued", now);
  }
}

/** What a finished operation has cost. A renewal pays for those that the registry made itself, oldest first. */
export async function chargeOf(
  tx: Transaction,
  domain: Charged,
  operation: Pick<typeof domainOperations.$inferSelect, "kind" | "years" | "orderLineId">,
  quoted: Cost | null,
  now: Date,
): Promise<Pick<LineCharge, "cost" | "accruedCents">> {
  const years = operation.years ?? 0;
  if (operation.kind !== "renewal" || years === 0) {
    return { cost: quoted };
  }
  const isWaiting = and(eq(registryRenewals.domainId, domain.id), isNull(registryRenewals.outcome));
  const paid = await tx
    .select()
    .from(registryRenewals)
    .where(isWaiting)
    .orderBy(asc(registryRenewals.renewedFrom))
    .limit(years);
  if (paid.length === 0) {
    return { cost: quoted };
  }
  const { orderLineId } = operation;
  await endRenewals(tx, paid, { outcome: "paid", orderLineId });
  if (orderLineId === null || quoted === null) {
    for (const renewal of paid) {
      await postAccrual(tx, domain, renewal, "lost", now);
    }
    return { cost: quoted };
  }
  const ownCents = paid.reduce((sum, { costCents }) => sum + costCents, 0);
  const cost = costOfRenewal(quoted, { years, ownYears: paid.length, ownCents });
  return { cost, accruedCents: ownCents };
}

/** Books what the registry returns when a domain leaves, and ends what still waits for a payment. */
export async function settleCharges(
  tx: Transaction,
  { domainOrders }: LinkedModulePorts,
  domain: Charged,
  { rules, ...departure }: Departure & { rules: TldRules },
  now: Date,
): Promise<void> {
  const renewals = await tx.select().from(registryRenewals).where(eq(registryRenewals.domainId, domain.id));
  for (const renewal of renewals) {
    const charge = { kind: "own_renewal", chargedAt: renewal.renewedFrom } as const;
    const outcome = isReturned(charge, departure, rules) ? "returned" : "lost";
    if (renewal.outcome === null) {
      await endRenewals(tx, [renewal], { outcome });
      await postAccrual(tx, domain, renewal, outcome, now);
    } else if (renewal.outcome === "paid" && outcome === "returned") {
      await endRenewals(tx, [renewal], { outcome });
      const { id: chargeId, orderLineId, costCents, currency } = renewal;
      if (orderLineId) {
        const cost = { costCents, currency };
        await domainOrders.whenCostIsReturned(tx, { orderLineId, chargeId, cost }, now);
      }
    }
  }
  for (const { orderLineId, cost, ...charge } of await readLineCharges(tx, domain, renewals)) {
    if (isReturned(charge, departure, rules)) {
      await domainOrders.whenCostIsReturned(tx, { orderLineId, cost }, now);
    }
  }
}

const kinds = {
  registration: "registration",
  renewal: "renewal",
  transfer_in: "transfer",
  restore: "renewal",
} as const satisfies Partial<Record<string, RegistryCharge["kind"]>>;
type ChargedKind = keyof typeof kinds;

/** Of commands that order lines paid for. Of a restore, its year: no registry returns the fee. */
async function readLineCharges(
  tx: Transaction,
  domain: Charged,
  renewals: readonly StoredRenewal[],
): Promise<(RegistryCharge & { orderLineId: string; cost: Cost })[]> {
  const rows = await tx
    .select({ operation: domainOperations, change: domainIntents.change })
    .from(domainOperations)
    .leftJoin(
      domainIntents,
      and(eq(domainIntents.operationId, domainOperations.id), eq(domainIntents.kind, "restore")),
    )
    .where(
      and(
        eq(domainOperations.domainId, domain.id),
        eq(domainOperations.state, "succeeded"),
        inArray(domainOperations.kind, Object.keys(kinds) as ChargedKind[]),
      ),
    );
  const charges = rows.flatMap(({ operation, change }) => {
    const { orderLineId, finishedAt, costCents, costCurrency: currency } = operation;
    if (orderLineId === null || finishedAt === null || costCents === null || currency === null) {
      return [];
    }
    const kind = kinds[operation.kind as ChargedKind];
    const charge = { kind, chargedAt: finishedAt, orderLineId };
    if (operation.kind === "restore") {
      const year = change?.kind === "restore" ? change.year : null;
      const yearCents = (year?.priceCents ?? 0) * (operation.years ?? 0);
      return [{ ...charge, cost: { costCents: yearCents, currency } }];
    }
    const years = operation.years ?? 0;
    const ownYears =
      operation.kind === "renewal"
        ? renewals.filter((renewal) => renewal.orderLineId === orderLineId).length
        : 0;
    const quoted = { costCents, currency };
    const cost = ownYears > 0 ? costOfRenewal(quoted, { years, ownYears, ownCents: 0 }) : quoted;
    return [{ ...charge, cost }];
  });
  return charges.filter(({ cost }) => cost.costCents > 0);
}

type StoredRenewal = typeof registryRenewals.$inferSelect;

async function endRenewals(
  tx: Transaction,
  renewals: readonly Pick<StoredRenewal, "id">[],
  end: Partial<Pick<StoredRenewal, "outcome" | "orderLineId">>,
): Promise<void> {
  const ids = renewals.map(({ id }) => id);
  await tx.update(registryRenewals).set(end).where(inArray(registryRenewals.id, ids));
}

const postAccrual = (
  tx: Transaction,
  { workspaceId, name: domainName }: Charged,
  { id: renewalId, costCents, currency }: StoredRenewal,
  movement: Parameters<typeof postRegistryAccrual>[1]["movement"],
  now: Date,
): Promise<void> =>
  postRegistryAccrual(tx, { workspaceId, domainName, renewalId, costCents, currency, movement }, now);
