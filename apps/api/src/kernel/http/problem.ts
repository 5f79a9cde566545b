import type { Problem } from "@zonepost/schema";
import { AppError, declarePage, type ErrorKind } from "../errors.ts";

const statusOfKind = {
  malformed: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  precondition_required: 428,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>;

export const titleOfStatus: Record<number, string> = {
  400: "Malformed request",
  401: "Unauthenticated",
  402: "Payment required",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  410: "Gone",
  412: "Changed meanwhile",
  413: "Too large",
  415: "Unsupported media type",
  422: "Invalid input",
  428: "Precondition required",
  429: "Too many requests",
  500: "Internal error",
  503: "Unavailable",
};

declarePage("internal_error", {
  cause: "Something went wrong on our side.",
  fix: "Try again. If it keeps failing, contact support with the request ID.",
});

/** Builds the public form of any error. An unknown one gets a fixed text; its cause goes to the log. */
export type ToProblem = (error: unknown, requestId: string) => Problem;

/** @param apiUrl the API's public address, under which each problem has a page of documentation */
export function createToProblem(apiUrl: string): ToProblem {
  return (error, requestId) => {
    const known = error instanceof AppError;
    const status = known ? statusOfKind[error.kind] : 500;
    const code = known ? error.code : "internal_error";
    return {
      type: `${apiUrl}/docs/problems/${code}`,
      title: titleOfStatus[status] ?? "Error",
      status,
      detail: known
        ? error.publicMessage
        : "Something went wrong on our side. If it happens again, contact support with the request ID.",
      code,
      requestId,
      errors: known ? error.fields : undefined,
      ...(known ? error.extensions : {}),
    };
  };
}
