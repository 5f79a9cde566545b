import { asAppError } from "../errors.ts";
import type { AgreedPrice, DomainPorts } from "../ports.ts";
import type { DomainRow } from "./domain-row.ts";
import { registrarOf } from "./registrar-of.ts";

export type TermPrices = { year: AgreedPrice; restore: AgreedPrice; premium: boolean };

/** The registry's current prices for renewing and restoring one of our domains. */
export async function priceDomain(
  ctx: DomainPorts,
  domain: Pick<DomainRow, "name" | "registrar">,
): Promise<TermPrices> {
  const [answer] = await registrarOf(ctx, domain)
    .checkAvailability([domain.name])
    .catch((error: unknown) => {
      throw asAppError(error);
    });
  if (!answer) {
    throw new Error(`no answer came for ${domain.name}`);
  }
  const { currency, premium } = answer;
  return {
    year: { priceCents: answer.renewYearCents, currency },
    restore: { priceCents: answer.restoreCents, currency },
    premium,
  };
}
