import type { Ctx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts, Send } from "../ports.ts";
import { carryOutIntents } from "./change-at-registry.ts";
import type { IntentChange } from "./intents.ts";
import { sendDelegation } from "./promised-delegation.ts";
import { takeOverIntent } from "./record-intent.ts";
import { sendTerm } from "./send-term.ts";

/**
 * Sends what an operation promised and what has not come to be, once nobody else can be at it. False where it is of a
 * kind that is never sent again.
 */
export async function goOnWithIntent(
  ctx: Ctx & DomainPorts,
  row: DomainRow,
  intent: { id: string; change: unknown },
): Promise<boolean> {
  const send = sendPromised(ctx, row, intent.change as IntentChange, await ctx.clock.now());
  if (!send) {
    return false;
  }
  if (await takeOverIntent(ctx, intent.id)) {
    await carryOutIntents(ctx, row, [intent.id], send).catch((error: unknown) => {
      if (!(error instanceof AppError)) {
        throw error;
      }
      ctx.log.warn({ err: error, domain: row.name }, "an operation that was gone on with was refused");
    });
  }
  return true;
}

const sendPromised = (ctx: Ctx, row: DomainRow, change: IntentChange, now: Date): Send | undefined =>
  change.kind === "change_nameservers" ? sendDelegation(row.name, change) : sendTerm(ctx, row, change, now);
