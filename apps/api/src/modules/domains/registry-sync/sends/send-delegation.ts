import type { DomainRow } from "../../model/domain-row.ts";
import { readHeld } from "../../model/registrar.ts";
import { RegistrarError, type RegistrarErrorReason, type Send } from "../../ports.ts";
import type { Delegation } from "../intents/intent-change.ts";

/** Temporary reasons. No caller is waiting, so the sync retries, after reading the registry. */
const passing: readonly RegistrarErrorReason[] = ["unavailable", "failed", "prohibited", "exists"];

/** Sets nameservers only if the name has none, so that later choices stay. Safe to repeat. */
export const sendDelegation =
  ({ name }: Pick<DomainRow, "name">, { nameservers, glue }: Delegation): Send =>
  async (registrar, options) => {
    try {
      if ((await readHeld(registrar, name)).nameservers.length > 0) {
        return "completed";
      }
      const after = nameservers.map((host) => ({
        host,
        addresses: glue.find((known) => known.host === host)?.addresses ?? [],
      }));
      return await registrar.changeNameservers(name, { before: [], after }, options);
    } catch (error) {
      if (!(error instanceof RegistrarError) || !passing.includes(error.reason)) {
        throw error;
      }
      throw new RegistrarError("outcome_unknown", error.message, { cause: error });
    }
  };
