import type { RestoreReport } from "@zonepost/epp";
import { type Registrar, RegistrarError } from "../../modules/domains/ports.ts";
import { atCost, type Connection, feeOf, idnOf, inYears, outcomeOf, translated } from "./calls.ts";
import { contactFields } from "./contacts.ts";
import { nameserversOf, saveOwnHosts, withForeignHosts } from "./hosts.ts";
import { readDomain } from "./lookups.ts";
import { hasCode, resultCode } from "./result-codes.ts";

const dateOf = (moment: Date) => moment.toISOString().slice(0, 10);

export const termCommandsOf = (
  connection: Connection,
): Pick<Registrar, "createDomain" | "renewDomain" | "deleteDomain" | "restoreDomain"> => ({
  async createDomain({ name, years, nameservers, contacts, authCode, agreed, idnTable }, options) {
    const { client, rulesOf } = connection;
    const rules = rulesOf(name);
    if (rules.hostModel === "objects") {
      await translated(saveOwnHosts(client, name, nameservers));
    }
    const details = {
      period: inYears(years),
      nameservers: nameserversOf(nameservers, rules),
      ...contactFields(contacts),
      authInfo: authCode,
      fee: feeOf(agreed, rules),
      ...idnOf(name, idnTable, rules),
    };
    const create = () => client.domainCreate(name, details, options);
    return outcomeOf(
      atCost(
        agreed,
        rules.hostModel === "objects" ? withForeignHosts(client, name, nameservers, create) : create(),
      ),
    );
  },

  async renewDomain({ name, years, registryExpiresAt, agreed }, options) {
    const { client, rulesOf } = connection;
    const currentExpiryDate = dateOf(registryExpiresAt);
    const details = { currentExpiryDate, period: inYears(years), fee: feeOf(agreed, rulesOf(name)) };
    const call = client.domainRenew(name, details, options).catch(async (error: unknown) => {
      const { policy, parameterValueRange, dataManagement } = resultCode;
      if (!hasCode(error, policy, parameterValueRange, dataManagement)) {
        throw error;
      }
      const held = await readDomain(connection, name);
      const date = held.kind === "held" ? dateOf(held.domain.registryExpiresAt) : null;
      if (date !== null && date !== currentExpiryDate) {
        throw new RegistrarError("expiry_changed", `the registry has ${date}`, { cause: error });
      }
      throw error;
    });
    return outcomeOf(atCost(agreed, call));
  },

  deleteDomain: (name, options) => outcomeOf(connection.client.domainDelete(name, options)),

  async restoreDomain({ name, agreed, before, deletedAt, restoredAt }, options) {
    const { client, rulesOf } = connection;
    // If only the report was lost, the request isn't sent, and paid for, again.
    if (!before.graceStatuses.includes("pendingRestore")) {
      const request = client.domainRestore(name, { fee: feeOf(agreed, rulesOf(name)) }, options);
      const { data, pending } = await translated(atCost(agreed, request));
      if (!data.rgpStatuses.includes("pendingRestore")) {
        return pending ? "pending" : "completed";
      }
    }
    const registration = `${name}; expires ${before.registryExpiresAt.toISOString()}; nameservers ${before.nameservers.join(" ")}`;
    const report: RestoreReport = {
      dataBefore: registration,
      dataAfter: registration,
      deletedAt,
      restoredAt,
      reason: "The registrant wants to keep the name.",
      statements: [
        "The name is not restored to be sold or used by us.",
        "This report is true to the best of our knowledge.",
      ],
    };
    return outcomeOf(client.domainRestore(name, { report }));
  },
});
