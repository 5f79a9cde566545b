import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts } from "../ports.ts";
import type { OpenIntent } from "./decisions/decision.ts";
import { takeOverIntent } from "./intents/take-over-intent.ts";
import { sendIntents } from "./send-intents.ts";
import { sendOf } from "./sends/send-of.ts";

/**
 * Sends an operation's remaining change, unless the registry has it or a process is sending it. Returns false for kinds
 * that are never resent. A refusal is recorded with the operation, and thrown.
 */
export async function resumeIntent(
  ctx: Ctx & DomainPorts,
  row: DomainRow,
  { id, change }: Pick<OpenIntent, "id" | "change">,
): Promise<boolean> {
  const send = sendOf(ctx, row, change, await ctx.clock.now());
  if (!send) {
    return false;
  }
  if (await takeOverIntent(ctx, { id, domainId: row.id })) {
    await sendIntents(ctx, row, [id], send);
  }
  return true;
}
