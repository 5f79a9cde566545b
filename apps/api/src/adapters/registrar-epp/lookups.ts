import {
  type Cost,
  type Registrar,
  RegistrarError,
  type RegistryAnswer,
} from "../../modules/domains/ports.ts";
import { type Connection, inYears, translated } from "./calls.ts";
import { glueOf, readGlue } from "./hosts.ts";
import { dsRecordsOf, feesOf, foreignDomainOf, reasonOf, registrarErrorOf, registryDomainOf } from "./map.ts";
import { hasCode, resultCode } from "./result-codes.ts";

type Lookups = Pick<
  Registrar,
  "checkAvailability" | "costOfRegistration" | "costOfRenewal" | "readDomain" | "readForeignDomain"
>;

/** The client may repeat these, because they change nothing. */
export const lookupsOf = (connection: Connection): Lookups => ({
  async checkAvailability(names) {
    const isQuoted = (name: string) => connection.rulesOf(name).costs === null;
    const groups = [names.filter(isQuoted), names.filter((name) => !isQuoted(name))];
    const answers = groups.map((group, index) =>
      group.length > 0 ? checkAvailability(connection, group, { withFees: index === 0 }) : [],
    );
    return (await translated(Promise.all(answers))).flat();
  },
  costOfRegistration: (name, years) => translated(costOfTerm(connection, "create", name, years)),
  costOfRenewal: (name, years) => translated(costOfTerm(connection, "renew", name, years)),
  readDomain: (name) => translated(readDomain(connection, name)),
  async readForeignDomain(name, authCode) {
    try {
      const { data } = await connection.client.domainInfo(name, { authInfo: authCode });
      return foreignDomainOf(data, await dsRecordsOf(data));
    } catch (error) {
      if (hasCode(error, resultCode.doesNotExist)) {
        return null;
      }
      if (hasCode(error, resultCode.notAuthorized, resultCode.wrongAuthInfo)) {
        throw new RegistrarError("wrong_auth_code", "the auth code is not the domain's", { cause: error });
      }
      throw registrarErrorOf(error);
    }
  },
});

const noFees = {
  registerYearCents: null,
  renewYearCents: null,
  transferCents: null,
  restoreCents: null,
};

async function checkAvailability(
  { client, currency, rulesOf }: Connection,
  names: readonly string[],
  { withFees }: { withFees: boolean },
) {
  const commands = (["create", "renew", "transfer", "restore"] as const).map((name) => ({
    name,
    period: name === "restore" ? undefined : inYears(1),
  }));
  const { data } = await client.domainCheck(names, withFees ? { fee: { currency, commands } } : undefined);
  return names.map((name) => {
    const answer = data.domains.find((domain) => domain.name.toLowerCase() === name);
    if (!answer) {
      throw new RegistrarError("unavailable", "the registry left a name out of its answer");
    }
    const item = data.fee?.items.find((fee) => fee.name.toLowerCase() === name);
    return {
      name,
      available: answer.available,
      reason: answer.available ? null : reasonOf(answer.reason),
      ...(withFees ? feesOf(item) : { premium: false, costs: rulesOf(name).costs ?? noFees }),
      currency: data.fee?.currency ?? currency,
    };
  });
}

async function costOfTerm(
  { client, currency, rulesOf }: Connection,
  command: "create" | "renew",
  name: string,
  years: number,
): Promise<Cost> {
  const field = command === "create" ? "registerYearCents" : "renewYearCents";
  const known = rulesOf(name).costs;
  if (known) {
    return { costCents: known[field] * years, currency };
  }
  const commands = [{ name: command, period: inYears(years) }];
  const { data } = await client.domainCheck([name], { fee: { currency, commands } });
  const { costs } = feesOf(data.fee?.items.find((fee) => fee.name.toLowerCase() === name));
  const costCents = costs[field];
  if (costCents === null) {
    throw new RegistrarError("no_price", "the registry left a fee out of its answer");
  }
  return { costCents, currency: data.fee?.currency ?? currency };
}

/** Distinguishes a domain held for us, one held by another registrar, and an unregistered name. */
export async function readDomain({ client, rulesOf }: Connection, name: string): Promise<RegistryAnswer> {
  try {
    const { data } = await client.domainInfo(name);
    const glue =
      rulesOf(name).hostModel === "attributes"
        ? glueOf(name, data.nameservers)
        : await readGlue(
            client,
            name,
            data.nameservers.map((server) => server.name.toLowerCase()),
          );
    return { kind: "held", domain: registryDomainOf(data, glue, await dsRecordsOf(data)) };
  } catch (error) {
    if (hasCode(error, resultCode.doesNotExist)) {
      return { kind: "unregistered" };
    }
    if (hasCode(error, resultCode.notAuthorized)) {
      return { kind: "elsewhere" };
    }
    throw error;
  }
}
