import { asAppError } from "../errors.ts";
import type { AgreedPrice, DomainPorts } from "../ports.ts";
import type { DomainRow } from "./domain-row.ts";

export type TermPrices = { year: AgreedPrice; restore: AgreedPrice; premium: boolean };

/** What the registry asks now for a year of a domain that we hold, and for restoring it. */
export async function priceDomain(
  ctx: DomainPorts,
  { name, registrar: code }: Pick<DomainRow, "name" | "registrar">,
): Promise<TermPrices> {
  const registrar = ctx.registrars.byCode(code);
  if (!registrar) {
    throw new Error(`no registrar is configured for ${name}`);
  }
  const [answer] = await registrar.checkAvailability([name]).catch((error: unknown) => {
    throw asAppError(error);
  });
  if (!answer) {
    throw new Error(`no answer came for ${name}`);
  }
  const { currency, premium } = answer;
  return {
    year: { priceCents: answer.renewYearCents, currency },
    restore: { priceCents: answer.restoreCents, currency },
    premium,
  };
}
