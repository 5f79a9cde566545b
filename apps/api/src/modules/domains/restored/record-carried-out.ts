import { domains, type StoredActor, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { isHeld } from "../model/get-own-domain.ts";
import { registrarOf } from "../model/registrar.ts";
import { type Cost, type DomainPorts, RegistrarError } from "../ports.ts";
import { insertOperation } from "../registry-sync/begin-operation.ts";
import { quoteName } from "../search/quote.ts";

/** An order line that its registry has carried out since the backup of a restored database. */
type CarriedOut = {
  orderLineId: string;
  workspaceId: string;
  domainName: string;
  kind: "registration" | "transfer_in";
  years: number | null;
  priceCents: number;
  currency: string;
  actor: StoredActor;
};
type Quoted = CarriedOut & { domainId: string; cost: Cost | null };

/** With what the registry charges for it today: nothing tells what it charged the original. */
export async function quoteCarriedOut(ctx: Ctx & DomainPorts, line: CarriedOut): Promise<Quoted> {
  const { workspaceId, domainName, kind } = line;
  const [row] = await ctx.db
    .select()
    .from(domains)
    .where(and(eq(domains.workspaceId, workspaceId), eq(domains.name, domainName), isHeld));
  if (!row) {
    throw new Error(`${domainName} was taken over, but isn't there`);
  }
  const registrar = registrarOf(ctx, row);
  const years = kind === "transfer_in" ? ctx.registrars.rulesOf(row.tld).transferAddsYears : line.years;
  const readCost = async (): Promise<Cost | null> => {
    const { transfer, register } = await quoteName(ctx, registrar, domainName);
    if (kind === "transfer_in") {
      return transfer?.cost ?? null;
    }
    return years === null || years === 1
      ? (register?.cost ?? null)
      : await registrar.costOfRegistration(domainName, years);
  };
  const cost = await readCost().catch((error: unknown) => {
    if (error instanceof RegistrarError && error.reason === "no_price") {
      return null;
    }
    throw error;
  });
  return { ...line, domainId: row.id, years, cost };
}

/** Stores its operation, which a refund and the registry's grace period refer to. Undefined if the line has one. */
export const recordCarriedOut = (
  tx: Transaction,
  ctx: Pick<Ctx, "requestId">,
  { workspaceId, domainId, domainName, ...operation }: Quoted,
  now: Date,
): Promise<string | undefined> =>
  insertOperation(
    tx,
    ctx,
    { id: domainId, workspaceId, name: domainName },
    { ...operation, state: "succeeded", finishedAt: now },
    now,
  );
