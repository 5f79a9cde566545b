import { AppError } from "../../kernel/errors.ts";
import { writtenDay } from "../../kernel/written-day.ts";
import type { GivenTarget } from "./model/policy.ts";

const conflict = (code: string, publicMessage: string) => new AppError("conflict", code, publicMessage);

export const mailAlreadyActive = () =>
  conflict("mail_already_active", "Mail is already active for this domain.");

/** Reactivating it costs nothing while its term lasts. */
export const mailDeactivated = (erasesAt: Date | null) =>
  conflict(
    "mail_deactivated",
    `Mail of this domain was deactivated${erasesAt ? `, and is erased on ${writtenDay(erasesAt)}` : ""}. To reactivate it, update the mail domain with \`suspended\`: false.`,
  );

export const mailUnpaid = (paidUntil: Date) =>
  conflict(
    "mail_unpaid",
    `The mail plan was paid until ${writtenDay(paidUntil)}. To use mail again, pay for the plan: order a \`mail_plan\` line. Nothing was changed.`,
  );

export const domainNotActive = (status: string) =>
  conflict("domain_not_active", `Mail can't be activated while the domain's status is ${status}.`);

export const planLimitReached = (planSlug: string, maxAccounts: number) =>
  conflict(
    "plan_limit_reached",
    `The ${planSlug} plan includes ${maxAccounts} accounts, and all of them are in use.`,
  );

export const planTooSmall = (planSlug: string, maxAccounts: number, accountCount: number) =>
  conflict(
    "plan_limit_reached",
    `The ${planSlug} plan includes ${maxAccounts} accounts, but this domain has ${accountCount}. Nothing was changed.`,
  );

export const planStorageTooSmall = (planSlug: string, storageGigabytes: number, usedBytes: number) =>
  conflict(
    "plan_limit_reached",
    `The ${planSlug} plan includes ${storageGigabytes} GB, but this domain uses ${gigabytesOf(usedBytes)} GB. Deleted accounts use storage until they are erased. Nothing was changed.`,
  );

/** Rounded up, so that a little too much never looks like enough. */
const gigabytesOf = (bytes: number) => Math.ceil((bytes / 2 ** 30) * 10) / 10;

export const planUnchanged = (
  domainName: string,
  { planSlug, nextPlanSlug, paidUntil }: { planSlug: string; nextPlanSlug: string | null; paidUntil: Date },
) =>
  conflict(
    "plan_unchanged",
    nextPlanSlug === null
      ? `${domainName} already has the ${planSlug} plan, paid until ${writtenDay(paidUntil)}. Choose another plan, or send \`currentExpiresAt\` to renew this one.`
      : `${domainName} already changes to the ${nextPlanSlug} plan at its next renewal.`,
  );

export const planChanged = (renewedPlanSlug: string) =>
  conflict(
    "plan_changed",
    `The next term has the ${renewedPlanSlug} plan. Renew that plan, or change the plan first. Nothing was changed.`,
  );

/** An order was paid, but the mail was activated or changed after it was placed. */
export const planPriceChanged = () =>
  conflict(
    "price_changed",
    "The mail plan or its price has changed since this was ordered. Get the new price and try again.",
  );

export const planExpiryChanged = () =>
  conflict(
    "expiry_changed",
    "The expiry date of the mail plan has changed. The plan may already have been renewed. Nothing was changed.",
  );

export const planTooFarAhead = (maxYearsAhead: number) =>
  conflict(
    "plan_paid_ahead",
    `A mail plan can be paid for at most ${maxYearsAhead} years ahead. Nothing was changed.`,
  );

export const addressTaken = (address: string, holder: "account" | "alias") =>
  conflict("address_taken", `${address} is already in use by an ${holder}.`);

/** By a deleted account that can still be restored. */
export const addressReserved = (address: string, account: { id: string; erasesAt: Date }) =>
  conflict(
    "address_reserved",
    `${address} belongs to a deleted account. Restore it with POST …/accounts/${account.id}/restore, or use the address again after ${writtenDay(account.erasesAt)}, when the account is erased.`,
  );

