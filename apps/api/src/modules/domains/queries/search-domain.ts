import type { Availability } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { asAppError } from "../errors.ts";
import { monthlyPriceCents, splitRegistrableName } from "../policy.ts";
import type { DomainPorts } from "../ports.ts";

/** Whether one full name can be had, and for how much. */
export async function searchDomain(ctx: WorkspaceCtx & DomainPorts, name: string): Promise<Availability> {
  requireRight(ctx.actor, "domains:read");
  const parts = splitRegistrableName(name);
  const registrar = parts && ctx.registrars.forTld(parts.tld);
  if (!parts || !registrar) {
    const offered = ctx.registrars.offeredTlds.map((tld) => `.${tld}`).join(", ");
    throw invalid([
      {
        pointer: "/query/q",
        message: `must be one name directly under a top-level domain on offer: ${offered}`,
      },
    ]);
  }
  const [answer] = await registrar.checkAvailability([name]).catch((error: unknown) => {
    throw asAppError(error);
  });
  if (!answer) throw new Error(`no answer came for ${name}`);
  return {
    available: answer.available,
    premium: answer.premium,
    monthlyPriceCents: monthlyPriceCents(answer),
    currency: answer.currency,
  };
}
