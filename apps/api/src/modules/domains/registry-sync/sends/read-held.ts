import { type Registrar, RegistrarError, type RegistryDomain } from "../../ports.ts";

/** Throws `missing` if the registry doesn't hold the domain for us. */
export async function readHeld(registrar: Registrar, name: string): Promise<RegistryDomain> {
  const answer = await registrar.readDomain(name);
  if (answer.kind !== "held") {
    throw new RegistrarError("missing", `the registry does not hold ${name} for us`);
  }
  return answer.domain;
}
