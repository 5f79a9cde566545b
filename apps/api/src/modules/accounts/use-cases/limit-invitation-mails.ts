import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { countExactly } from "../../../kernel/rate-limit.ts";

const mailsPerMinute = 30;

/** Mail to strangers is what spammers want: a workspace sends few, however many people and keys it has. */
export async function limitInvitationMails({ db, clock, actor }: WorkspaceCtx): Promise<void> {
  await countExactly(db, `invitation-mails:${actor.workspaceId}`, mailsPerMinute, clock.wallNow());
}
