import { domainExpired, domainNotActive, updateProhibited } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";

/**
 * Checks our row for states in which the registry refuses changes. `evenExpired` is for what stays possible without a
 * renewal: unlocking the domain and transferring it away.
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
