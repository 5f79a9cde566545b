import type { FieldError } from "../../../kernel/errors.ts";
import type { Registrar, Registrars } from "../ports.ts";
import { splitRegistrableName } from "./policy.ts";

/** Where a name can be had: its label, its top-level domain and the registrar for it. */
export type Place = { label: string; tld: string; registrar: Registrar };

/** Undefined where the name is not one label directly under a top-level domain on offer. */
export function findPlace(registrars: Registrars, name: string): Place | undefined {
  const parts = splitRegistrableName(name);
  const registrar = parts && registrars.forTld(parts.tld);
  return parts && registrar ? { ...parts, registrar } : undefined;
}

/** What is told of a name without a place. */
export function noPlace(registrars: Registrars, pointer: string): FieldError {
  const offered = registrars.offeredTlds.map((tld) => `.${tld}`).join(", ");
  return { pointer, message: `must be one name directly under a top-level domain on offer: ${offered}` };
}
