import { idPrefixes, type RecordPlace } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../kernel/ctx.ts";
import { type IdPrefix, rowId } from "../../kernel/ids.ts";
import type { RecordFinder } from "../../kernel/record-finders.ts";
import { hasRight, requireRight } from "../../kernel/rights.ts";
import { accountRecords } from "../accounts/index.ts";
import { domainRecords } from "../domains/index.ts";
import { mailRecords } from "../mail/index.ts";
import { orderRecords } from "../orders/index.ts";
import { paymentRecords } from "../payments/index.ts";
import { webhookRecords } from "../webhooks/index.ts";

const finders: Record<IdPrefix, RecordFinder | undefined> = {
  ...accountRecords,
  ...domainRecords,
  ...mailRecords,
  ...orderRecords,
  ...paymentRecords,
  ...webhookRecords,
  // A visit to the processor's page, which ends when the person comes back.
  cpg: undefined,
  // Only in the operator's export of the ledger.
  ltx: undefined,
};

/** Where the record of an ID is. Null for an ID that doesn't exist and for one that the caller can't see alike. */
export async function findRecord(ctx: WorkspaceCtx, id: string): Promise<RecordPlace | null> {
  requireRight(ctx.actor, "domains:read");
  const prefix = idPrefixes.find((each) => id.startsWith(`${each}_`));
  const finder = prefix && finders[prefix];
  const row = prefix && rowId(prefix, id);
  if (!finder || row === undefined || !hasRight(ctx.actor, finder.right)) {
    return null;
  }
  const within = await finder.find(ctx, row);
  return within === undefined ? null : { within };
}
