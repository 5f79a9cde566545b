import { domainIntents, domains } from "@zonepost/db";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts } from "../ports.ts";
import type { OpenIntent } from "./decisions/decision.ts";
import { readOpenIntents } from "./intents/read-open-intents.ts";
import { moveIntents } from "./intents/write-intents.ts";
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

/**
 * Takes over an intent that was never sent, or whose process died. Returns false if it is settled or being sent, or if
 * another change of the same nameservers is, because the two would produce an unwanted mix.
 */
async function takeOverIntent(
  ctx: Ctx,
  { id, domainId }: { id: string; domainId: string },
): Promise<boolean> {
  const wallNow = ctx.clock.wallNow();
  return ctx.db.transaction(async (tx) => {
    await tx.select({ id: domains.id }).from(domains).where(eq(domains.id, domainId)).for("update");
    const open = await readOpenIntents(tx, eq(domainIntents.domainId, domainId), wallNow);
    const intent = open.find((one) => one.id === id);
    const isMixing =
      intent?.change.kind === "change_nameservers" &&
      open.some(({ change, isInFlight }) => isInFlight && change.kind === "change_nameservers");
    if (!intent || intent.isInFlight || isMixing) {
      return false;
    }
    const isFree = or(isNull(domainIntents.leasedUntil), lte(domainIntents.leasedUntil, ctx.clock.wallNow()));
    const moved = await moveIntents(tx, "send", and(eq(domainIntents.id, id), isFree), wallNow);
    return moved.length > 0;
  });
}
