import { mailDomains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { emailMembers } from "../../accounts/index.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { nextNoticeOf, renewedPlanOf } from "../model/plan-policy.ts";
import type { MailPorts } from "../ports.ts";
import { planEndsEmail } from "./plan-email.ts";
import { readPlanCost } from "./read-plan-cost.ts";

export type NoticeCtx = Ctx & Pick<MailPorts, "priceList" | "secretBox" | "panelUrl">;

export const duePlanNotices: DueRows = {
  table: mailDomains,
  id: mailDomains.id,
  workspaceId: mailDomains.workspaceId,
  dueAt: mailDomains.nextNoticeAt,
};

/** The emails and the next date are stored in one transaction, so that each date has one email. */
export const sendPlanNotices = (ctx: NoticeCtx, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, duePlanNotices, signal, async (id, now) => {
    await ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(mailDomains).where(eq(mailDomains.id, id)).for("update");
      if (!row?.nextNoticeAt || row.nextNoticeAt > now) {
        return;
      }
      await tx
        .update(mailDomains)
        .set({ nextNoticeAt: nextNoticeOf(row, now) })
        .where(eq(mailDomains.id, id));
      if (!isFree(ctx, row)) {
        const cost = await readPlanCost(tx, ctx, row);
        await emailMembers(tx, ctx, row, planEndsEmail({ ...row, cost, now, panelUrl: ctx.panelUrl }), now);
      }
    });
    return true;
  });

const isFree = ({ priceList }: Pick<MailPorts, "priceList">, row: MailDomainRow): boolean =>
  priceList.mailPlans[renewedPlanOf(row)].priceCents === 0;
