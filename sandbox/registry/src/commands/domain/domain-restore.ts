import type { DomainRestoreCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { requestRestore, takeRestoreReport } from "../../rules/deletion.ts";
import { rgpStatusesOf } from "../../rules/domain.ts";
import { assertAgreed, feeOf, priceOf } from "../../rules/prices.ts";
import { saveDomain } from "../../state/domains.ts";
import { bookCharges, readAccount, requireFunds } from "../../state/registrars.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { offeredName, ownDomain } from "./domain-access.ts";

export async function restoreDomain(context: CommandContext, command: DomainRestoreCommand): Promise<Done> {
  const name = offeredName(command.name);
  const { registrar, now } = context;
  // Only the request has a price. The report is free.
  const price = command.report ? 0 : priceOf(name, "restore", 1);
  const after = await context.sql.begin(async (tx) => {
    const domain = await ownDomain(tx, name, context);
    const next = command.report
      ? takeRestoreReport(domain, registrar, now)
      : requestRestore(domain, registrar, now);
    const charge = { registrar, cents: price };
    if (!command.report) {
      assertAgreed(name, "restore", 1, command.fee);
      await requireFunds(tx, charge);
    }
    await saveDomain(tx, next);
    await bookCharges(tx, [charge]);
    return next;
  });
  return {
    code: after.phase ? 1001 : 1000,
    parts: encodeResult("domain:restore", {
      rgpStatuses: after.phase ? rgpStatusesOf(after, now) : [],
      ...feeOf(name, await readAccount(context.sql, registrar), command.report ? {} : { price }),
    }),
  };
}
