import { AppError } from "../../kernel/errors.ts";
import { RegistrarError } from "./ports.ts";

export const dsRecordExists = () =>
  new AppError("conflict", "ds_record_exists", "This DS record is already published for the domain.");

export const dsRecordMissing = () =>
  new AppError("not_found", "ds_record_not_found", "The domain has no such DS record.");

export const tooManyDsRecords = (limit: number) =>
  new AppError("conflict", "ds_record_limit", `A domain can have ${limit} DS records; remove one first.`);

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
