import type { Ctx } from "../../../../kernel/ctx.ts";
import type { DomainRow } from "../../model/domain-row.ts";
import type { DomainPorts, Send } from "../../ports.ts";
import type { IntentChange } from "../intents/intent-change.ts";
import { sendDelegation } from "./send-delegation.ts";
import { sendDeletion } from "./send-deletion.ts";
import { sendLock } from "./send-lock.ts";
import { sendRenewal } from "./send-renewal.ts";
import { sendRestore } from "./send-restore.ts";

/**
 * Resends a change whose process has died. Each of these reads the registry first, so that nothing is done twice.
 * Undefined for changes that are never resent.
 */
export function sendOf(
  ctx: Pick<Ctx, "log"> & Pick<DomainPorts, "registrars">,
  row: DomainRow,
  change: IntentChange,
  now: Date,
): Send | undefined {
  switch (change.kind) {
    case "change_nameservers":
      return sendDelegation(row, change);
    case "change_lock":
      return sendLock(row, change);
    case "renew":
      return sendRenewal(row, change);
    case "delete":
      return sendDeletion(row);
    case "restore":
      return sendRestore(ctx, row, change, now);
    default:
      return undefined;
  }
}
