import type { DnssecPreflight, Warning } from "@zonepost/schema";
import { type AppError, declareError, invalid } from "../../kernel/errors.ts";
import { writtenDay } from "../../kernel/written-day.ts";
import type { Price } from "../payments/index.ts";
import { RegistrarError } from "./ports.ts";
import { formatMoney, priceMembers } from "./rules/price.ts";

export const dsRecordExists = declareError("conflict", "ds_record_exists", {
  message: "This DS record is already published.",
  cause: "The domain already has this DS record.",
  fix: "No action is needed. GET the domain's DNSSEC state to see its records.",
});

export const dsRecordMissing = declareError("not_found", "ds_record_not_found", {
  message: "The domain doesn't have this DS record.",
  cause: "The domain has no DS record with these four values.",
  fix: "GET the domain's DNSSEC state and use the values it returns.",
});

export const tooManyDsRecords = declareError("conflict", "ds_record_limit", {
  message: (limit: number) => `A domain can have up to ${limit} DS records. Remove one first.`,
  cause: "The domain has reached its limit of DS records.",
  fix: "Remove a record that is no longer used first.",
});

export const wrongDnssecInterface = declareError("conflict", "wrong_dnssec_interface", {
  message: (tld: string, wanted: "ds" | "keys") =>
    wanted === "keys"
      ? `The .${tld} registry takes DNSKEY records and computes the DS records. Publish the key instead.`
      : `The .${tld} registry takes DS records. Publish the key's DS record instead.`,
  cause: "The domain's registry takes DNSKEY records instead of DS records, or the other way around.",
  fix: "Check `dnssecInterface` at `GET /domains/tlds`. Send keys to `/domains/{name}/dnssec/keys` if it is `keys`, and DS records to `/domains/{name}/dnssec` if it is `ds`.",
});

export const dnssecWouldBreak = declareError("conflict", "dnssec_would_break", {
  message: "Validating resolvers would reject this domain. Nothing was changed. See `errors`.",
  options: (verdict: DnssecPreflight) => ({
    fields: verdict.servers
      .filter(({ outcome }) => outcome === "breaks")
      .map(({ nameserver, message }) => ({ pointer: `/nameservers/${nameserver}`, message })),
  }),
  cause:
    "With `preflight=enforce`, the change was checked and refused: at least one nameserver has no key or signature that matches the new DS records, so validating resolvers would return SERVFAIL. `errors` lists these nameservers.",
  fix: "Publish the key at the nameservers first, or correct the record. Without `preflight=enforce`, the change is made anyway.",
});

export const nameserversWouldBreak = declareError("conflict", "nameservers_would_break", {
  message: "The domain would stop working with these nameservers. Nothing was changed. See `errors`.",
  options: (problems: readonly Warning[]) => ({
    fields: problems.map(({ message }) => ({ pointer: "/nameservers", message })),
  }),
  cause:
    "The check queried the current and the new nameservers. With the new ones, the domain would stop resolving or validating, or lose mail. `errors` has the details.",
  fix: "Set up the zone at the new nameservers first, with its keys and MX records. To make the change anyway, send it without `preflight=enforce`.",
});

export const domainNotActive = declareError("conflict", "domain_not_active", {
  message: (status: string) => `The domain's status is ${status}. Only active domains can be changed.`,
  cause: "The domain has expired, or is in another state in which it cannot be changed.",
  fix: "Renew or restore it first.",
});

export const registryUnavailable = declareError("unavailable", "registry_unavailable", {
  message: "The registry isn't responding. Nothing was changed. Try again.",
  options: (cause: unknown) => ({
    retryAfterSeconds: 10,
    cause,
  }),
  cause: "The registry is not responding. Nothing was changed.",
  fix: "Try again after the seconds in Retry-After.",
});

export const registryOutcomeUnknown = declareError("unavailable", "registry_outcome_unknown", {
  message:
    "The change was sent, but the registry hasn't confirmed it yet. Check the domain before you try again.",
  options: (cause: unknown) => ({ retryAfterSeconds: 30, cause }),
  cause: "The change was sent, but the registry's confirmation did not arrive.",
  fix: "GET the domain after a moment. The change appears as soon as the registry responds again. Only repeat it if it does not.",
});

