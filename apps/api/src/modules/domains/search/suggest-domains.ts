import { domains } from "@zonepost/db";
import { type DomainSuggestion, domainNameProblemMessages } from "@zonepost/schema";
import { and, inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight, seesDomain } from "../../../kernel/rights.ts";
import { isHeldByWorkspace } from "../model/get-own-domain.ts";
import { type DomainPorts, type Registrar, RegistrarError } from "../ports.ts";
import { monthlyPriceCents } from "../rules/price.ts";
import { type QuotedName, shownCurrency, withQuotes } from "./quote.ts";
import { type NameToSearch, namesOfWord } from "./search-words.ts";

type Placed = Omit<NameToSearch, "reason"> & { position: number; reason: DomainSuggestion["reason"] };

/** A registrar that hasn't answered by then counts as unavailable. */
const patienceMs = 8_000;

/**
 * Checks a word under every offered TLD, with one request per registrar. Results known without a request come first,
 * the rest as registrars respond; `position` gives the place of each.
 */
export async function suggestDomains(
  ctx: WorkspaceCtx & DomainPorts,
  word: string,
): Promise<AsyncIterable<DomainSuggestion>> {
  requireRight(ctx.actor, "domains:read");
  const searched = namesOfWord(word, ctx.registrars.offeredTlds, ctx.registrars.rulesOf);
  if (!searched.ok) {
    throw invalid([{ pointer: "/query/word", message: domainNameProblemMessages[searched.problem] }]);
  }
  return checkPlaced(ctx, searched.names);
}

/** Checks each of several names, under its own TLD only. */
export async function checkNames(
  ctx: WorkspaceCtx & DomainPorts,
  names: readonly string[],
): Promise<AsyncIterable<DomainSuggestion>> {
  requireRight(ctx.actor, "domains:read");
  const { offeredTlds, rulesOf } = ctx.registrars;
  return checkPlaced(
    ctx,
    names.map((typed) => {
      const searched = namesOfWord(typed, offeredTlds, rulesOf);
      const [first] = searched.ok ? searched.names : [];
      return first ?? { name: typed, unicodeName: typed, tld: "", reason: "invalid_label", warnings: [] };
    }),
  );
}

async function checkPlaced(
  ctx: WorkspaceCtx & DomainPorts,
  names: readonly NameToSearch[],
): Promise<AsyncIterable<DomainSuggestion>> {
  const own = await filterOwnNames(
    ctx,
    names.map(({ name }) => name),
  );
  return asTheyArrive(
    ctx,
    names.map((name, position) => ({
      ...name,
      position,
      reason: own.has(name.name) ? "already_yours" : name.reason,
    })),
  );
}

async function filterOwnNames(ctx: WorkspaceCtx, names: string[]): Promise<Set<string>> {
  const seen = names.filter((name) => seesDomain(ctx.actor, name));
  const rows = await ctx.db
    .select({ name: domains.name })
    .from(domains)
    .where(and(isHeldByWorkspace(ctx.actor.workspaceId), inArray(domains.name, seen)));
  return new Set(rows.map(({ name }) => name));
}

export async function listSuggestions(
  ctx: WorkspaceCtx & DomainPorts,
  word: string,
): Promise<DomainSuggestion[]> {
  const suggestions: DomainSuggestion[] = [];
  for await (const suggestion of await suggestDomains(ctx, word)) {
    suggestions.push(suggestion);
  }
  return suggestions.sort((one, other) => one.position - other.position);
}

async function* asTheyArrive(
  ctx: WorkspaceCtx & DomainPorts,
  names: readonly Placed[],
): AsyncGenerator<DomainSuggestion, void> {
  const byRegistrar = Map.groupBy(names, ({ tld, reason }) =>
    reason === null ? ctx.registrars.forTld(tld) : undefined,
  );
  const waiting = new Map(
    [...byRegistrar].map(([registrar, group]) => {
      const answers = registrar ? askRegistrar(ctx, registrar, group) : undefined;
      return [group, answers?.then((suggestions) => ({ group, suggestions }))] as const;
    }),
  );
  for (const name of byRegistrar.get(undefined) ?? []) {
    const registrar = ctx.registrars.forTld(name.tld) ?? ctx.registrars.all()[0];
    yield presentUnavailable(name, shownCurrency(ctx, registrar), name.reason);
  }
  for (const [group, answers] of waiting) {
    if (!answers) {
      waiting.delete(group);
    }
  }
  while (waiting.size > 0) {
    const first = await Promise.race(waiting.values());
    if (!first) {
      return;
    }
    waiting.delete(first.group);
    yield* first.suggestions;
  }
}

/** Never rejects: an unavailable registrar doesn't affect the others' results. */
async function askRegistrar(
  ctx: WorkspaceCtx & DomainPorts,
  registrar: Registrar,
  names: readonly Placed[],
): Promise<DomainSuggestion[]> {
  const isAway = (name: Placed) => presentUnavailable(name, shownCurrency(ctx, registrar), "registry_away");
  try {
    const answers = await withTimeout(registrar.checkAvailability(names.map(({ name }) => name)));
    const byName = new Map(answers.map((answer) => [answer.name, answer]));
    return names.map((name) => {
      const answer = byName.get(name.name);
      return answer ? present(name, withQuotes(ctx, answer)) : isAway(name);
    });
  } catch (error) {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    ctx.log.warn({ err: error }, "search results exclude an unavailable registry");
    return names.map(isAway);
  }
}

async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RegistrarError("unavailable", "no answer in time")), patienceMs);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

const noPrices = { monthlyPriceCents: 0, registerYearCents: 0, renewYearCents: 0 };

function present(name: Placed, answer: QuotedName): DomainSuggestion {
  const { available, premium, register, renew, currency } = answer;
  const unavailable = { ...shownOf(name), available: false, premium, ...noPrices, currency };
  if (!available || !register || !renew) {
    return { ...unavailable, reason: available ? "not_offered" : (answer.reason ?? "taken") };
  }
  return {
    ...unavailable,
    available,
    reason: null,
    monthlyPriceCents: monthlyPriceCents(register.price.priceCents),
    registerYearCents: register.price.priceCents,
    renewYearCents: renew.price.priceCents,
  };
}

const presentUnavailable = (
  name: Placed,
  currency: string,
  reason: DomainSuggestion["reason"],
): DomainSuggestion => ({
  ...shownOf(name),
  available: false,
  premium: false,
  reason,
  ...noPrices,
  currency,
});

const shownOf = ({ name, unicodeName, tld, warnings, position }: Placed) => ({
  name,
  unicodeName,
  tld,
  warnings,
  position,
});
