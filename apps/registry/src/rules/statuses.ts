import type { DomainStatus } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";

/**
 * Removes, then adds. A registrar sets and removes what begins with `client`; the others are the registry's
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

/** What a domain's statuses look like from outside: `ok` and `inactive` follow from the rest. */
export function shownStatuses(kept: readonly DomainStatus[], nameservers: readonly string[]): DomainStatus[] {
  if (nameservers.length === 0) {
    return [...kept, "inactive"];
  }
  return kept.length === 0 ? ["ok"] : [...kept];
}

/**
 * RFC 5731 section 2.3, RFC 5732 and RFC 5733 alike: a prohibited or pending operation is refused; what
 * clientUpdateProhibited still allows is its own removal.
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

/** A host or a contact, whose deletion only a prohibition or what is pending stands against. */
export function assertRemovable(statuses: readonly string[]): void {
  const blocking = statuses.find(
    (status) => /DeleteProhibited$/.test(status) || status.startsWith("pending"),
  );
  if (blocking) {
    throw new Refusal(2304, `${blocking} is set`);
  }
}
