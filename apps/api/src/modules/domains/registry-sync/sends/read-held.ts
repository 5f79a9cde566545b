import { type Registrar, RegistrarError, type RegistryDomain } from "../../ports.ts";

/** The domain as the registry holds it for us; fails with `missing` if it does not. */
export async function readHeld(registrar: Registrar, name: string): Promise<RegistryDomain> {
  const answer = await registrar.readDomain(name);
  if (answer.kind !== "held") {
    throw new RegistrarError("missing", `the registry does not hold ${name} for us`);
  }
  return answer.domain;
}