export const domainUnavailable = declareError("conflict", "domain_unavailable", {
  message: "This name is already registered.",
  cause: "The name is already registered, or a registration of it is in progress.",
  fix: "Search for another name. If the domain is yours, transfer it in.",
});

/** Includes the current price, so that the caller can confirm it. */
export const priceChanged = declareError("conflict", "price_changed", {
  message: (price: Price | undefined, _cause?: unknown) =>
    price
      ? `The price is now ${formatMoney(price)}. Nothing was changed.`
      : "The price has changed, so we stopped. Get the new price and try again.",
  options: (price, cause?: unknown) => ({ cause, extensions: price && priceMembers(price) }),
  cause: "The price you expected is not the current price. Nothing was changed.",
  fix: "Get the price again with `dryRun`, then send it as `expectedPriceCents`.",
});

export const noPrice = declareError("conflict", "no_price", {
  message: "This name isn't offered here, because it has no price. Nothing was changed.",
  options: (cause?: unknown) => ({ cause }),
  cause:
    "The registry sends no fee for this name, or charges for it in another currency than the price list's, and the operator has set no price for it. Nothing was changed.",
  fix: "Choose another name, or contact the operator. Operators set the `costs` of the TLD's rules, and fixed prices if the registry charges in another currency. Premium names have no fixed price.",
});

export const expiryChanged = declareError("conflict", "expiry_changed", {
  message: "The domain's expiry date has changed. It may have been renewed already. Nothing was changed.",
  options: (cause?: unknown) => ({ cause }),
  cause:
    "`currentExpiresAt` is not the domain's expiry date. The domain was renewed in the meantime, perhaps by the same request.",
  fix: "GET the domain. To extend it further, send its new `expiresAt`.",
});

export const operationInProgress = declareError("conflict", "operation_in_progress", {
  message: "Another operation on this domain is in progress. Wait until it has finished.",
  cause:
    "The domain has an unfinished operation, such as a renewal or a transfer, or the same setting is being changed by another request.",
  fix: "Wait until GET /domain-operations shows that the operation has ended. A transfer in can be canceled. If no operation is listed, GET the domain and send your change again.",
});

export const wrongStatus = declareError("conflict", "wrong_status", {
  message: (verb: string, status: string) => `The domain can't be ${verb} while its status is ${status}.`,
  cause: "The request does not fit the domain's status, such as restoring an active domain.",
  fix: "GET the domain. Its `explanation` shows who acts next, and by when.",
});

export const tooManyYears = (maxYears: number, cause?: unknown) =>
  invalid(
    [
      {
        pointer: "/years",
        message: `The expiry date can be at most ${maxYears} ${maxYears === 1 ? "year" : "years"} from now.`,
      },
    ],
    cause,
  );

export const contactLimitReached = declareError("conflict", "contact_limit", {
  message: (limit: number) => `A workspace can have up to ${limit} contacts. Delete one first.`,
  cause: "The workspace has reached its limit of 1,000 contacts.",
  fix: "Delete contacts that no domain uses, or reuse an existing one.",
});

export const contactInUse = declareError("conflict", "contact_in_use", {
  message: "Domains use this contact. Assign them another one first.",
  cause: "One or more domains use this contact as registrant, admin or technical contact.",
  fix: "Assign those domains another contact with PUT /domains/{name}/contacts, then delete this one.",
});

export const contactChangedMeanwhile = declareError("conflict", "contact_changed_meanwhile", {
  message:
    "Someone else changed this contact at the same time. Nothing was changed. Check it, then try again.",
  cause: "The contact was changed by someone else after you read it.",
  fix: "GET the contact again, then repeat your change if it is still needed.",
});