export const accountDeleted = (address: string) =>
  conflict("account_deleted", `${address} is deleted. Restore the account first. Nothing was changed.`);

export const appPasswordLabelTaken = (label: string) =>
  conflict("app_password_label_taken", `This account already has an app password with the label ${label}.`);

export const appPasswordLimitReached = (limit: number) =>
  conflict(
    "app_password_limit_reached",
    `This account has ${limit} app passwords, the most there can be. Revoke one first.`,
  );

/** With an entry in `errors` for each target that the alias already has. */
export const aliasExists = (fromAddress: string, existing: readonly GivenTarget[]) =>
  new AppError("conflict", "alias_exists", "This alias already exists. Nothing was changed.", {
    fields: existing.map(({ pointer, address }) => ({
      pointer,
      message: `${fromAddress} already forwards to ${address}.`,
    })),
  });

export const aliasTargetLimitReached = (limit: number) =>
  conflict("alias_target_limit_reached", `An alias has at most ${limit} addresses. Nothing was changed.`);

/** With an entry in `errors` for each target that leads back. A deletion has no targets. */
export const forwardingLoop = (address: string, looping: readonly GivenTarget[]) =>
  new AppError(
    "conflict",
    "alias_loop",
    `Mail for ${address} would be forwarded in a loop and come back to it. Nothing was changed.`,
    {
      fields:
        looping.length === 0
          ? undefined
          : looping.map((target) => ({
              pointer: target.pointer,
              message: `Mail that ${target.address} receives is forwarded to ${address}, so it would loop.`,
            })),
    },
  );

export const forwardingTooLarge = (address: string, maxDeliveries: number, maxHops: number) =>
  conflict(
    "forwarding_too_large",
    `Mail for ${address} would reach more than ${maxDeliveries} addresses, or be forwarded more than ${maxHops} times in a row. Nothing was changed.`,
  );

export const aliasLimitReached = (limit: number) =>
  conflict("alias_limit_reached", `This domain has reached its limit of ${limit} aliases.`);

export const mailNotConfigured = () =>
  new AppError(
    "unavailable",
    "mail_not_configured",
    "Mail programs can't be set up yet. Ask your administrator to configure the mail servers.",
  );

export const connectionsUnknown = (reportedAt: Date | null) =>
  new AppError(
    "unavailable",
    "mail_connections_unknown",
    reportedAt === null
      ? "The open connections aren't known, because a mail server hasn't reported any yet. Try again in a minute, or ask your administrator."
      : `The open connections aren't known, because a mail server last reported them at ${reportedAt.toISOString().slice(11, 16)} UTC on ${writtenDay(reportedAt)}. Try again in a minute, or ask your administrator.`,
  );

/** The same error for an invalid link, a replaced one, and one of a domain that left the workspace. */
export const invalidForwardingLink = () =>
  new AppError(
    "invalid",
    "link_invalid",
    "This link is incomplete, was replaced by a newer one, or is for a forwarding that no longer exists.",
    { fields: [{ pointer: "/token", message: "This link doesn't work." }] },
  );

export const forwardingLinkExpired = () =>
  conflict(
    "link_expired",
    "This link has expired. Nothing is forwarded. The workspace can send a new confirmation email.",
  );

export const forwardingRemoved = (domainName: string) =>
  conflict("forwarding_removed", `${domainName} no longer forwards mail to this address.`);

export const forwardingConfirmed = (address: string) =>
  conflict("forwarding_confirmed", `${address} needs no confirmation. No email was sent.`);

export const forwardingStopped = (address: string) =>
  conflict(
    "forwarding_stopped",
    `The owner of ${address} stopped this forwarding, and can allow it again with the link in the confirmation email. No email was sent.`,
  );
export const dkimRotationPending = (selector: string) =>
  conflict(
    "dkim_rotation_pending",
    `The new key ${selector} is still waiting to become active. Cancel that rotation before you start another.`,
  );

export const noDkimRotation = () =>
  conflict("no_dkim_rotation", "No new DKIM key is waiting to become active. Nothing was changed.");

export const shareExpired = () =>
  conflict("link_expired", "This link has expired. Ask the person who sent it for a new one.");
