import { type EppClient, type EppReply, type FeeCharged, namespaces, toMinorUnits } from "@zonepost/epp";
import type { Balance } from "../../modules/domains/ports.ts";
import { RegistrarError } from "../../modules/domains/ports.ts";

/** Passes on the balance that a registry sends with a change, before the caller gets the reply. */
export function withBalances(
  client: EppClient,
  currency: string,
  onBalance: (balance: Balance) => Promise<void>,
): EppClient {
  const watched = async <Data extends { fee?: FeeCharged } | undefined>(call: Promise<EppReply<Data>>) => {
    const reply = await call;
    const balance = spendable(reply.data?.fee, currency);
    if (balance) {
      await onBalance(balance);
    }
    return reply;
  };
  return {
    ...client,
    domainCreate: (...args) => watched(client.domainCreate(...args)),
    domainRenew: (...args) => watched(client.domainRenew(...args)),
    domainUpdate: (...args) => watched(client.domainUpdate(...args)),
    domainDelete: (...args) => watched(client.domainDelete(...args)),
    domainRestore: (...args) => watched(client.domainRestore(...args)),
    domainTransfer: (...args) => watched(client.domainTransfer(...args)),
  };
}

/**
 * What the account can still spend: the balance plus the credit that the registry extends (RFC 8748 sections 3.5 and
 * 3.6). Undefined if the registry sends no balance, or one that can't be read, since the change itself succeeded.
 */
export function spendable(charged: FeeCharged | undefined, currency: string): Balance | undefined {
  const balanceCents = centsOf(charged?.balance);
  const limitCents = centsOf(charged?.creditLimit ?? "0");
  if (balanceCents === undefined || limitCents === undefined) {
    return undefined;
  }
  return { priceCents: balanceCents + Math.abs(limitCents), currency: charged?.currency ?? currency };
}

/**
 * What the account holds, without the credit that the registry extends; negative if we owe. Null if the registry doesn't
 * offer Verisign's balance mapping.
 */
export async function readAccount(client: EppClient): Promise<number | null> {
  const { objectUris } = await client.hello();
  if (!objectUris.includes(namespaces.balance)) {
    return null;
  }
  const { data } = await client.balanceInfo();
  // Registries disagree about the sign of `balance`.
  const [available, limit] = [centsOf(data.availableCredit), centsOf(data.creditLimit)];
  if (available === undefined || limit === undefined) {
    throw new RegistrarError("failed", "the registry's response about the account's balance can't be read");
  }
  return available - limit;
}

/** Without fractions of a cent, which some registries charge. Undefined for text that is no amount. */
export function centsOf(amount: string | undefined): number | undefined {
  try {
    return amount === undefined ? undefined : toMinorUnits(amount.replace(/(\.\d{2})\d+$/, "$1"));
  } catch {
    return undefined;
  }
}
