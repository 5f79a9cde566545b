import type { Db } from "@zonepost/db";
import { z } from "zod";
import type { DueWork } from "../../kernel/due-work.ts";
import type { EmailPorts, Mailer } from "./ports.ts";
import { isEmailWaiting } from "./queries/is-email-waiting.ts";
import { sendEmailTask } from "./use-cases/enqueue-email.ts";
import { sendEmail } from "./use-cases/send-email.ts";

const payload = z.object({ emailId: z.uuid() });

/** Jobs by name, for the job runner; one that fails is tried again with growing delays. */
export function accountTasks(
  deps: { db: Db; mailer: Mailer } & EmailPorts,
): Record<string, (payload: unknown) => Promise<void>> {
  return { [sendEmailTask]: (job) => sendEmail(deps, payload.parse(job).emailId) };
}

/** Mail has no due time of its own; the sandbox clock only waits for what is under way. */
export const outgoingEmailWork: DueWork = {
  name: "outgoing e-mail",
  nextDueAt: async () => null,
  isBusy: isEmailWaiting,
};
