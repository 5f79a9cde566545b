import type { Clock } from "../../../kernel/clock.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { type QuotedName, withQuotes } from "../model/quote.ts";
import { type DomainPorts, type Registrar, type RegistrarAvailability, RegistrarError } from "../ports.ts";

/** Of standard names, by TLD. Registries that can't be reached are left out. */
export async function quoteTlds(ctx: WorkspaceCtx & DomainPorts): Promise<Map<string, QuotedName>> {
  const byRegistrar = Map.groupBy(ctx.registrars.offeredTlds, (tld) => ctx.registrars.forTld(tld));
  const answers = await Promise.all(
    [...byRegistrar].map(([registrar, group]) => (registrar ? answersOf(ctx, registrar, group) : [])),
  );
  return new Map(
    answers.flat().map((answer) => {
      const quoted = withQuotes(ctx, answer);
      return [answer.name.slice(answer.name.indexOf(".") + 1), quoted];
    }),
  );
}

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
