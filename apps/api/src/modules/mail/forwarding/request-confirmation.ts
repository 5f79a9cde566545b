import { mailDomains, mailForwardTargets, type Transaction } from "@zonepost/db";
import { and, asc, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { rateLimited } from "../../../kernel/limits/rate-limit.ts";
import {
  enqueueEmail,
  generateToken,
  hashToken,
  readWorkspaceForEmail,
  shareOf,
} from "../../accounts/index.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import type { MailPorts } from "../ports.ts";
import { filterOutside } from "./describe-targets.ts";
import { forwardingConfirmationEmail } from "./forwarding-email.ts";
import { isConfirmationDue, linkExpiry, newTargetsPerDay } from "./policy.ts";
import { readSources } from "./read-sources.ts";

export type ConfirmationCtx = WorkspaceCtx & Pick<MailPorts, "secretBox" | "panelUrl">;

export type ForwardingDomain = Pick<MailDomainRow, "id" | "workspaceId" | "domainName">;

/**
 * Emails the external addresses that haven't been asked yet, or whose link has expired. Call it in the transaction of
 * the change, under `lockForwarding` and after the aliases and accounts are written, because the email names them.
 */
export async function requestConfirmation(
  tx: Transaction,
  ctx: ConfirmationCtx,
  mailDomain: ForwardingDomain,
  { addresses, now }: { addresses: readonly string[]; now: Date },
): Promise<void> {
  const external = await filterOutside(tx, ctx, [...new Set(addresses)]);
  if (external.length === 0) {
    return;
  }
  const rows = await tx
    .select()
    .from(mailForwardTargets)
    .where(
      and(eq(mailForwardTargets.mailDomainId, mailDomain.id), inArray(mailForwardTargets.address, external)),
    );
  const due = external.filter((address) =>
    isConfirmationDue(
      rows.find((row) => row.address === address),
      now,
    ),
  );
  for (const address of due) {
    await sendConfirmation(tx, ctx, mailDomain, { address, now });
  }
  if (due.length > 0) {
    await requireWithinDay(tx, mailDomain.workspaceId, now);
  }
}

/** Replaces the link of an earlier email. */
export async function sendConfirmation(
  tx: Transaction,
  ctx: Pick<ConfirmationCtx, "secretBox" | "panelUrl">,
  { id: mailDomainId, workspaceId, domainName }: ForwardingDomain,
  { address, now }: { address: string; now: Date },
): Promise<void> {
  const token = generateToken();
  const sent = { tokenHash: hashToken(token), sentAt: now, confirmedAt: null, stoppedAt: null };
  await tx
    .insert(mailForwardTargets)
    .values({ mailDomainId, address, ...sent, createdAt: now })
    .onConflictDoUpdate({ target: [mailForwardTargets.mailDomainId, mailForwardTargets.address], set: sent });
  const workspace = await readWorkspaceForEmail(tx, workspaceId);
  const expiresAt = linkExpiry({ sentAt: now });
  const email = forwardingConfirmationEmail({
    workspaceName: workspace?.name ?? "",
    domainName,
    fromAddresses: await readSources(tx, mailDomainId, address),
    address,
    // The secret is in the fragment, so only the request that uses it sends it to a server.
    url: `${ctx.panelUrl}/auth/mail-forwarding#token=${token}`,
    expiresAt,
  });
  const { language } = workspace ?? {};
  await enqueueEmail(tx, ctx, { ...email, to: address, language, expiresAt, share: shareOf("other") }, now);
}

/** Throws if the workspace has asked too many addresses in the last 24 hours. */
async function requireWithinDay(tx: Transaction, workspaceId: string, now: Date): Promise<void> {
  const isRecent: SQL | undefined = and(
    eq(mailDomains.workspaceId, workspaceId),
    gt(mailForwardTargets.sentAt, new Date(now.getTime() - dayMs)),
  );
  const recent = await tx
    .select({ sentAt: mailForwardTargets.sentAt })
    .from(mailForwardTargets)
    .innerJoin(mailDomains, eq(mailDomains.id, mailForwardTargets.mailDomainId))
    .where(isRecent)
    .orderBy(asc(mailForwardTargets.sentAt))
    .limit(newTargetsPerDay + 1);
  const [oldest] = recent;
  if (oldest && recent.length > newTargetsPerDay) {
    throw rateLimited(Math.ceil((oldest.sentAt.getTime() + dayMs - now.getTime()) / 1000));
  }
}
