import { webhookEndpointLimit } from "@zonepost/schema";
import { AppError } from "../../../kernel/errors.ts";

export function endpointLimitReached(): AppError {
  return new AppError(
    "conflict",
    "webhook_endpoint_limit",
    `This workspace has reached its limit of ${webhookEndpointLimit} webhook endpoints. Delete one first.`,
  );
}

export function rotationInProgress(): AppError {
  return new AppError(
    "conflict",
    "webhook_rotation_in_progress",
    "The signing secret is already being rotated. Switch to the new secret or cancel the rotation first.",
  );
}

export function noRotation(): AppError {
  return new AppError("conflict", "no_webhook_rotation", "The signing secret isn't being rotated.");
}

export function endpointInactive(): AppError {
  return new AppError(
    "conflict",
    "webhook_endpoint_inactive",
    "The endpoint is inactive. Reactivate it first.",
  );
}

export function queueTooLong(limit: number): AppError {
  return new AppError(
    "conflict",
    "webhook_queue_too_long",
    `More than ${limit.toLocaleString("en")} deliveries are waiting for this endpoint. Change its order when fewer are waiting.`,
  );
}

export function endpointActive(): AppError {
  return new AppError(
    "conflict",
    "webhook_endpoint_active",
    "The endpoint is already active, so nothing was caught up. Start a catch-up instead.",
  );
}

export function catchUpRunning(): AppError {
  return new AppError(
    "conflict",
    "webhook_catch_up_running",
    "This endpoint already has a catch-up in progress. Wait until it has ended, or stop it first.",
  );
}

export function catchUpLimitReached(
  scope: "endpoint" | "workspace",
  limit: number,
  retryAfterSeconds: number,
): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new AppError(
    "rate_limited",
    "webhook_catch_up_limit",
    `This ${scope} has started ${limit} catch-ups within an hour. Nothing was changed. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { retryAfterSeconds },
  );
}

/** @param reached a sentence that names the limit */
export function testLimitReached(reached: string, retryAfterSeconds: number): AppError {
  return new AppError(
    "rate_limited",
    "webhook_test_limit",
    `${reached} Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}

export function catchUpNotRunning(): AppError {
  return new AppError(
    "conflict",
    "webhook_catch_up_not_running",
    "This endpoint has no catch-up in progress.",
  );
}

export function noCatchUp(): AppError {
  return new AppError("not_found", "webhook_catch_up_not_found", "This endpoint hasn't had a catch-up yet.");
}
