import type { Clock } from "../../../kernel/clock.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { type DomainPorts, type Registrar, type RegistrarAvailability, RegistrarError } from "../ports.ts";
import { type QuotedName, shownCurrency, tldOf, withQuotes } from "./quote.ts";

type QuotedTld = { tld: string; quoted: QuotedName };

/** The TLDs on offer with the quotes of a standard name, which are fixed prices if the registry can't be reached. */
export async function quoteTlds(ctx: WorkspaceCtx & DomainPorts): Promise<QuotedTld[]> {
  const byRegistrar = Map.groupBy(ctx.registrars.offeredTlds, (tld) => ctx.registrars.forTld(tld));
  const answers = await Promise.all(
    [...byRegistrar].map(([registrar, group]) => (registrar ? answersOf(ctx, registrar, group) : [])),
  );
  const byTld = new Map(answers.flat().map((answer) => [tldOf(answer.name), answer]));
  return ctx.registrars.offeredTlds.map((tld) => {
    const currency = ctx.registrars.forTld(tld)?.currency ?? shownCurrency(ctx, undefined);
    return { tld, quoted: withQuotes(ctx, byTld.get(tld) ?? withoutFees(`name.${tld}`, currency)) };
  });
}

/** The price of a year of a standard name. Only a fixed price is known under a TLD that is no longer on offer. */
export async function readRenewalPrices(
  ctx: WorkspaceCtx & DomainPorts,
): Promise<(tld: string) => { priceCents: number | null; currency: string }> {
  const quotedByTld = new Map((await quoteTlds(ctx)).map(({ tld, quoted }) => [tld, quoted]));
  return (tld) => {
    const name = `name.${tld}`;
    const { renew, currency } =
      quotedByTld.get(tld) ?? withQuotes(ctx, withoutFees(name, shownCurrency(ctx, undefined)));
    return { priceCents: renew?.price.priceCents ?? null, currency };
  };
}

const noFees = { registerYearCents: null, renewYearCents: null, transferCents: null, restoreCents: null };

const withoutFees = (name: string, currency: string): RegistrarAvailability => ({
  name,
  available: true,
  reason: null,
  premium: false,
  costs: noFees,
  currency,
});

const keptForMs = 10 * minuteMs;
type Answers = RegistrarAvailability[];
type Kept = { answers: Promise<Answers>; until: number };
/** Cached per process and registrar: costs rarely change, and forms ask for prices often. */
const kept = new WeakMap<Registrar, Kept>();

function answersOf(
  ctx: { clock: Clock; log: WorkspaceCtx["log"] },
  registrar: Registrar,
  tlds: readonly string[],
): Promise<Answers> {
  const now = ctx.clock.wallNow().getTime();
  const known = kept.get(registrar);
  if (known && known.until > now) {
    return known.answers;
  }
  // An unregistered random name costs as much as any standard name.
  const probe = `probe-${newId()}`;
  const answers = registrar
    .checkAvailability(tlds.map((tld) => `${probe}.${tld}`))
    .catch((error: unknown) => {
      kept.delete(registrar);
      if (!(error instanceof RegistrarError)) {
        throw error;
      }
      ctx.log.warn({ err: error }, "could not fetch prices from an unavailable registry");
      return [];
    });
  kept.set(registrar, { answers, until: now + keptForMs });
  return answers;
}