export const contactsMissing = declareError("conflict", "contacts_missing", {
  message:
    "The registry holds contacts for this domain that are not in this workspace. Assign contacts first.",
  cause:
    "The registry holds contacts for this domain that are not in this workspace, so WHOIS privacy cannot be changed.",
  fix: "Assign contacts of this workspace with PUT /domains/{name}/contacts.",
});

export const notOffered = declareError("conflict", "not_offered", {
  message: (what: string, tld: string) => `${what} is not available for .${tld} domains.`,
  cause: "The registry of this top-level domain does not offer this setting.",
  fix: "See GET /domains/tlds for what each top-level domain offers.",
});

export const updateProhibited = declareError("conflict", "update_prohibited", {
  message: "The domain is locked at the registry. Nothing was changed.",
  cause: "The domain is locked against all changes, by the registry or by the operator of this service.",
  fix: "The domain's `registryStatuses` show the lock. Contact support to find out why it was set.",
});

export const domainExpired = declareError("conflict", "domain_expired", {
  message: "The domain has expired. Renew it first.",
  cause: "The domain has expired. Until it is renewed, it can only be unlocked or transferred.",
  fix: "Renew it with POST /domains/{name}/renew.",
});

export const domainLocked = declareError("conflict", "domain_locked", {
  message: "The domain is locked against transfers. Unlock it first.",
  cause: "The domain is locked against transfers to other registrars.",
  fix: "Send `locked: false` to PATCH /domains/{name}, then create the auth code.",
});

export const paymentNotConfirmed = declareError("conflict", "payment_not_confirmed", {
  message: (confirmsAt: Date | null) =>
    confirmsAt
      ? `The payment for this domain isn't confirmed until ${writtenDay(confirmsAt)}. The domain can't be unlocked, and has no auth code, before then.`
      : "The payment for this domain is disputed or under review. The domain can't be unlocked, and has no auth code, until it is confirmed.",
  options: (confirmsAt) => ({
    extensions: confirmsAt ? { confirmsAt: confirmsAt.toISOString() } : undefined,
  }),
  cause:
    "The payment for the domain's registration is disputed, or its dispute was lost. Some operators also withhold unlocking and auth codes until the payment is confirmed, which takes 20 days.",
  fix: "Try again after `confirmsAt`. If the problem has none, contact support.",
});

export const suspendedUnpaid = declareError("conflict", "suspended_unpaid", {
  message:
    "The domain is suspended because a bank has taken back its payment in a dispute. Settle its order to unlock the domain or get an auth code.",
  cause: "A dispute about the domain's payment was lost, so the domain is suspended.",
  fix: "Settle the order with POST /orders/{id}/settle. Its ID is in the email about the lost dispute.",
});

export const notTransferable = declareError("conflict", "not_transferable", {
  message: "This domain can't be transferred in.",
  cause: "The name cannot be transferred in. It is already managed here, or it is being deleted.",
  fix: "Check the name. If it is being deleted, its holder must restore it first.",
});

export const domainInUse = declareError("conflict", "domain_in_use", {
  message: "Other domains use nameservers under this name. Change those domains first.",
  options: (cause?: unknown) => ({ cause }),
  cause: "Other domains use nameservers under this name.",
  fix: "Change the nameservers of those domains first.",
});

export const alreadyYours = declareError("conflict", "already_yours", {
  message: "This domain is already in this workspace.",
  cause: "The domain is already in this workspace.",
  fix: "No action is needed. See GET /domain-operations?name= for how it got here.",
});

export const notRegistered = declareError("invalid", "not_registered", {
  message: "This name isn't registered. Register it instead.",
  options: () => ({
    fields: [{ pointer: "/name", message: "This name isn't registered." }],
  }),
  cause: "The name is not registered.",
  fix: "Register it with POST /domains.",
});

export const wrongAuthCode = declareError("invalid", "wrong_auth_code", {
  message: "The auth code is wrong. Check it, or get a new one from the current registrar.",
  options: (cause?: unknown) => ({
    fields: [
      {
        pointer: "/authCode",
        message: "The auth code is wrong. Check it, or get a new one from the current registrar.",
      },
    ],
    cause,
  }),
  cause: "The registry does not accept the auth code for this domain.",
  fix: "Copy it again, or ask the current registrar for a new one. Auth codes expire.",
});

