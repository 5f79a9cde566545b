import { createEppPool, type EppPoolOptions } from "@zonepost/epp";
import type { Balance, Registrar } from "../../modules/domains/ports.ts";
import { readAccount, withBalances } from "./balances.ts";
import { type RegistryRules, translated } from "./calls.ts";
import { changesOf } from "./changes.ts";
import { lookupsOf } from "./lookups.ts";
import { noticesOf } from "./notices.ts";
import { termCommandsOf } from "./term.ts";
import { transfersOf } from "./transfers.ts";

export {
  changeRegistryPassword,
  generateRegistryPassword,
  type NewPasswordStore,
  PasswordChangeError,
} from "./change-password.ts";

/** A registrar over EPP. The client may repeat reads, but sends a change only once. */
export function createEppRegistrar(
  settings: {
    code: string;
    currency: string;
    rulesOf: (tld: string) => RegistryRules;
    /** Called with what the account can still spend, if the registry sends its balance. */
    onBalance?: (balance: Balance) => Promise<void>;
  } & EppPoolOptions,
): Registrar {
  const { code, currency, rulesOf, onBalance = async () => undefined, ...pool } = settings;
  const client = withBalances(createEppPool(pool), currency, onBalance);
  const connection = {
    client,
    clientId: pool.clientId,
    currency,
    rulesOf: (domainName: string) => rulesOf(domainName.slice(domainName.indexOf(".") + 1)),
  };
  return {
    code,
    currency,
    ...lookupsOf(connection),
    ...termCommandsOf(connection),
    ...changesOf(connection),
    ...transfersOf(connection),
    ...noticesOf(connection),
    readBalanceCents: () => translated(readAccount(client)),
    async ping() {
      await translated(client.hello());
    },
    close: () => client.close(),
  };
}
