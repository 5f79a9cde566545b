import type { Transaction } from "@zonepost/db";
import { type SecondFactorChange, secondFactorChangedEmail } from "../emails/index.ts";
import { enqueueEmail } from "./enqueue-email.ts";
import { type OwnAccountCtx, securityUrl } from "./own-account-ctx.ts";
import { recordPersonEvent } from "./record-person-event.ts";

/** By mail to the person and in the audit log, with the change itself. */
export async function tellSecondFactorChange(
  tx: Transaction,
  ctx: OwnAccountCtx,
  person: { id: string; email: string },
  what: { change: SecondFactorChange; backupCodesLeft?: number },
  now: Date,
): Promise<void> {
  const { change, ...details } = what;
  const email = secondFactorChangedEmail({
    ...what,
    at: now,
    ipAddress: ctx.ipAddress,
    securityUrl: securityUrl(ctx),
  });
  await enqueueEmail(tx, ctx, { ...email, to: person.email }, now);
  await recordPersonEvent(tx, ctx, { user: person, action: `second_factor.${change}`, details }, now);
}
