import type { DnssecPreflight, Warning } from "@zonepost/schema";
import { AppError, invalid } from "../../kernel/errors.ts";
import { writtenDay } from "../../kernel/written-day.ts";
import type { Price } from "../payments/index.ts";
import { RegistrarError } from "./ports.ts";
import { formatMoney, priceMembers } from "./rules/price.ts";

export const dsRecordExists = () =>
  new AppError("conflict", "ds_record_exists", "This DS record is already published.");

export const dsRecordMissing = () =>
  new AppError("not_found", "ds_record_not_found", "The domain doesn't have this DS record.");

export const tooManyDsRecords = (limit: number) =>
  new AppError(
    "conflict",
    "ds_record_limit",
    `A domain can have up to ${limit} DS records. Remove one first.`,
  );

export const wrongDnssecInterface = (tld: string, wanted: "ds" | "keys") =>
  new AppError(
    "conflict",
    "wrong_dnssec_interface",
    wanted === "keys"
      ? `The .${tld} registry takes DNSKEY records and computes the DS records. Publish the key instead.`
      : `The .${tld} registry takes DS records. Publish the key's DS record instead.`,
  );

export const dnssecWouldBreak = (verdict: DnssecPreflight) =>
  new AppError(
    "conflict",
    "dnssec_would_break",
    "Validating resolvers would reject this domain. Nothing was changed. See `errors`.",
    {
      fields: verdict.servers
        .filter(({ outcome }) => outcome === "breaks")
        .map(({ nameserver, message }) => ({ pointer: `/nameservers/${nameserver}`, message })),
    },
  );

export const nameserversWouldBreak = (problems: readonly Warning[]) =>
  new AppError(
    "conflict",
    "nameservers_would_break",
    "The domain would stop working with these nameservers. Nothing was changed. See `errors`.",
    { fields: problems.map(({ message }) => ({ pointer: "/nameservers", message })) },
  );

export const domainNotActive = (status: string) =>
  new AppError(
    "conflict",
    "domain_not_active",
    `The domain's status is ${status}. Only active domains can be changed.`,
  );

export const registryUnavailable = (cause: unknown) =>
  new AppError(
    "unavailable",
    "registry_unavailable",
    "The registry isn't responding. Nothing was changed. Try again.",
    {
      retryAfterSeconds: 10,
      cause,
    },
  );

export const registryOutcomeUnknown = (cause: unknown) =>
  new AppError(
    "unavailable",
    "registry_outcome_unknown",
    "The change was sent, but the registry hasn't confirmed it yet. Check the domain before you try again.",
    { retryAfterSeconds: 30, cause },
  );

export const domainUnavailable = () =>
  new AppError("conflict", "domain_unavailable", "This name is already registered.");

/** Includes the current price, so that the caller can confirm it. */
export const priceChanged = (price: Price | undefined, cause?: unknown) =>
  new AppError(
    "conflict",
    "price_changed",
    price
      ? `The price is now ${formatMoney(price)}. Nothing was changed.`
      : "The price has changed, so we stopped. Get the new price and try again.",
    { cause, extensions: price && priceMembers(price) },
  );

export const noPrice = (cause?: unknown) =>
  new AppError(
    "conflict",
    "no_price",
    "This name isn't offered here, because it has no price. Nothing was changed.",
    { cause },
  );

export const expiryChanged = (cause?: unknown) =>
  new AppError(
    "conflict",
    "expiry_changed",
    "The domain's expiry date has changed. It may have been renewed already. Nothing was changed.",
    { cause },
  );

export const operationInProgress = () =>
  new AppError(
    "conflict",
    "operation_in_progress",
    "Another operation on this domain is in progress. Wait until it has finished.",
  );

export const wrongStatus = (verb: string, status: string) =>
  new AppError("conflict", "wrong_status", `The domain can't be ${verb} while its status is ${status}.`);

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

export const contactLimitReached = (limit: number) =>
  new AppError(
    "conflict",
    "contact_limit",
    `A workspace can have up to ${limit} contacts. Delete one first.`,
  );

export const contactInUse = () =>
  new AppError("conflict", "contact_in_use", "Domains use this contact. Assign them another one first.");

