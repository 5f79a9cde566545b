import { webhookEndpointLimit } from "@zonepost/schema";
import { AppError, invalid } from "../../kernel/errors.ts";

export function endpointLimitReached(): AppError {
  return new AppError(
    "conflict",
    "webhook_endpoint_limit",
    `This workspace has ${webhookEndpointLimit} webhook endpoints, the most it can have. Delete one first.`,
  );
}

/** @param message what the transport has against the URL, such as "must use https" */
export function urlRefused(message: string): AppError {
  return invalid([{ pointer: "/url", message }]);
}
