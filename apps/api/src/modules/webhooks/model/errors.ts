import { webhookEndpointLimit } from "@zonepost/schema";
import { declareError } from "../../../kernel/errors.ts";

export const endpointLimitReached = declareError("conflict", "webhook_endpoint_limit", {
  message: `This workspace has reached its limit of ${webhookEndpointLimit} webhook endpoints. Delete one first.`,
  cause: "The workspace has reached its limit of webhook endpoints.",
  fix: "Delete an endpoint that you no longer use, then repeat the request.",
});

export const rotationInProgress = declareError("conflict", "webhook_rotation_in_progress", {
  message:
    "The signing secret is already being rotated. Switch to the new secret or cancel the rotation first.",
  cause: "The signing secret of the endpoint is already being rotated.",
  fix: "Switch to the new secret, or cancel the rotation if you've lost it.",
});

export const noRotation = declareError("conflict", "no_webhook_rotation", {
  message: "The signing secret isn't being rotated.",
  cause: "The signing secret of the endpoint isn't being rotated.",
  fix: "Get the endpoint. The rotation may have ended already.",
});

export const endpointInactive = declareError("conflict", "webhook_endpoint_inactive", {
  message: "The endpoint is inactive. Reactivate it first.",
  cause: "The endpoint is paused or was deactivated, so nothing is sent to it.",
  fix: "A person can reactivate it with `POST /webhooks/outbound/{id}/reactivate`. Then repeat the request.",
});

export const queueTooLong = declareError("conflict", "webhook_queue_too_long", {
  message: (limit: number) =>
    `More than ${limit.toLocaleString("en")} deliveries are waiting for this endpoint. Change its order when fewer are waiting.`,
  cause: "More than 10,000 deliveries are waiting for the endpoint, too many to change their order at once.",
  fix: "Wait until they are delivered. If the receiver is down, pause the endpoint, and catch up after the change.",
});

export const endpointActive = declareError("conflict", "webhook_endpoint_active", {
  message: "The endpoint is already active, so nothing was caught up. Start a catch-up instead.",
  cause:
    "You asked to reactivate an endpoint with `catchUp`, but it is already active. Nothing was caught up.",
  fix: "Start a catch-up with `POST /webhooks/outbound/{id}/catch-up` and the time from which events were missed.",
});

export const catchUpRunning = declareError("conflict", "webhook_catch_up_running", {
  message: "This endpoint already has a catch-up in progress. Wait until it has ended, or stop it first.",
  cause: "The endpoint already has a catch-up in progress.",
  fix: "Wait until `finishedAt` of its progress is set, or stop it.",
});

export const catchUpLimitReached = declareError("rate_limited", "webhook_catch_up_limit", {
  message: (scope: "endpoint" | "workspace", limit: number, retryAfterSeconds: number) => {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    return `This ${scope} has started ${limit} catch-ups within an hour. Nothing was changed. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  },
  options: (_scope, _limit, retryAfterSeconds) => ({ retryAfterSeconds }),
  cause: "The endpoint has started 20 catch-ups within an hour, or its workspace 100. Nothing was changed.",
  fix: "Wait for the seconds in Retry-After. To reactivate an endpoint at once, leave out `catchUp`.",
});

/** @param reached a sentence that names the limit */
export const testLimitReached = declareError("rate_limited", "webhook_test_limit", {
  message: (reached: string, retryAfterSeconds: number) =>
    `${reached} Try again in ${retryAfterSeconds} seconds.`,
  options: (_reached, retryAfterSeconds) => ({ retryAfterSeconds }),
  cause:
    "The workspace has sent 30 test events within a minute, or 10 are waiting for the endpoint's responses. `detail` says which.",
  fix: "Wait for the seconds in Retry-After.",
});

export const retryLimitReached = declareError("rate_limited", "webhook_retry_limit", {
  message: (retryAfterSeconds: number) =>
    `You have tried this endpoint 10 times in a minute. Try again in ${retryAfterSeconds} seconds.`,
  options: (retryAfterSeconds) => ({ retryAfterSeconds }),
  cause: "The deliveries of the endpoint were made due 10 times within a minute.",
  fix: "Wait for the seconds in Retry-After.",
});

export const catchUpNotRunning = declareError("conflict", "webhook_catch_up_not_running", {
  message: "This endpoint has no catch-up in progress.",
  cause: "The endpoint's latest catch-up has ended, or it hasn't had one.",
  fix: "No action is needed.",
});

export const noCatchUp = declareError("not_found", "webhook_catch_up_not_found", {
  message: "This endpoint hasn't had a catch-up yet.",
  cause: "The endpoint hasn't had a catch-up yet, so there is no progress to show.",
  fix: "Start one with `POST /webhooks/outbound/{id}/catch-up`.",
});

export const replayPending = declareError("conflict", "webhook_replay_pending", {
  message: "A replay of this delivery is already waiting to be sent.",
  cause: "A replay of this delivery is already waiting to be sent.",
  fix: "Read the delivery until `attempt` has increased.",
});

export const testDeliveryReplayed = declareError("conflict", "webhook_test_delivery", {
  message: "Test events can't be replayed. Send another one instead.",
  cause: "The delivery is a test event, and test events can't be replayed.",
  fix: "Send another test event.",
});

export const deliveryInFlight = declareError("conflict", "webhook_delivery_in_flight", {
  message: "An attempt of this delivery is in progress. Wait for its result.",
  cause: "An attempt of this delivery is in progress.",
  fix: "Read the delivery until `attempt` has increased. If the attempt failed, repeat the request.",
});

export const eventExpired = declareError("conflict", "webhook_event_expired", {
  message: "The event is past the retention period, so its body is no longer stored.",
  cause: "The event is past the retention period, so its body is no longer stored.",
  fix: "Read the current state of the domain or payment instead.",
});
