import type { FieldError } from "../../../kernel/errors.ts";
import type { Registrar, Registrars } from "../ports.ts";
import { splitRegistrableName } from "./policy.ts";

/** A name under a TLD on offer, with the registrar that registers it. */
export type OfferedTld = { label: string; tld: string; registrar: Registrar };

/** Undefined where the name is not one label directly under a top-level domain on offer. */
export function findTldOffer(registrars: Registrars, name: string): OfferedTld | undefined {
  const parts = splitRegistrableName(name);
  const registrar = parts && registrars.forTld(parts.tld);
  return parts && registrar ? { ...parts, registrar } : undefined;
}

/** The field error for a name outside the offered TLDs. */
export function tldNotOffered(registrars: Registrars, pointer: string): FieldError {
  const offered = registrars.offeredTlds.map((tld) => `.${tld}`).join(", ");
  return { pointer, message: `Enter one name directly under a TLD we offer: ${offered}.` };
}
