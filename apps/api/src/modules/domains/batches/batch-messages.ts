import type { DomainBatchChange } from "@zonepost/schema";
import type { FieldError } from "../../../kernel/errors.ts";

/** A batch's result is read without the request, so the message names the nameserver. */
export function describeFieldError(change: DomainBatchChange, { pointer, message }: FieldError): string {
  const [, , index, part, position] = pointer.split("/");
  const nameserver = "nameservers" in change ? change.nameservers[Number(index)] : undefined;
  if (index === undefined || !nameserver) {
    return message;
  }
  const address = part === "addresses" && position !== undefined && nameserver.addresses[Number(position)];
  return address ? `${nameserver.host} ${address}: ${message}` : `${nameserver.host}: ${message}`;
}
