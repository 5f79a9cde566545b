import { mailDomains, type Transaction } from "@zonepost/db";
import type { MailDomain, MailDomainPatch } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import { changeRotationSchedule } from "../dkim/change-rotation-schedule.ts";
import { mailDeactivated, mailUnpaid } from "../errors.ts";
import { lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { isUnpaidAt, nextDatesOf } from "../model/plan-policy.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import type { MailPorts } from "../ports.ts";
import { placeMailRecords } from "../zone-records/place-mail-records.ts";
import { readMailDomain } from "./list-mail-domains.ts";

/** Everything but the plan, which an order changes. */
export type MailDomainChange = Omit<MailDomainPatch, "planSlug">;

type UpdateCtx = WorkspaceCtx & Pick<MailPorts, "mailDnsSettings">;

export async function updateMailDomain(
  ctx: UpdateCtx,
  { domainName, ...change }: MailDomainChange & { domainName: string },
): Promise<MailDomain> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockOwnMailDomain(tx, ctx, domainName, { isDeactivatedToo: true });
    const changed = await setSuspended(tx, ctx, row, change, now);
    await setAutoRenew(tx, ctx, changed, change, now);
    if (change.dkimRotationDays !== undefined) {
      await changeRotationSchedule(tx, ctx, changed, change.dkimRotationDays, now);
    }
  });
  return readMailDomain(ctx, domainName);
}

/** Returns the row afterwards. `suspended: false` also reactivates mail that was deactivated. */
async function setSuspended(
  tx: Transaction,
  ctx: UpdateCtx,
  row: MailDomainRow,
  { suspended }: MailDomainChange,
  now: Date,
): Promise<MailDomainRow> {
  const isDeactivated = row.deactivatedAt !== null;
  if (isDeactivated && suspended !== false) {
    throw mailDeactivated(row.erasesAt);
  }
  const isOff = isDeactivated || row.suspendedAt !== null;
  if (suspended === false && isUnpaidAt(row, now) && (isDeactivated || !isOff)) {
    throw mailUnpaid(row.paidUntil);
  }
  if (suspended === undefined || suspended === isOff) {
    return row;
  }
  const changed = suspended ? { ...row, suspendedAt: now } : { ...row, ...reactivated(row, now) };
  await tx.update(mailDomains).set(changed).where(eq(mailDomains.id, row.id));
  if (isDeactivated) {
    await placeMailRecords(tx, ctx, changed, { isStart: true });
  }
  await wakeMailHosts(tx);
  await audit(tx, ctx, {
    workspaceId: row.workspaceId,
    action: suspended
      ? "mail.suspended_by_user"
      : isDeactivated
        ? "mail.reactivated"
        : "mail.resumed_by_user",
    target: row.domainName,
    occurredAt: now,
  });
  if (suspended) {
    const about = { workspaceId: row.workspaceId, target: row.domainName, occurredAt: now };
    await queueChangeNotices(tx, ctx, [{ ...about, kind: "mail_suspended" }]);
  }
  return changed;
}

/** The renewal and the notices of deactivated mail were canceled. */
const reactivated = (row: MailDomainRow, now: Date) => ({
  suspendedAt: null,
  ...(row.deactivatedAt === null ? {} : { deactivatedAt: null, erasesAt: null, ...nextDatesOf(row, now) }),
});

async function setAutoRenew(
  tx: Transaction,
  ctx: WorkspaceCtx,
  row: MailDomainRow,
  { autoRenew = row.autoRenew }: MailDomainChange,
  now: Date,
): Promise<void> {
  if (row.autoRenew === autoRenew) {
    return;
  }
  await tx
    .update(mailDomains)
    .set({ autoRenew, ...nextDatesOf({ ...row, autoRenew }, now) })
    .where(eq(mailDomains.id, row.id));
  await audit(tx, ctx, {
    workspaceId: row.workspaceId,
    action: "mail.auto_renew_changed",
    target: row.domainName,
    details: { to: autoRenew },
    occurredAt: now,
  });
}
