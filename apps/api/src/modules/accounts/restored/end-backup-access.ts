import {
  apiKeys,
  credentials,
  outgoingEmails,
  personTokens,
  sessions,
  type Transaction,
  trustedDevices,
  verifications,
} from "@zonepost/db";
import { and, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { auditAll } from "../../../kernel/audit.ts";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { passwordResetTask } from "../passwords/request-password-reset.ts";
import type { EmailPorts } from "../ports.ts";
import { type RestoredWorkspace, readRestoredWorkspaces } from "./read-restored-workspaces.ts";
import { restoredEmail } from "./restored-email.ts";

/** Emails with links that the restore has voided. Any other that waited in the backup is sent, perhaps a second time. */
export const voidEmailKinds = ["magic_link", "password_reset", "email_change", "invitation"];

export type EndedAccess = {
  keyCount: number;
  passwordCount: number;
  ownerCount: number;
  droppedEmailCount: number;
};

type Restored = {
  /** ISO time of the state that was restored; null if it isn't known. */
  restoredTo: string | null;
  panelUrl: string;
  listMailboxes(db: Queryable, workspaceId: string): Promise<string[]>;
};

/**
 * Ends what a backup can't vouch for, in the transaction that releases a restored installation: a key may have been
 * revoked since, a password changed, a session ended. Owners get one email with what they have to review.
 */
export async function endBackupAccess(
  tx: Transaction,
  ctx: Ctx & EmailPorts,
  { restoredTo, panelUrl, listMailboxes }: Restored,
): Promise<EndedAccess> {
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  const held = await tx
    .update(apiKeys)
    .set({ heldAt: now })
    .where(and(isNull(apiKeys.revokedAt), isNull(apiKeys.heldAt)))
    .returning({ workspaceId: apiKeys.workspaceId });
  const voided = await tx
    .update(credentials)
    .set({ passwordVoidAt: wallNow })
    .where(and(isNotNull(credentials.password), isNull(credentials.passwordVoidAt)))
    .returning({ id: credentials.id });
  for (const table of [sessions, trustedDevices, verifications, personTokens]) {
    await tx.delete(table);
  }
  const dropped = await tx
    .delete(outgoingEmails)
    .where(inArray(outgoingEmails.kind, voidEmailKinds))
    .returning({ id: outgoingEmails.id });
  await tx.execute(sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = ${passwordResetTask}))`);
  const workspaces = await readRestoredWorkspaces(tx);
  const keysOf = Map.groupBy(held, ({ workspaceId }) => workspaceId);
  await auditAll(
    tx,
    ctx,
    workspaces.map(({ id, name }) => ({
      workspaceId: id,
      action: "workspace.restored",
      target: name,
      details: { restoredTo, heldKeyCount: keysOf.get(id)?.length ?? 0 },
      occurredAt: now,
    })),
  );
  let ownerCount = 0;
  for (const workspace of workspaces) {
    ownerCount += await emailOwnersOnce(tx, ctx, { workspace, restoredTo, panelUrl, listMailboxes }, now);
  }
  return {
    keyCount: held.length,
    passwordCount: voided.length,
    ownerCount,
    droppedEmailCount: dropped.length,
  };
}

async function emailOwnersOnce(
  tx: Transaction,
  ctx: Ctx & EmailPorts,
  { workspace, listMailboxes, panelUrl, restoredTo }: Restored & { workspace: RestoredWorkspace },
  now: Date,
): Promise<number> {
  const owners = workspace.members.filter(({ role }) => role === "owner");
  if (owners.length > 0) {
    const mailboxes = await listMailboxes(tx, workspace.id);
    const email = restoredEmail({
      workspace,
      mailboxes,
      restoredTo,
      reviewUrl: `${panelUrl}/settings/people`,
    });
    for (const { email: to } of owners) {
      await enqueueEmail(tx, ctx, { ...email, to, onlyToMemberOf: workspace.id }, now);
    }
  }
  return owners.length;
}
