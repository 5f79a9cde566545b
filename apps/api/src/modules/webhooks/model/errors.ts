import { webhookEndpointLimit } from "@zonepost/schema";
import { AppError, invalid } from "../../../kernel/errors.ts";

export function endpointLimitReached(): AppError {
  return new AppError(
    "conflict",
    "webhook_endpoint_limit",
    `This workspace has reached its limit of ${webhookEndpointLimit} webhook endpoints. Delete one first.`,
  );
}

/** @param message the transport's reason, such as "Use https." */
export function urlRefused(message: string): AppError {
  return invalid([{ pointer: "/url", message }]);
}
