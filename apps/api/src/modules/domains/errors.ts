import type { DnssecPreflight } from "@zonepost/schema";
import { AppError, invalid } from "../../kernel/errors.ts";
import { asMoney, type Price, priceMembers } from "./model/price-words.ts";
import { RegistrarError } from "./ports.ts";

export const dsRecordExists = () =>
  new AppError("conflict", "ds_record_exists", "This DS record is already published for the domain.");

export const dsRecordMissing = () =>
  new AppError("not_found", "ds_record_not_found", "The domain has no such DS record.");

export const tooManyDsRecords = (limit: number) =>
  new AppError("conflict", "ds_record_limit", `A domain can have ${limit} DS records; remove one first.`);

/** With what each nameserver that breaks says, as fields. */
export const dnssecWouldBreak = (verdict: DnssecPreflight) =>
  new AppError(
    "conflict",
    "dnssec_would_break",
    "Resolvers that validate would no longer answer for this domain. Nothing was changed; see errors.",
    {
      fields: verdict.servers
        .filter(({ outcome }) => outcome === "breaks")
        .map(({ nameserver, message }) => ({ pointer: `/nameservers/${nameserver}`, message })),
    },
  );

export const domainNotActive = (status: string) =>
  new AppError(
    "conflict",
    "domain_not_active",
    `The domain is ${status}; only an active domain can be changed.`,
  );

export const registryUnavailable = (cause: unknown) =>
  new AppError(
    "unavailable",
    "registry_unavailable",
    "The registry does not answer. Nothing was changed; try again.",
    {
      retryAfterSeconds: 10,
      cause,
    },
  );

export const registryOutcomeUnknown = (cause: unknown) =>
  new AppError(
    "unavailable",
    "registry_outcome_unknown",
    "The change was sent, but the registry has not confirmed it. It is settled as soon as the registry answers; look at the domain before you send it again.",
    { retryAfterSeconds: 30, cause },
  );

export const domainUnavailable = () =>
  new AppError("conflict", "domain_unavailable", "The name cannot be registered: somebody has it already.");

/** With the price that it has now, so that the caller can ask their person again. */
export const priceChanged = (price: Price | undefined, cause?: unknown) =>
  new AppError(
    "conflict",
    "price_changed",
    price
      ? `The price is ${asMoney(price)} now. Nothing was changed.`
      : "The price has changed. Nothing was changed; ask for the price again.",
    { cause, extensions: price && priceMembers(price) },
  );

export const expiryChanged = (cause?: unknown) =>
  new AppError(
    "conflict",
    "expiry_changed",
    "The domain's expiry date is not the one that you named: it may have been renewed already. Nothing was changed.",
    { cause },
  );

export const operationInProgress = () =>
  new AppError(
    "conflict",
    "operation_in_progress",
    "Another operation of this domain is under way; wait until it has ended.",
  );

export const wrongStatus = (verb: string, status: string) =>
  new AppError("conflict", "wrong_status", `The domain is ${status}: it cannot be ${verb} now.`);

export const tooManyYears = (maxYears: number, cause?: unknown) =>
  invalid(
    [
      {
        pointer: "/years",
        message: `must leave the expiry date at most ${maxYears} ${maxYears === 1 ? "year" : "years"} ahead`,
      },
    ],
    cause,
  );

export const contactLimitReached = (limit: number) =>
  new AppError("conflict", "contact_limit", `A workspace can have ${limit} contacts; delete one first.`);

export const contactInUse = () =>
  new AppError(
    "conflict",
    "contact_in_use",
    "Domains name this contact. Give them another one first, then delete it.",
  );

export const contactChangedMeanwhile = () =>
  new AppError(
    "conflict",
    "contact_changed_meanwhile",
    "Somebody else changed the contact at the same moment. Nothing was changed; look at it, then try again.",
  );

export const contactsMissing = () =>
  new AppError(
    "conflict",
    "contacts_missing",
    "The registry has contacts for this domain that are not of this workspace. Give it contacts first.",
  );

