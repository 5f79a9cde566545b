import type { DomainRow } from "../../model/domain-row.ts";
import { readHeld } from "../../model/registrar.ts";
import { RegistrarError, type Send } from "../../ports.ts";
import { missingYears } from "../../rules/term.ts";
import { costOfStored, type IntentChange } from "../intents/intent-change.ts";

const maxAttempts = 3;

/** Renews by the years missing from the registry's date; none if the registry auto-renewed. Safe to repeat. */
export const sendRenewal =
  ({ name }: Pick<DomainRow, "name">, change: Extract<IntentChange, { kind: "renew" }>): Send =>
  async (registrar, options) => {
    for (let attempt = 1; ; attempt += 1) {
      const held = await readHeld(registrar, name);
      if (held.statuses.includes("pendingRenew")) {
        return "pending";
      }
      const { registryExpiresAt } = held;
      const years = missingYears(registryExpiresAt, new Date(change.toRegistryExpiresAt));
      if (years === 0) {
        return "completed";
      }
      const term = years === change.years ? change.price : undefined;
      const agreed = term === undefined ? costOfStored(change.year, years) : costOfStored(term);
      try {
        return await registrar.renewDomain({ name, years, registryExpiresAt, agreed }, options);
      } catch (error) {
        // The registry auto-renewed between the read and the renewal.
        const isMoved = error instanceof RegistrarError && error.reason === "expiry_changed";
        if (!isMoved || attempt === maxAttempts) {
          throw error;
        }
      }
    }
  };
