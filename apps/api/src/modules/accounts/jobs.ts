import { z } from "zod";
import type { Ctx } from "../../kernel/ctx.ts";
import { dueWorkOf } from "../../kernel/due-work/due-rows.ts";
import type { DueWork, Sweep } from "../../kernel/due-work/due-work.ts";
import { changeKinds } from "./email/changes/change-email.ts";
import { changeNoticesTask } from "./email/changes/queue-change-notices.ts";
import { sendChangeNotices } from "./email/changes/send-change-notices.ts";
import { sendEmailTask } from "./email/enqueue-email.ts";
import { emailWaitingSince, isEmailWaiting } from "./email/is-email-waiting.ts";
import { type SendEmailDeps, sendEmail } from "./email/send-email.ts";
import { dueErasures } from "./erasure/continue-erasure.ts";
import { continueDueErasures, deleteDueAccounts, dueDeletions } from "./erasure/delete-due-accounts.ts";
import type { ErasurePorts } from "./erasure/erasure-ports.ts";
import { mailPasswordReset, passwordResetTask } from "./passwords/request-password-reset.ts";

const emailPayload = z.object({ emailId: z.uuid() });
const changesPayload = z.object({ workspaceId: z.uuid(), kind: z.enum(changeKinds), toAddress: z.string() });
const passwordResetPayload = z.object({ email: z.string(), browser: z.string().optional() });

type JobRun = { job: { attempts: number; max_attempts: number } };

/** Failed jobs are retried with growing delays, for about four days. */
export function accountTasks(
  deps: SendEmailDeps & { panelUrl: string },
): Record<string, (payload: unknown, run: JobRun) => Promise<void>> {
  return {
    [sendEmailTask]: (job, { job: { attempts, max_attempts } }) =>
      sendEmail(deps, {
        emailId: emailPayload.parse(job).emailId,
        isFirstAttempt: attempts === 1,
        isLastAttempt: attempts >= max_attempts,
      }),
    [changeNoticesTask]: (job) => sendChangeNotices(deps, changesPayload.parse(job)),
    [passwordResetTask]: (job) => mailPasswordReset(deps, passwordResetPayload.parse(job)),
  };
}

/** Mail has no due time; the sandbox clock only waits for mails being sent. */
export const outgoingEmailWork: DueWork = {
  name: "outgoing email",
  nextDueAt: async () => null,
  isBusy: isEmailWaiting,
  waitingSince: emailWaitingSince,
};

const deletions = "deletions of accounts";
const unfinishedErasures = "erasures";

export const erasureWorks: readonly DueWork[] = [
  dueWorkOf(deletions, dueDeletions),
  dueWorkOf(unfinishedErasures, dueErasures),
];

export function createErasureSweeps(ctx: Omit<Ctx, "actor"> & ErasurePorts): Sweep[] {
  const sweep = (
    name: string,
    work: (ctx: Ctx & ErasurePorts, signal: AbortSignal) => Promise<void>,
  ): Sweep => ({
    name,
    wakeReasons: ["clock"],
    pollIntervalMs: 30_000,
    run: (signal) => work({ ...ctx, actor: { kind: "system", job: name } }, signal),
  });
  return [sweep(deletions, deleteDueAccounts), sweep(unfinishedErasures, continueDueErasures)];
}