export const notOffered = (what: string, tld: string) =>
  new AppError("conflict", "not_offered", `${what} is not offered for .${tld} domains.`);

export const updateProhibited = () =>
  new AppError(
    "conflict",
    "update_prohibited",
    "The domain is locked against changes at the registry. Nothing was changed.",
  );

export const domainExpired = () =>
  new AppError("conflict", "domain_expired", "The domain has expired. Renew it first, then change it.");

export const domainLocked = () =>
  new AppError(
    "conflict",
    "domain_locked",
    "The domain is locked against transfers. Unlock it first, then ask for the auth code.",
  );

export const notTransferable = () =>
  new AppError(
    "conflict",
    "not_transferable",
    "This domain cannot come in by a transfer from another registrar.",
  );

export const domainInUse = (cause?: unknown) =>
  new AppError(
    "conflict",
    "domain_in_use",
    "Nameservers below this name serve other domains; it cannot be deleted before those are changed.",
    { cause },
  );

export const alreadyYours = () =>
  new AppError("conflict", "already_yours", "The domain is in this workspace already.");

export const notRegistered = () =>
  new AppError("invalid", "not_registered", "Nobody has registered this name: register it instead.", {
    fields: [{ pointer: "/name", message: "is not registered by anybody" }],
  });

export const wrongAuthCode = (cause?: unknown) =>
  new AppError("invalid", "wrong_auth_code", "The auth code does not open this domain.", {
    fields: [{ pointer: "/authCode", message: "does not open this domain" }],
    cause,
  });

export const tooManyWrongAuthCodes = (retryAfterSeconds: number) => {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new AppError(
    "rate_limited",
    "too_many_wrong_auth_codes",
    `Too many wrong auth codes were sent for this domain. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { retryAfterSeconds },
  );
};

export const transferLocked = () =>
  new AppError(
    "conflict",
    "transfer_locked",
    "The domain is locked against transfers. Unlock it at the registrar that holds it, then try again.",
  );

export const transferUnderWay = () =>
  new AppError("conflict", "transfer_under_way", "Another transfer of this domain is under way.");

export const transferTooEarly = (from: Date) =>
  new AppError(
    "conflict",
    "transfer_too_early",
    `The domain was registered or moved a short while ago. It can be transferred from ${from.toISOString().slice(0, 10)} on.`,
  );

export const operationFinished = () =>
  new AppError("conflict", "operation_finished", "This operation has ended; nothing can be done about it.");

export const wrongOperation = () =>
  new AppError("conflict", "wrong_operation", "An operation of this kind cannot be answered like that.");

/** What a caller is told when the registry says no. The registrar's own words stay in the log. */
export function refusedByRegistry(error: RegistrarError): AppError {
  switch (error.reason) {
    case "unavailable":
      return registryUnavailable(error);
    case "outcome_unknown":
      return registryOutcomeUnknown(error);
    case "failed":
      return new AppError(
        "unavailable",
        "registry_failed",
        "The registry could not carry it out. Nothing was changed; try again later.",
        { retryAfterSeconds: 60, cause: error },
      );
    case "price_changed":
      return priceChanged(undefined, error);
    case "expiry_changed":
      return expiryChanged(error);
    case "too_many_years":
      return invalid(
        [{ pointer: "/years", message: "must not lead further ahead than the registry takes" }],
        error,
      );
    case "in_use":
      return domainInUse(error);
    case "prohibited":
      return new AppError(
        "conflict",
        "change_prohibited",
        "The registry does not allow changes to this domain now: it is locked, or another change is under way.",
        { cause: error },
      );
    default:
      return new AppError(
        "conflict",
        "registry_refused",
        "The registry refused the change. Nothing was changed.",
        {
          cause: error,
        },
      );
  }
}

/** Lets through what is not the registrar's, and translates what is. */
export const asAppError = (error: unknown): unknown =>
  error instanceof RegistrarError ? refusedByRegistry(error) : error;
