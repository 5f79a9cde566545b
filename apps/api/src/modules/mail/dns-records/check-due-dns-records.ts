import { mailDnsChecks, mailDomains, type Transaction } from "@zonepost/db";
import { and, eq, lte } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { isInUse, type MailDomainRow } from "../model/mail-domain-row.ts";
import { type PlacingCtx, placeMailRecords } from "../zone-records/place-mail-records.ts";
import { type CheckPorts, checkDnsRecords } from "./check-dns-records.ts";
import { firstCheckAt, nextCheckOf } from "./policies/record-health-policy.ts";

const dueChecks: DueRows = {
  table: mailDnsChecks,
  id: mailDnsChecks.mailDomainId,
  workspaceId: mailDnsChecks.workspaceId,
  dueAt: mailDnsChecks.nextCheckAt,
};

const parallelChecks = 4;

/** Mail that was activated, or came back, is checked soon. */
export async function scheduleDnsCheck(
  tx: Transaction,
  { id: mailDomainId, workspaceId }: Pick<MailDomainRow, "id" | "workspaceId">,
  now: Date,
): Promise<void> {
  const nextCheckAt = firstCheckAt(now);
  await tx
    .insert(mailDnsChecks)
    .values({ mailDomainId, workspaceId, nextCheckAt })
    .onConflictDoUpdate({ target: mailDnsChecks.mailDomainId, set: { nextCheckAt } });
}

export const checkDueDnsRecords = (ctx: Ctx & CheckPorts, signal: AbortSignal): Promise<void> =>
  forEachDueRow(
    ctx,
    dueChecks,
    signal,
    async (id, now) => {
      // Moved on first: another worker leaves it alone, and a check that fails is repeated with the next one.
      const [claimed] = await ctx.db
        .update(mailDnsChecks)
        .set({ nextCheckAt: nextCheckOf(id, false, now) })
        .where(and(eq(mailDnsChecks.mailDomainId, id), lte(mailDnsChecks.nextCheckAt, now)))
        .returning({ id: mailDnsChecks.mailDomainId });
      const [mailDomain] = claimed
        ? await ctx.db
            .select()
            .from(mailDomains)
            .where(and(eq(mailDomains.id, id), isInUse))
        : [];
      if (mailDomain && !(await placeBeforeCheck(ctx, id, now))) {
        await checkDnsRecords(ctx, mailDomain, signal).catch((error: unknown) => {
          ctx.log.warn({ err: error, mailDomainId: id }, "the DNS records of a mail domain weren't checked");
        });
      }
      return true;
    },
    { parallel: parallelChecks },
  );

/** After a change of the settings. If the zone has changed, the check waits until the nameservers have it. */
const placeBeforeCheck = (ctx: PlacingCtx, id: string, now: Date): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(mailDomains)
      .where(and(eq(mailDomains.id, id), isInUse))
      .for("update");
    const isChanged = row !== undefined && (await placeMailRecords(tx, ctx, row));
    if (isChanged) {
      await scheduleDnsCheck(tx, row, now);
    }
    return isChanged;
  });
