import type { Transaction } from "@zonepost/db";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { isCatchAll } from "../../../kernel/fresh-proof.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import { filterOutside } from "../forwarding/describe-targets.ts";
import type { AliasRow } from "./present-aliases.ts";

/** Emails the owners about new targets outside the workspace, and about any new target of a catch-all. */
export async function tellNewTargets(
  tx: Transaction,
  ctx: WorkspaceCtx,
  { fromAddress }: Pick<AliasRow, "fromAddress">,
  { added, now }: { added: readonly string[]; now: Date },
): Promise<void> {
  const told = isCatchAll(fromAddress) ? added : await filterOutside(tx, ctx, added);
  if (told.length > 0) {
    await queueChangeNotices(tx, ctx, [
      {
        workspaceId: ctx.actor.workspaceId,
        kind: isCatchAll(fromAddress) ? "catch_all" : "alias_targets",
        target: fromAddress,
        detail: told.join(", "),
        occurredAt: now,
      },
    ]);
  }
}
