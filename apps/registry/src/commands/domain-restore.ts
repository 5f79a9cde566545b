import type { DomainRestoreCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { requestRestore, takeRestoreReport } from "../rules/deletion.ts";
import { rgpStatusesOf } from "../rules/domain.ts";
import { assertAgreed, chargedFor } from "../rules/prices.ts";
import { saveDomain } from "../state/domains.ts";
import type { CommandContext, Done } from "./command-context.ts";
import { offeredName, ownDomain } from "./domain-access.ts";

export async function restoreDomain(context: CommandContext, command: DomainRestoreCommand): Promise<Done> {
  const name = offeredName(command.name);
  const { registrar, now } = context;
  const after = await context.sql.begin(async (tx) => {
    const domain = await ownDomain(tx, name, context);
    const next = command.report
      ? takeRestoreReport(domain, registrar, now)
      : requestRestore(domain, registrar, now);
    // Only the request has a price. The report is free.
    if (!command.report) {
      assertAgreed(name, "restore", 1, command.fee);
    }
    await saveDomain(tx, next);
    return next;
  });
  return {
    code: after.phase ? 1001 : 1000,
    parts: encodeResult("domain:restore", {
      rgpStatuses: after.phase ? rgpStatusesOf(after, now) : [],
      ...(command.report ? {} : chargedFor(name, "restore", 1, command.fee)),
    }),
  };
}
