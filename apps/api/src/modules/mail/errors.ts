import { AppError, declareError } from "../../kernel/errors.ts";
import { writtenDay } from "../../kernel/written-day.ts";
import type { GivenTarget } from "./model/policy.ts";

const conflict = (code: string, publicMessage: string) => new AppError("conflict", code, publicMessage);

export const mailAlreadyActive = declareError("conflict", "mail_already_active", {
  message: "Mail is already active for this domain.",
  cause: "Mail is already active for this domain.",
  fix: "GET the mail domain to see its plan and DKIM record.",
});

/** Reactivating it costs nothing while its term lasts. */
export const mailDeactivated = declareError("conflict", "mail_deactivated", {
  message: (erasesAt: Date | null) =>
    `Mail of this domain was deactivated${erasesAt ? `, and is erased on ${writtenDay(erasesAt)}` : ""}. To reactivate it, update the mail domain with \`suspended\`: false.`,
  cause: "Mail of this domain was deactivated, so nothing in it can be changed.",
  fix: "PATCH the mail domain with `suspended`: false to reactivate it. It is erased at `erasesAt`.",
});

export const mailUnpaid = declareError("conflict", "mail_unpaid", {
  message: (paidUntil: Date) =>
    `The mail plan was paid until ${writtenDay(paidUntil)}. To use mail again, pay for the plan: order a \`mail_plan\` line. Nothing was changed.`,
  cause: "The term of the mail plan has ended, so mail stays suspended or deactivated.",
  fix: "Order a `mail_plan` line, or PATCH the mail domain with `planSlug`. Once it is paid, mail is active again.",
});

export const domainNotActive = (status: string) =>
  conflict("domain_not_active", `Mail can't be activated while the domain's status is ${status}.`);

export const planLimitReached = declareError("conflict", "plan_limit_reached", {
  message: (planSlug: string, maxAccounts: number) =>
    `The ${planSlug} plan includes ${maxAccounts} accounts, and all of them are in use.`,
  cause: "The domain has as many mail accounts as the plan includes or more, or uses more storage.",
  fix: "PATCH the mail domain with a higher `planSlug`, or delete accounts or messages.",
});

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

export const planUnchanged = declareError("conflict", "plan_unchanged", {
  message: (
    domainName: string,
    { planSlug, nextPlanSlug, paidUntil }: { planSlug: string; nextPlanSlug: string | null; paidUntil: Date },
  ) =>
    nextPlanSlug === null
      ? `${domainName} already has the ${planSlug} plan, paid until ${writtenDay(paidUntil)}. Choose another plan, or send \`currentExpiresAt\` to renew this one.`
      : `${domainName} already changes to the ${nextPlanSlug} plan at its next renewal.`,
  cause: "The domain already has this mail plan, or changes to it at its next renewal.",
  fix: "Order another plan. To renew the plan, send the mail domain's `expiresAt` as `currentExpiresAt`.",
});

export const planChanged = declareError("conflict", "plan_changed", {
  message: (renewedPlanSlug: string) =>
    `The next term has the ${renewedPlanSlug} plan. Renew that plan, or change the plan first. Nothing was changed.`,
  cause: "The renewal is for a plan other than that of the next term.",
  fix: "GET the mail domain. Renew its `nextPlanSlug`, or its `planSlug` if `nextPlanSlug` is null.",
});

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

export const planTooFarAhead = declareError("conflict", "plan_paid_ahead", {
  message: (maxYearsAhead: number) =>
    `A mail plan can be paid for at most ${maxYearsAhead} years ahead. Nothing was changed.`,
  cause: "After the renewal, the mail plan would be paid for more than two years ahead.",
  fix: "Renew it later.",
});

export const addressTaken = declareError("conflict", "address_taken", {
  message: (address: string, holder: "account" | "alias") => `${address} is already in use by an ${holder}.`,
  cause: "The address is already in use by an account or an alias.",
  fix: "Choose another address.",
});

