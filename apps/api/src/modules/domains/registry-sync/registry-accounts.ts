import { domainIntents } from "@zonepost/db";
import { and } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import type { RegistryAccount, RegistryAccounts } from "../../payments/index.ts";
import { type Registrar, RegistrarError, type Registrars } from "../ports.ts";
import { isInState, isOpen } from "./intents/intent-columns.ts";

/** For the books, which compare them with the ledger. */
export const createRegistryAccounts = (
  registrars: Pick<Registrars, "all">,
  log: Ctx["log"],
): RegistryAccounts => ({
  readAll: () =>
    Promise.all(
      registrars.all().map(async (registrar) => ({
        registrar: registrar.code,
        currency: registrar.currency,
        answer: await readAccount(registrar, log),
      })),
    ),
  isChanging,
});

/** One that the registry has only accepted isn't charged for yet. */
const isChanging = async (db: Queryable): Promise<boolean> =>
  (await db.$count(domainIntents, and(isOpen(), isInState(["sending", "unknown", "confirmed"])))) > 0;

async function readAccount(registrar: Registrar, log: Ctx["log"]): Promise<RegistryAccount["answer"]> {
  try {
    const balanceCents = await registrar.readBalanceCents();
    return balanceCents === null ? { unchecked: "not_offered" } : { balanceCents };
  } catch (error) {
    log.warn({ err: error, registrar: registrar.code }, "couldn't read the account's balance at a registry");
    const isAway = error instanceof RegistrarError && error.reason === "unavailable";
    return { unchecked: isAway ? "no_answer" : "failed" };
  }
}
