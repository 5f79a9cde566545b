import { AppError } from "../../../kernel/errors.ts";
import { type DomainPorts, type Registrar, RegistrarError, type RegistryDomain } from "../ports.ts";
import type { DomainRow } from "./domain-row.ts";

export function registrarOf(
  ctx: DomainPorts,
  { name, registrar: code }: Pick<DomainRow, "name" | "registrar">,
): Registrar {
  const registrar = ctx.registrars.byCode(code);
  if (!registrar) {
    throw new Error(`no registrar is configured for ${name}`);
  }
  return registrar;
}

/** Identifies a command in both parties' logs and in the audit log; at most 64 characters (RFC 5730 section 2.5). */
export const clTridOf = (id: string): string => `zp-${id}`;

/** Throws `missing` if the registry doesn't hold the domain for us. */
export async function readHeld(registrar: Registrar, name: string): Promise<RegistryDomain> {
  const answer = await registrar.readDomain(name);
  if (answer.kind !== "held") {
    throw new RegistrarError("missing", `the registry does not hold ${name} for us`);
  }
  return answer.domain;
}

export function isRegistrarReason(error: unknown, reason: RegistrarError["reason"]): boolean {
  return error instanceof AppError && error.cause instanceof RegistrarError && error.cause.reason === reason;
}