/** By a deleted account that can still be restored. */
export const addressReserved = declareError("conflict", "address_reserved", {
  message: (address: string, account: { id: string; erasesAt: Date }) =>
    `${address} belongs to a deleted account. Restore it with POST …/accounts/${account.id}/restore, or use the address again after ${writtenDay(account.erasesAt)}, when the account is erased.`,
  cause:
    "The address belongs to a deleted account that can still be restored. It is free again once the account is erased.",
  fix: "Restore the account with POST …/accounts/{id}/restore, or choose another address.",
});

export const accountDeleted = declareError("conflict", "account_deleted", {
  message: (address: string) => `${address} is deleted. Restore the account first. Nothing was changed.`,
  cause: "The mail account is deleted, so it can't be changed.",
  fix: "Restore it with POST …/accounts/{id}/restore, then retry.",
});

export const appPasswordLabelTaken = declareError("conflict", "app_password_label_taken", {
  message: (label: string) => `This account already has an app password with the label ${label}.`,
  cause: "The account already has an app password with this label.",
  fix: "Choose another label, or revoke that app password first.",
});

export const appPasswordLimitReached = declareError("conflict", "app_password_limit_reached", {
  message: (limit: number) =>
    `This account has ${limit} app passwords, the most there can be. Revoke one first.`,
  cause: "The account has 25 app passwords, the most there can be.",
  fix: "Revoke one that is no longer used.",
});

/** With an entry in `errors` for each target that the alias already has. */
export const aliasExists = declareError("conflict", "alias_exists", {
  message: "This alias already exists. Nothing was changed.",
  options: (fromAddress: string, existing: readonly GivenTarget[]) => ({
    fields: existing.map(({ pointer, address }) => ({
      pointer,
      message: `${fromAddress} already forwards to ${address}.`,
    })),
  }),
  cause: "An alias from this address to that target already exists.",
  fix: "No action is needed. GET the domain's aliases to see them.",
});

export const aliasTargetLimitReached = declareError("conflict", "alias_target_limit_reached", {
  message: (limit: number) => `An alias has at most ${limit} addresses. Nothing was changed.`,
  cause: "The alias would have more than 50 addresses, which is the limit.",
  fix: "Remove an address, or use another alias as one of them.",
});

/** With an entry in `errors` for each target that leads back. A deletion has no targets. */
export const forwardingLoop = declareError("conflict", "alias_loop", {
  message: (address: string, _looping: readonly GivenTarget[]) =>
    `Mail for ${address} would be forwarded in a loop and come back to it. Nothing was changed.`,
  options: (address, looping) => ({
    fields:
      looping.length === 0
        ? undefined
        : looping.map((target) => ({
            pointer: target.pointer,
            message: `Mail that ${target.address} receives is forwarded to ${address}, so it would loop.`,
          })),
  }),
  cause:
    "Mail would come back to the address: through other aliases, forwarding accounts, or a catch-all that leads to an address without an account.",
  fix: "Choose another target, or change the alias, account or catch-all that leads back.",
});

export const forwardingTooLarge = declareError("conflict", "forwarding_too_large", {
  message: (address: string, maxDeliveries: number, maxHops: number) =>
    `Mail for ${address} would reach more than ${maxDeliveries} addresses, or be forwarded more than ${maxHops} times in a row. Nothing was changed.`,
  cause:
    "Mail to the address, or to one that forwards to it, would reach more than 200 addresses, or be forwarded more than 20 times in a row.",
  fix: "Choose fewer targets, or send to them directly instead of through other aliases.",
});

export const aliasLimitReached = declareError("conflict", "alias_limit_reached", {
  message: (limit: number) => `This domain has reached its limit of ${limit} aliases.`,
  cause: "The domain has reached its limit of aliases.",
  fix: "Delete an alias that is no longer used, or use a catch-all.",
});

export const mailNotConfigured = declareError("unavailable", "mail_not_configured", {
  message: "Mail programs can't be set up yet. Ask your administrator to configure the mail servers.",
  cause: "The administrator of this installation has not configured the mail servers.",
  fix: "Ask the administrator to set `MAIL_HOST_NAME`. Mail domains, accounts and aliases can be managed already.",
});

