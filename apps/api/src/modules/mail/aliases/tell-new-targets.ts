import type { Transaction } from "@zonepost/db";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import { readIsInternal } from "../forwarding/describe-targets.ts";
import type { AliasRow } from "./present-aliases.ts";

/** Emails the owners about new targets outside the workspace, and about any new target of a catch-all. */
export async function tellNewTargets(
  tx: Transaction,
  ctx: WorkspaceCtx,
  { fromAddress }: Pick<AliasRow, "fromAddress">,
  { added, now }: { added: readonly string[]; now: Date },
): Promise<void> {
  const isInternal = await readIsInternal(tx, ctx);
  const isCatchAll = fromAddress.startsWith("*@");
  const told = isCatchAll ? added : added.filter((address) => !isInternal(address));
  if (told.length > 0) {
    await queueChangeNotices(tx, ctx, [
      {
        workspaceId: ctx.actor.workspaceId,
        kind: isCatchAll ? "catch_all" : "alias_targets",
        target: fromAddress,
        detail: told.join(", "),
        occurredAt: now,
      },
    ]);
  }
}
