import { asAppError } from "../errors.ts";
import { type AgreedPrice, type DomainPorts, RegistrarError } from "../ports.ts";
import type { DomainRow } from "./domain-row.ts";
import { registrarOf } from "./registrar.ts";

type TermPrices = { year: AgreedPrice; restoreCents: number | null; premium: boolean };

export function quotedPrice(priceCents: number | null, currency: string): AgreedPrice {
  if (priceCents === null) {
    throw asAppError(new RegistrarError("no_price", "the registry quoted no price"));
  }
  return { priceCents, currency };
}

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
    year: quotedPrice(answer.renewYearCents, currency),
    restoreCents: answer.restoreCents,
    premium,
  };
}