export const connectionsUnknown = declareError("unavailable", "mail_connections_unknown", {
  message: (reportedAt: Date | null) =>
    reportedAt === null
      ? "The open connections aren't known, because a mail server hasn't reported any yet. Try again in a minute, or ask your administrator."
      : `The open connections aren't known, because a mail server last reported them at ${reportedAt.toISOString().slice(11, 16)} UTC on ${writtenDay(reportedAt)}. Try again in a minute, or ask your administrator.`,
  cause: "A mail server hasn't reported its open connections for a minute, so the list would be incomplete.",
  fix: "Try again in a minute. If it persists, ask the administrator to check the mail agents. Connections can be ended anyway.",
});

/** The same error for an invalid link, a replaced one, and one of a domain that left the workspace. */
export const invalidForwardingLink = () =>
  new AppError(
    "invalid",
    "link_invalid",
    "This link is incomplete, was replaced by a newer one, or is for a forwarding that no longer exists.",
    { fields: [{ pointer: "/token", message: "This link doesn't work." }] },
  );

export const forwardingLinkExpired = declareError("conflict", "link_expired", {
  message: "This link has expired. Nothing is forwarded. The workspace can send a new confirmation email.",
  cause: "The link in the confirmation email is older than seven days, so it can't confirm the forwarding.",
  fix: "Ask the workspace to send the email again.",
});

export const forwardingRemoved = declareError("conflict", "forwarding_removed", {
  message: (domainName: string) => `${domainName} no longer forwards mail to this address.`,
  cause: "The domain's aliases and accounts no longer forward mail to this address.",
  fix: "No action is needed.",
});

export const forwardingConfirmed = declareError("conflict", "forwarding_confirmed", {
  message: (address: string) => `${address} needs no confirmation. No email was sent.`,
  cause:
    "The address has confirmed the forwarding, or needs no confirmation because it is in this workspace.",
  fix: "No action is needed. Mail is already forwarded.",
});

export const forwardingStopped = declareError("conflict", "forwarding_stopped", {
  message: (address: string) =>
    `The owner of ${address} stopped this forwarding, and can allow it again with the link in the confirmation email. No email was sent.`,
  cause: "The owner of the address stopped the forwarding less than 30 days ago.",
  fix: "Ask the owner to allow it again with the link in the confirmation email, or remove the address.",
});

export const dkimRotationPending = declareError("conflict", "dkim_rotation_pending", {
  message: (selector: string) =>
    `The new key ${selector} is still waiting to become active. Cancel that rotation before you start another.`,
  cause: "A new DKIM key of this domain is waiting to become active.",
  fix: "Publish its record and wait, or cancel the rotation first.",
});

export const noDkimRotation = declareError("conflict", "no_dkim_rotation", {
  message: "No new DKIM key is waiting to become active. Nothing was changed.",
  cause: "No new DKIM key is waiting to become active.",
  fix: "List the DKIM keys. The rotation may have ended already.",
});

export const shareExpired = () =>
  conflict("link_expired", "This link has expired. Ask the person who sent it for a new one.");

export const mailZoneMissing = declareError("conflict", "mail_zone_missing", {
  message: (domainName: string) =>
    `This workspace has no zone of ${domainName}, so the records are published at the domain's nameservers.`,
  cause: "The domain's zone isn't hosted here, or the right to its name has ended.",
  fix: "Create the zone with POST /zones, or publish the records where the zone is hosted.",
});

export const spfTooManyLookups = declareError("conflict", "spf_too_many_lookups", {
  message: (problem: string) => `${problem} Nothing was changed.`,
  cause: "The merged SPF record needs more than ten DNS lookups, so receivers would ignore it.",
  fix: "Remove services that no longer send mail for this domain from the SPF record, and merge again.",
});

export const spfChanged = declareError("conflict", "spf_changed", {
  message:
    "The SPF record in the zone has changed meanwhile. Nothing was changed. Look at the merged record again.",
  cause: "The record that would be written isn't the one in `record`, or in the preview.",
  fix: "Send `dryRun`: true again, and merge with the new `after`.",
});

export const mailRecordNotManaged = declareError("conflict", "mail_record_not_managed", {
  message: "Mail doesn't manage this record. Nothing was changed.",
  cause: "People manage the record already, or it isn't in the zone.",
  fix: "Nothing to do: change the record in the zone.",
});