export const tooManyWrongAuthCodes = declareError("rate_limited", "too_many_wrong_auth_codes", {
  message: (retryAfterSeconds: number) => {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    return `Too many wrong auth codes for this domain. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  },
  options: (retryAfterSeconds) => ({ retryAfterSeconds }),
  cause: "The workspace sent ten wrong auth codes for this domain within an hour.",
  fix: "Wait for the seconds in Retry-After. In the meantime, ask the current registrar for a new code.",
});

export const transferLocked = declareError("conflict", "transfer_locked", {
  message: "The domain is locked against transfers. Unlock it at the current registrar, then try again.",
  cause: "The domain has a status that prohibits transfers, usually a lock set by its holder.",
  fix: "Unlock the domain at the current registrar, then try again.",
});

export const transferUnderWay = declareError("conflict", "transfer_under_way", {
  message: "Another transfer of this domain is in progress.",
  cause: "Another transfer of this domain is in progress at the registry.",
  fix: "Wait until it has ended, or have it canceled by the registrar that requested it.",
});

export const transferTooEarly = declareError("conflict", "transfer_too_early", {
  message: (from: Date) =>
    `The domain was registered or transferred recently. It can be transferred from ${writtenDay(from)}.`,
  cause: "Registries refuse transfers within 60 days of a registration or another transfer.",
  fix: "Try again on the date given in `detail`.",
});

export const operationFinished = declareError("conflict", "operation_finished", {
  message: "This operation has already finished.",
  cause: "The operation has already succeeded or failed.",
  fix: "See GET /domain-operations/{id} for the result.",
});

export const wrongOperation = declareError("conflict", "wrong_operation", {
  message: "This kind of operation doesn't support that action.",
  cause: "Only a transfer in can be canceled, and only a transfer out can be approved or rejected.",
  fix: "Check the `kind` of the operation.",
});

const registryFailed = declareError("unavailable", "registry_failed", {
  message: "The registry couldn't complete this. Nothing was changed. Try again later.",
  options: (cause: unknown) => ({ retryAfterSeconds: 60, cause }),
  cause: "The registry reported that it could not carry out the command. Nothing was changed.",
  fix: "Try again after the seconds in Retry-After. If it keeps failing, contact support with the request ID.",
});

const changeProhibited = declareError("conflict", "change_prohibited", {
  message:
    "The registry doesn't allow changes right now. The domain is locked, or another change is in progress.",
  options: (cause: unknown) => ({ cause }),
  cause: "The registry does not allow changes to this domain right now.",
  fix: "Unlock the domain, or wait until the change in progress has ended.",
});

const registryRefused = declareError("conflict", "registry_refused", {
  message: "The registry refused the change. Nothing was changed.",
  options: (cause: unknown) => ({ cause }),
  cause: "The registry refused the change under its own rules. Nothing was changed.",
  fix: "Check the values. If they are correct, contact support with the request ID.",
});

/** Maps a registrar's error to one for callers. The registrar's own message only goes to the log. */
export function refusedByRegistry(error: RegistrarError): AppError {
  switch (error.reason) {
    case "unavailable":
      return registryUnavailable(error);
    case "outcome_unknown":
      return registryOutcomeUnknown(error);
    case "failed":
      return registryFailed(error);
    case "price_changed":
      return priceChanged(undefined, error);
    case "no_price":
      return noPrice(error);
    case "expiry_changed":
      return expiryChanged(error);
    case "too_many_years":
      return invalid(
        [{ pointer: "/years", message: "The registry doesn't allow an expiry date that far ahead." }],
        error,
      );
    case "in_use":
      return domainInUse(error);
    case "prohibited":
      return changeProhibited(error);
    default:
      return registryRefused(error);
  }
}

export const asAppError = (error: unknown): unknown =>
  error instanceof RegistrarError ? refusedByRegistry(error) : error;
