import type { Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { countExactly, rateLimited } from "../../../kernel/limits/rate-limit.ts";

const mailsPerMinute = 30;
const mailsPerDayToAddress = 10;

/**
 * Limits mails to strangers, which spammers look for: the limit is per workspace, however many people and keys it has.
 */
export async function limitInvitationMails({ db, clock, actor }: WorkspaceCtx): Promise<void> {
  await countExactly(db, `invitation-mails:${actor.workspaceId}`, mailsPerMinute, clock.wallNow());
}

/**
 * A lower limit per address, so that canceling and inviting again doesn't help. Checked under the workspace's lock;
 * the audit log has an entry for each mail.
 */
export async function limitInvitationsToAddress(
  tx: Transaction,
  input: { workspaceId: string; email: string; now: Date },
): Promise<void> {
  const dayAgo = new Date(input.now.getTime() - dayMs).toISOString();
  const [oldest] = await tx.execute<{ sentAtMs: number }>(sql`
    select (extract(epoch from occurred_at) * 1000)::float8 as "sentAtMs" from audit_entries
    where workspace_id = ${input.workspaceId} and lower(target) collate "C" = ${input.email.toLowerCase()}
      and action in ('invitation.created', 'invitation.resent') and occurred_at > ${dayAgo}::timestamptz
    order by occurred_at desc offset ${mailsPerDayToAddress - 1} limit 1`);
  if (oldest) {
    throw rateLimited(Math.ceil((oldest.sentAtMs + dayMs - input.now.getTime()) / 1000));
  }
}
