import type { TldOffer } from "@zonepost/schema";
import type { Clock } from "../../../kernel/clock.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type DomainPorts, type Registrar, RegistrarError } from "../ports.ts";

type Prices = Map<string, Pick<TldOffer, "prices" | "currency">>;

export async function listTlds(ctx: WorkspaceCtx & DomainPorts): Promise<TldOffer[]> {
  requireRight(ctx.actor, "domains:read");
  const tlds = ctx.registrars.offeredTlds;
  const byRegistrar = Map.groupBy(tlds, (tld) => ctx.registrars.forTld(tld));
  const answers = await Promise.all(
    [...byRegistrar].map(([registrar, group]) => (registrar ? pricesOf(ctx, registrar, group) : undefined)),
  );
  return tlds.map((tld) => {
    const rules = ctx.registrars.rulesOf(tld);
    const known = answers.find((prices) => prices?.has(tld))?.get(tld);
    return {
      tld,
      minYears: rules.minYears,
      maxYears: rules.maxYears,
      minLabelLength: rules.minLabelLength,
      minNameservers: rules.minNameservers,
      maxNameservers: rules.maxNameservers,
      whoisPrivacy: rules.whoisPrivacy,
      transferLock: rules.transferLock,
      transferAddsYears: rules.transferAddsYears,
      graceDays: rules.graceDays,
      redemptionDays: rules.redemptionDays,
      pendingDeleteDays: rules.pendingDeleteDays,
      dnssecInterface: rules.dnssecInterface,
      digestTypes: [...rules.digestTypes],
      contactRoles: [...rules.contactRoles],
      registrantCountryCodes: rules.registrantCountryCodes && [...rules.registrantCountryCodes],
      currency: known?.currency ?? ctx.registrars.forTld(tld)?.currency ?? "EUR",
      prices: known?.prices ?? null,
    };
  });
}

const keptForMs = 10 * minuteMs;
type Kept = { prices: Promise<Prices | undefined>; until: number };
/** Cached per process and registrar: prices rarely change, and forms ask for them often. */
const kept = new WeakMap<Registrar, Kept>();

function pricesOf(
  ctx: { clock: Clock; log: WorkspaceCtx["log"] },
  registrar: Registrar,
  tlds: readonly string[],
): Promise<Prices | undefined> {
  const now = ctx.clock.wallNow().getTime();
  const known = kept.get(registrar);
  if (known && known.until > now) {
    return known.prices;
  }
  const prices = fetchPrices(registrar, tlds).catch((error: unknown) => {
    kept.delete(registrar);
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    ctx.log.warn({ err: error }, "could not fetch prices from an unavailable registry");
    return undefined;
  });
  kept.set(registrar, { prices, until: now + keptForMs });
  return prices;
}

/** Uses an unregistered random name, which has the standard price. */
async function fetchPrices(registrar: Registrar, tlds: readonly string[]): Promise<Prices> {
  const probe = `probe-${newId()}`;
  const answers = await registrar.checkAvailability(tlds.map((tld) => `${probe}.${tld}`));
  return new Map(
    answers.map(({ name, currency, registerYearCents, renewYearCents, transferCents, restoreCents }) => {
      const isPriced =
        registerYearCents !== null &&
        renewYearCents !== null &&
        transferCents !== null &&
        restoreCents !== null;
      const prices = isPriced ? { registerYearCents, renewYearCents, transferCents, restoreCents } : null;
      return [name.slice(probe.length + 1), { prices, currency }];
    }),
  );
}
