import { mailDomains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import type { MailPorts } from "../ports.ts";
import { generateDkimKey } from "./generate-dkim-key.ts";
import { findPendingKey, storePendingKey } from "./rotate-dkim-key.ts";
import { restartSchedule } from "./signing-key.ts";

export const dueRotations: DueRows = {
  table: mailDomains,
  id: mailDomains.id,
  workspaceId: mailDomains.workspaceId,
  dueAt: mailDomains.dkimRotatesAt,
};

/** Starts the rotations of the schedules. Mail that is out of use waits for the next date. */
export const startDueRotations = (
  ctx: Ctx & Pick<MailPorts, "secretBox" | "mailDnsSettings">,
  signal: AbortSignal,
): Promise<void> =>
  forEachDueRow(ctx, dueRotations, signal, async (id, now) => {
    const key = await generateDkimKey();
    await ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(mailDomains).where(eq(mailDomains.id, id)).for("update");
      if (!row?.dkimRotatesAt || row.dkimRotatesAt > now) {
        return;
      }
      const isInUse = !row.leftAt && !row.deactivatedAt && row.paidUntil > now;
      if (isInUse && !(await findPendingKey(tx, row))) {
        await storePendingKey(tx, ctx, row, key, now);
      } else {
        await restartSchedule(tx, id, now);
      }
    });
    return true;
  });
