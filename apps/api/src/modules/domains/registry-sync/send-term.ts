import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { addDays } from "../model/schedule.ts";
import { missingYears } from "../model/term.ts";
import { rulesOfTld } from "../model/tld-rules.ts";
import { type Registrar, RegistrarError, type RegistryDomain, type Send } from "../ports.ts";
import type { IntentChange } from "./intents.ts";

// Each looks before it sends: what the registry has done already, for us or by itself, is not asked for once more.
// So whoever takes over from a process that died may send again.

type Renewal = Extract<IntentChange, { kind: "renew" }>;
type Restore = Extract<IntentChange, { kind: "restore" }>;
type Named = Pick<DomainRow, "name">;

const maxAttempts = 3;

/** How a change of a domain's term is sent, whoever sends it; undefined for changes of another kind. */
export function sendTerm(
  ctx: Pick<Ctx, "log">,
  row: DomainRow,
  change: IntentChange,
  now: Date,
): Send | undefined {
  if (change.kind === "renew") {
    return sendRenewal(row, change);
  }
  if (change.kind === "delete") {
    return sendDeletion(row);
  }
  if (change.kind === "restore") {
    return sendRestore(ctx, row, change, now);
  }
  return undefined;
}

/** Renews by the years that the registry's date falls short; none where it has renewed by itself. */
export const sendRenewal =
  ({ name }: Named, change: Renewal): Send =>
  async (registrar, options) => {
    for (let attempt = 1; ; attempt += 1) {
      const held = await readHeld(registrar, name);
      if (held.statuses.includes("pendingRenew")) {
        return "pending";
      }
      const { registryExpiresAt } = held;
      const years = missingYears(registryExpiresAt, new Date(change.toRegistryExpiresAt));
      if (years === 0) {
        return "completed";
      }
      const agreed = { ...change.year, priceCents: change.year.priceCents * years };
      try {
        return await registrar.renewDomain({ name, years, registryExpiresAt, agreed }, options);
      } catch (error) {
        // The registry renewed it by itself between the look and the renewal.
        const isMoved = error instanceof RegistrarError && error.reason === "expiry_changed";
        if (!isMoved || attempt === maxAttempts) {
          throw error;
        }
      }
    }
  };

export const sendDeletion =
  ({ name }: Named): Send =>
  async (registrar, options) => {
    const answer = await registrar.readDomain(name);
    if (answer.kind === "unregistered") {
      return "completed";
    }
    if (answer.kind === "elsewhere") {
      throw missing(name);
    }
    if (answer.domain.statuses.includes("pendingDelete")) {
      return "completed";
    }
    return registrar.deleteDomain(name, options);
  };

/** Restores, and renews by the year that goes with it. Without our renewal the registry renews by itself. */
export const sendRestore =
  (
    ctx: Pick<Ctx, "log">,
    row: Named & Pick<DomainRow, "tld" | "statusEndsAt">,
    change: Restore,
    now: Date,
  ): Send =>
  async (registrar, options) => {
    const { name } = row;
    const before = await readHeld(registrar, name);
    if (before.statuses.includes("pendingDelete")) {
      const taken = await registrar.restoreDomain(
        {
          name,
          agreed: change.restore,
          before,
          deletedAt: addDays(row.statusEndsAt ?? now, -rulesOfTld(row.tld).redemptionDays),
          restoredAt: now,
        },
        options,
      );
      if (taken === "pending") {
        return taken;
      }
    }
    await renewRestored(registrar, name, change).catch((error: unknown) => {
      if (!(error instanceof RegistrarError)) {
        throw error;
      }
      ctx.log.warn({ err: error, domain: name }, "a restored domain is left to the registry to renew");
    });
    return "completed";
  };

async function renewRestored(registrar: Registrar, name: string, change: Restore): Promise<void> {
  const { registryExpiresAt } = await readHeld(registrar, name);
  const years = missingYears(registryExpiresAt, new Date(change.toPaidUntil));
  if (years === 0) {
    return;
  }
  const agreed = { ...change.year, priceCents: change.year.priceCents * years };
  await registrar.renewDomain({ name, years, registryExpiresAt, agreed });
}

const missing = (name: string) => new RegistrarError("missing", `the registry does not hold ${name} for us`);

async function readHeld(registrar: Registrar, name: string): Promise<RegistryDomain> {
  const answer = await registrar.readDomain(name);
  if (answer.kind !== "held") {
    throw missing(name);
  }
  return answer.domain;
}
