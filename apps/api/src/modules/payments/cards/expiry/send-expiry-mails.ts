import { paymentMethods } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../../kernel/due-work/due-work.ts";
import { emailMembers, readWorkspaceForEmail } from "../../../accounts/index.ts";
import type { PaymentPorts } from "../../ports.ts";
import type { PaymentMethodRow } from "../payment-method-row.ts";
import { cardExpiryEmail } from "./card-expiry-email.ts";
import { hasExpired, nextExpiryMailAt } from "./expiry-policy.ts";

type MailCtx = Ctx & Pick<PaymentPorts, "panelUrl" | "secretBox">;

export const dueExpiryMails: DueRows = {
  table: paymentMethods,
  id: paymentMethods.id,
  workspaceId: paymentMethods.workspaceId,
  dueAt: paymentMethods.nextExpiryMailAt,
};

/** The emails and the next date are stored in one transaction, so each date has one email. */
export const sendExpiryMails = (ctx: MailCtx, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueExpiryMails, signal, async (id, now) => {
    await ctx.db.transaction(async (tx) => {
      const [card] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, id)).for("update");
      if (!card?.nextExpiryMailAt || card.nextExpiryMailAt > now) {
        return;
      }
      await tx
        .update(paymentMethods)
        .set({ nextExpiryMailAt: nextExpiryMailAt(card, now) })
        .where(eq(paymentMethods.id, id));
      if (isNeeded(card) && !hasExpired(card, now)) {
        const { workspaceId } = card;
        const email = cardExpiryEmail({
          card,
          workspaceName: (await readWorkspaceForEmail(tx, workspaceId))?.name ?? "",
          cardsUrl: `${ctx.panelUrl}/payments#cards`,
        });
        await emailMembers(tx, ctx, { workspaceId }, email, now);
      }
    });
    return true;
  });

/** Renewals are charged to the default card only. */
const isNeeded = ({ isDefault, removedAt }: PaymentMethodRow): boolean => isDefault && removedAt === null;
