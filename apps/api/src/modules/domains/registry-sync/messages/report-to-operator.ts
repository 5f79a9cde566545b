import { registryMessages } from "@zonepost/db";
import { and, asc, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "../../../../kernel/ctx.ts";
import { enqueueEmail } from "../../../accounts/index.ts";
import type { OperatorPorts } from "../../ports.ts";
import { registryMessagesEmail } from "./operator-email.ts";

const messagesPerMail = 50;

/** Mails the operator what registries wrote about no domain of ours: one mail for all that is new. */
export async function reportToOperator(ctx: Ctx & OperatorPorts): Promise<void> {
  const { email: to } = ctx.operator;
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const messages = await tx
      .select()
      .from(registryMessages)
      .where(and(isNull(registryMessages.reportedAt), isNull(registryMessages.domainId)))
      .orderBy(asc(registryMessages.id))
      .limit(messagesPerMail)
      .for("update", { skipLocked: true });
    if (messages.length === 0) {
      return;
    }
    if (to !== undefined) {
      await enqueueEmail(tx, ctx, { ...registryMessagesEmail(messages), to }, now);
    }
    const ids = messages.map(({ id }) => id);
    await tx.update(registryMessages).set({ reportedAt: now }).where(inArray(registryMessages.id, ids));
  });
}
