import type { DomainRow } from "../../model/domain-row.ts";
import { RegistrarError, type Send } from "../../ports.ts";

/** Deletes a domain unless it is already deleted. Safe to repeat. */
export const sendDeletion =
  ({ name }: Pick<DomainRow, "name">): Send =>
  async (registrar, options) => {
    const answer = await registrar.readDomain(name);
    if (answer.kind === "unregistered") {
      return "completed";
    }
    if (answer.kind === "elsewhere") {
      throw new RegistrarError("missing", `the registry does not hold ${name} for us`);
    }
    return answer.domain.statuses.includes("pendingDelete")
      ? "completed"
      : registrar.deleteDomain(name, options);
  };
