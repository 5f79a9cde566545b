import { registryBalances, registryMessages, type Transaction } from "@zonepost/db";
import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Ctx } from "../../../../kernel/ctx.ts";
import { enqueueEmail } from "../../../accounts/index.ts";
import type { AgreedPrice, OperatorPorts } from "../../ports.ts";
import { formatMoney } from "../../rules/price.ts";
import { lowBalanceEmail, registryMessagesEmail } from "./operator-email.ts";

const messagesPerMail = 50;

/** Mails the operator what registries wrote about no domain of ours: one mail for all that is new. */
export async function reportToOperator(ctx: Ctx & OperatorPorts): Promise<void> {
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
    for (const { registrar, details } of messages) {
      const balance = details.balance as AgreedPrice | undefined;
      if (balance) {
        await noteBalance(tx, ctx, registrar, balance, now);
      }
    }
    await mailOperator(tx, ctx, registryMessagesEmail(messages), now);
    const ids = messages.map(({ id }) => id);
    await tx.update(registryMessages).set({ reportedAt: now }).where(inArray(registryMessages.id, ids));
  });
}

/** Alerts the operator once when the balance falls below the limit. */
async function noteBalance(
  tx: Transaction,
  ctx: Ctx & OperatorPorts,
  registrar: string,
  balance: AgreedPrice,
  now: Date,
): Promise<void> {
  const { lowBalanceCents } = ctx.operator;
  const isLow = lowBalanceCents !== undefined && balance.priceCents < lowBalanceCents;
  const known = { balanceCents: balance.priceCents, currency: balance.currency, knownAt: now };
  await tx
    .insert(registryBalances)
    .values({ registrar, ...known, isLow: false })
    .onConflictDoUpdate({ target: registryBalances.registrar, set: known });
  const changed = await tx
    .update(registryBalances)
    .set({ isLow })
    .where(and(eq(registryBalances.registrar, registrar), ne(registryBalances.isLow, isLow)))
    .returning({ registrar: registryBalances.registrar });
  if (!isLow || changed.length === 0) {
    return;
  }
  const limit = { priceCents: lowBalanceCents, currency: balance.currency };
  ctx.log.error(
    { registrar, balance: formatMoney(balance), limit: formatMoney(limit) },
    "the balance at a registry is low",
  );
  await mailOperator(tx, ctx, lowBalanceEmail({ registrar, balance, limit }), now);
}

async function mailOperator(
  tx: Transaction,
  ctx: OperatorPorts,
  email: ReturnType<typeof lowBalanceEmail>,
  now: Date,
): Promise<void> {
  const { email: to } = ctx.operator;
  if (to !== undefined) {
    await enqueueEmail(tx, ctx, { ...email, to }, now);
  }
}
