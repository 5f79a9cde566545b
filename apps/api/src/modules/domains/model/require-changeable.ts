import { domainExpired, domainNotActive, updateProhibited } from "../errors.ts";
import type { DomainRow } from "./domain-row.ts";

/**
 * Whether the registry will take changes of a domain, as far as our row tells. `evenExpired` is for what its holder
 * may do without renewing it: unlock it and take it elsewhere.
 */
export function requireChangeable(
  domain: Pick<DomainRow, "status" | "registryStatuses">,
  options: { evenExpired?: boolean } = {},
): void {
  if (domain.status === "expired" && !options.evenExpired) {
    throw domainExpired();
  }
  if (domain.status !== "active" && domain.status !== "expired") {
    throw domainNotActive(domain.status);
  }
  const prohibited = ["serverUpdateProhibited", "clientUpdateProhibited"];
  if (domain.registryStatuses.some((status) => prohibited.includes(status))) {
    throw updateProhibited();
  }
}
