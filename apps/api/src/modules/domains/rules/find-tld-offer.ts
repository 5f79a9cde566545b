import type { FieldError } from "../../../kernel/errors.ts";
import type { Registrar, Registrars } from "../ports.ts";

export type OfferedTld = { label: string; tld: string; registrar: Registrar };

/** Undefined unless the name is one label directly under an offered TLD. */
export function findTldOffer(registrars: Registrars, name: string): OfferedTld | undefined {
  const parts = splitRegistrableName(name);
  const registrar = parts && registrars.forTld(parts.tld);
  return parts && registrar ? { ...parts, registrar } : undefined;
}

export function tldNotOffered(registrars: Registrars, pointer: string): FieldError {
  const offered = registrars.offeredTlds.map((tld) => `.${tld}`).join(", ");
  return { pointer, message: `Enter one name directly under a TLD we offer: ${offered}.` };
}

/** Undefined unless the name has exactly one label below its TLD. */
export function splitRegistrableName(name: string): { label: string; tld: string } | undefined {
  const [label, tld, ...more] = name.split(".");
  return label && tld && more.length === 0 ? { label, tld } : undefined;
}
