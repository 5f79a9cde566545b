import type { DomainPorts, Registrar } from "../ports.ts";
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
