import { domainToUnicode } from "node:url";
import {
  type DomainCreateCommand,
  type EppClient,
  type EppReply,
  type FeeAgreement,
  fromMinorUnits,
} from "@zonepost/epp";
import {
  type CommandOutcome,
  type Cost,
  RegistrarError,
  type TldRules,
} from "../../modules/domains/ports.ts";
import { registrarErrorOf } from "./map.ts";
import { hasCode, resultCode } from "./result-codes.ts";

/** The rules that decide how to speak to a registry. */
export type RegistryRules = Pick<TldRules, "costs" | "hostModel" | "dnssecInterface" | "idnExtension">;

export type Connection = {
  client: EppClient;
  clientId: string;
  currency: string;
  rulesOf: (domainName: string) => RegistryRules;
};

export const inYears = (value: number) => ({ value, unit: "y" as const });

export async function translated<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw registrarErrorOf(error);
  }
}

export const outcomeOf = async (call: Promise<EppReply<unknown>>): Promise<CommandOutcome> =>
  (await translated(call)).pending ? "pending" : "completed";

/** None for a registry without the fee extension, which would refuse it. */
export const feeOf = (
  agreed: Cost | undefined,
  { costs }: Pick<RegistryRules, "costs">,
): FeeAgreement | undefined =>
  costs === null && agreed
    ? { currency: agreed.currency, fees: [{ amount: fromMinorUnits(agreed.costCents) }] }
    : undefined;

/** How the registry learns the IDN table of a new name. */
export function idnOf(
  name: string,
  table: string | undefined,
  { idnExtension }: Pick<RegistryRules, "idnExtension">,
): Pick<DomainCreateCommand, "idn" | "idnLanguage"> {
  if (table === undefined || idnExtension === null) {
    return {};
  }
  return idnExtension === "idn"
    ? { idn: { table, unicodeName: domainToUnicode(name) } }
    : { idnLanguage: table };
}

/** For commands with a cost: RFC 8748 section 3.4 returns 2004 when the price is wrong. */
export const atCost = <Answer>(agreed: Cost | undefined, call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    if (agreed && hasCode(error, resultCode.parameterValueRange)) {
      throw new RegistrarError("price_changed", "the cost is another one", { cause: error });
    }
    throw error;
  });
