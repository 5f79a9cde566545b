import type { Ctx } from "../../../../kernel/ctx.ts";
import type { DomainRow } from "../../model/domain-row.ts";
import { readHeld } from "../../model/registrar.ts";
import { type DomainPorts, type Registrar, RegistrarError, type Send } from "../../ports.ts";
import { addDays } from "../../rules/schedule.ts";
import { missingYears } from "../../rules/term.ts";
import { costOfStored, type IntentChange } from "../intents/intent-change.ts";

type Restore = Extract<IntentChange, { kind: "restore" }>;

/** Restores a domain and renews it by the included year, each unless already done. Safe to repeat. */
export const sendRestore =
  (
    ctx: Pick<Ctx, "log"> & Pick<DomainPorts, "registrars">,
    row: Pick<DomainRow, "name" | "tld" | "statusEndsAt">,
    change: Restore,
    now: Date,
  ): Send =>
  async (registrar, options) => {
    const { name } = row;
    const before = await readHeld(registrar, name);
    if (before.statuses.includes("pendingDelete")) {
      const outcome = await registrar.restoreDomain(
        {
          name,
          agreed: costOfStored(change.restore),
          before,
          deletedAt: addDays(row.statusEndsAt ?? now, -ctx.registrars.rulesOf(row.tld).redemptionDays),
          restoredAt: now,
        },
        options,
      );
      if (outcome === "pending") {
        return outcome;
      }
    }
    // Without our renewal, the registry auto-renews at the domain's expiry.
    await renewRestored(registrar, name, change).catch((error: unknown) => {
      if (!(error instanceof RegistrarError)) {
        throw error;
      }
      ctx.log.warn({ err: error, domain: name }, "couldn't renew a restored domain; the registry will");
    });
    return "completed";
  };

async function renewRestored(registrar: Registrar, name: string, change: Restore): Promise<void> {
  const { registryExpiresAt } = await readHeld(registrar, name);
  const years = missingYears(registryExpiresAt, new Date(change.toPaidUntil));
  if (years === 0) {
    return;
  }
  const agreed = costOfStored(change.year, years);
  await registrar.renewDomain({ name, years, registryExpiresAt, agreed });
}
