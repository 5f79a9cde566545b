import { registryAccounts } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { entriesOfDeposit } from "./ledger-policy.ts";
import { postLedger } from "./post-ledger.ts";

/**
 * Money that the operator paid to a registry; negative if it came back, or to correct an earlier one. Returns its currency,
 * or null for a registry whose balance hasn't been compared yet: its account begins with what it holds then.
 */
export async function recordRegistryDeposit(
  { db, clock }: Pick<Ctx, "db" | "clock">,
  { registrar, amountCents }: { registrar: string; amountCents: number },
): Promise<string | null> {
  const now = await clock.now();
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({ currency: registryAccounts.currency })
      .from(registryAccounts)
      .where(eq(registryAccounts.registrar, registrar));
    if (!account) {
      return null;
    }
    const { currency } = account;
    const posted = {
      cause: `registry_deposit:${newId()}`,
      workspaceId: null,
      orderId: null,
      paymentId: null,
      description: `Deposit at the registry ${registrar}`,
      entries: entriesOfDeposit(amountCents),
      currency,
    };
    await postLedger(tx, posted, now);
    return currency;
  });
}
