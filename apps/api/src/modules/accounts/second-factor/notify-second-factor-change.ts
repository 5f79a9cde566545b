import type { Transaction } from "@zonepost/db";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import { type OwnAccountCtx, securityUrl } from "../sessions/own-account-ctx.ts";
import { type SecondFactorChange, secondFactorChangedEmail } from "./second-factor-email.ts";

/** Writes a mail to the person and an audit entry, in the transaction of the change. */
export async function notifySecondFactorChange(
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
