import type { MailAliasTarget, MailForwardingForHolder } from "@zonepost/schema";
import { dayMs, minuteMs } from "../../../kernel/durations.ts";

type ForwardTargetRow = { sentAt: Date; confirmedAt: Date | null; stoppedAt: Date | null };

const linkLifetimeMs = 7 * dayMs;
const resendAfterMs = minuteMs;
/** Someone who stopped a forwarding is not asked again soon. */
const askedAgainAfterMs = 30 * dayMs;

/** Confirmation emails to new addresses, per workspace and day: enough to move a customer's aliases, too few for spam. */
export const newTargetsPerDay = 200;

/** Emails to one address about one mail domain. */
export const resendsPerDay = 5;

export const linkExpiry = ({ sentAt }: Pick<ForwardTargetRow, "sentAt">): Date =>
  new Date(sentAt.getTime() + linkLifetimeMs);

/** An internal address needs no confirmation. */
export function targetState(row: ForwardTargetRow | undefined): Exclude<MailAliasTarget["state"], "paused"> {
  if (row?.confirmedAt) {
    return "active";
  }
  return row?.stoppedAt ? "stopped" : "waiting_for_confirmation";
}

/** The state for the owner of the address. A link that was used once still stops and allows the forwarding later. */
export function linkState(row: ForwardTargetRow, now: Date): MailForwardingForHolder["state"] {
  const state = targetState(row);
  return state === "waiting_for_confirmation" && linkExpiry(row) <= now ? "expired" : state;
}

/** Whether a new alias or forwarding to the address sends an email. */
export function isConfirmationDue(row: ForwardTargetRow | undefined, now: Date): boolean {
  return !row || linkState(row, now) === "expired";
}

/** Returns the number of seconds until the next email may be sent by hand, or why none may be sent. */
export function resendDecision(
  row: ForwardTargetRow | undefined,
  now: Date,
):
  | { send: true }
  | { send: false; because: "confirmed" | "stopped" }
  | { send: false; afterSeconds: number } {
  if (!row) {
    return { send: true };
  }
  if (row.confirmedAt) {
    return { send: false, because: "confirmed" };
  }
  if (row.stoppedAt && now.getTime() < row.stoppedAt.getTime() + askedAgainAfterMs) {
    return { send: false, because: "stopped" };
  }
  const waitMs = row.sentAt.getTime() + resendAfterMs - now.getTime();
  return waitMs > 0 ? { send: false, afterSeconds: Math.ceil(waitMs / 1000) } : { send: true };
}