export const contactChangedMeanwhile = () =>
  new AppError(
    "conflict",
    "contact_changed_meanwhile",
    "Someone else changed this contact at the same time. Nothing was changed. Check it, then try again.",
  );

export const contactsMissing = () =>
  new AppError(
    "conflict",
    "contacts_missing",
    "The registry holds contacts for this domain that are not in this workspace. Assign contacts first.",
  );

export const notOffered = (what: string, tld: string) =>
  new AppError("conflict", "not_offered", `${what} is not available for .${tld} domains.`);

export const updateProhibited = () =>
  new AppError("conflict", "update_prohibited", "The domain is locked at the registry. Nothing was changed.");

export const domainExpired = () =>
  new AppError("conflict", "domain_expired", "The domain has expired. Renew it first.");

export const domainLocked = () =>
  new AppError("conflict", "domain_locked", "The domain is locked against transfers. Unlock it first.");

export const paymentNotConfirmed = (confirmsAt: Date | null) =>
  new AppError(
    "conflict",
    "payment_not_confirmed",
    confirmsAt
      ? `The payment for this domain isn't confirmed until ${writtenDay(confirmsAt)}. The domain can't be unlocked, and has no auth code, before then.`
      : "The payment for this domain is disputed or under review. The domain can't be unlocked, and has no auth code, until it is confirmed.",
    { extensions: confirmsAt ? { confirmsAt: confirmsAt.toISOString() } : undefined },
  );

export const suspendedUnpaid = () =>
  new AppError(
    "conflict",
    "suspended_unpaid",
    "The domain is suspended because a bank has taken back its payment in a dispute. Settle its order to unlock the domain or get an auth code.",
  );

export const notTransferable = () =>
  new AppError("conflict", "not_transferable", "This domain can't be transferred in.");

export const domainInUse = (cause?: unknown) =>
  new AppError(
    "conflict",
    "domain_in_use",
    "Other domains use nameservers under this name. Change those domains first.",
    { cause },
  );

export const alreadyYours = () =>
  new AppError("conflict", "already_yours", "This domain is already in this workspace.");

export const notRegistered = () =>
  new AppError("invalid", "not_registered", "This name isn't registered. Register it instead.", {
    fields: [{ pointer: "/name", message: "This name isn't registered." }],
  });

export const wrongAuthCode = (cause?: unknown) =>
  new AppError(
    "invalid",
    "wrong_auth_code",
    "The auth code is wrong. Check it, or get a new one from the current registrar.",
    {
      fields: [
        {
          pointer: "/authCode",
          message: "The auth code is wrong. Check it, or get a new one from the current registrar.",
        },
      ],
      cause,
    },
  );

export const tooManyWrongAuthCodes = (retryAfterSeconds: number) => {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new AppError(
    "rate_limited",
    "too_many_wrong_auth_codes",
    `Too many wrong auth codes for this domain. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { retryAfterSeconds },
  );
};

export const transferLocked = () =>
  new AppError(
    "conflict",
    "transfer_locked",
    "The domain is locked against transfers. Unlock it at the current registrar, then try again.",
  );

export const transferUnderWay = () =>
  new AppError("conflict", "transfer_under_way", "Another transfer of this domain is in progress.");

export const transferTooEarly = (from: Date) =>
  new AppError(
    "conflict",
    "transfer_too_early",
    `The domain was registered or transferred recently. It can be transferred from ${writtenDay(from)}.`,
  );

export const operationFinished = () =>
  new AppError("conflict", "operation_finished", "This operation has already finished.");

export const wrongOperation = () =>
  new AppError("conflict", "wrong_operation", "This kind of operation doesn't support that action.");

/** Maps a registrar's error to one for callers. The registrar's own message only goes to the log. */
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
        "The registry couldn't complete this. Nothing was changed. Try again later.",
        { retryAfterSeconds: 60, cause: error },
      );
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
      return new AppError(
        "conflict",
        "change_prohibited",
        "The registry doesn't allow changes right now. The domain is locked, or another change is in progress.",
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

export const asAppError = (error: unknown): unknown =>
  error instanceof RegistrarError ? refusedByRegistry(error) : error;
