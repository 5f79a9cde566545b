import type { DomainStatus } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";

/**
 * Removes, then adds. A registrar sets and removes statuses that begin with `client`; the registry manages the others
 * (RFC 5731 section 2.3, RFC 5732 section 2.3, RFC 5733 section 2.2).
 */
export function changeStatuses<Status extends string = DomainStatus>(
  current: readonly Status[],
  removed: readonly Status[],
  added: readonly Status[],
): Status[] {
  for (const status of [...removed, ...added]) {
    if (!status.startsWith("client")) {
      throw new Refusal(2306, `${status} is not for a registrar to change`);
    }
  }
  let statuses = [...current];
  for (const status of removed) {
    if (!statuses.includes(status)) {
      throw new Refusal(2306, `${status} is not set`);
    }
    statuses = statuses.filter((held) => held !== status);
  }
  for (const status of added) {
    if (statuses.includes(status)) {
      throw new Refusal(2306, `${status} is set already`);
    }
    statuses.push(status);
  }
  return statuses;
}

/** The public statuses of a domain: `ok` and `inactive` are derived from the others. */
export function shownStatuses(kept: readonly DomainStatus[], nameservers: readonly string[]): DomainStatus[] {
  if (nameservers.length === 0) {
    return [...kept, "inactive"];
  }
  return kept.length === 0 ? ["ok"] : [...kept];
}

/**
 * RFC 5731 section 2.3, and the same in RFC 5732 and RFC 5733: a prohibited or pending operation is refused.
 * clientUpdateProhibited only allows its own removal.
 */
export function assertUpdatable(statuses: readonly string[], removesOwnLock: boolean): void {
  const blocking = statuses.find(
    (status) =>
      status === "serverUpdateProhibited" ||
      status.startsWith("pending") ||
      (status === "clientUpdateProhibited" && !removesOwnLock),
  );
  if (blocking) {
    throw new Refusal(2304, `${blocking} is set`);
  }
}

export function assertRenewable(statuses: readonly DomainStatus[]): void {
  const blocking = statuses.find((status) => /RenewProhibited$/.test(status) || status.startsWith("pending"));
  if (blocking) {
    throw new Refusal(2304, `${blocking} is set`);
  }
}

/** Refuses the deletion of a host or contact if it is prohibited, or an operation is pending. */
export function assertRemovable(statuses: readonly string[]): void {
  const blocking = statuses.find(
    (status) => /DeleteProhibited$/.test(status) || status.startsWith("pending"),
  );
  if (blocking) {
    throw new Refusal(2304, `${blocking} is set`);
  }
}
