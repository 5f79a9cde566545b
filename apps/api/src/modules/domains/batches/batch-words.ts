import type { DomainBatchChange } from "@zonepost/schema";
import type { FieldError } from "../../../kernel/errors.ts";

/** What is wrong with a batch's change, as a sentence: whoever reads it has the result before them, not the request. */
export function sayWhatIsWrong(change: DomainBatchChange, { pointer, message }: FieldError): string {
  const [, field = "", index, part, place] = pointer.split("/");
  const nameserver = "nameservers" in change ? change.nameservers[Number(index)] : undefined;
  if (index === undefined || !nameserver) {
    return `the ${field} ${message}`;
  }
  const { host, addresses } = nameserver;
  if (part !== "addresses") {
    return `${host} ${message}`;
  }
  if (place !== undefined) {
    return `the address ${addresses[Number(place)]} of ${host} ${message}`;
  }
  return addresses.length === 0
    ? `${host} needs its addresses: it lies under the domain`
    : `the addresses of ${host} ${message}`;
}
