import type { Ctx } from "../../kernel/ctx.ts";
import type { DueWork, Sweep } from "../../kernel/due-work.ts";
import { attemptTimeoutMs, subscribes } from "./policy.ts";
import type { WebhookPorts } from "./ports.ts";
import { isDeliveryBusy, nextDueDelivery } from "./queries/next-due-delivery.ts";
import { type ClaimedDelivery, claimDeliveries, firstCursor } from "./use-cases/claim-deliveries.ts";
import { completeDeliveries, type DeliveryResult } from "./use-cases/complete-deliveries.ts";
import { createSendDelivery } from "./use-cases/send-delivery.ts";

/** Deliveries as work that the business clock makes due. */
export const deliveryWork: DueWork = {
  name: "webhook deliveries",
  nextDueAt: nextDueDelivery,
  isBusy: isDeliveryBusy,
};

export type DeliverySweepDeps = Pick<Ctx, "db" | "clock" | "log"> &
  WebhookPorts & {
    /** The panel's public address, for the links in mails to owners. */
    panelUrl: string;
    /** How many deliveries one endpoint may have in flight from this worker. */
    inFlightPerEndpoint: number;
    /** How many deliveries this worker may have in flight in all. */
    maxInFlight?: number;
    /** How long a claim lasts when its worker dies, in seconds of wall clock. */
    leaseSeconds?: number;
    /** How long a receiver has for its answer. */
    timeoutMs?: number;
    /** At least 0 and below 1, for jitter. */
    random?: () => number;
  };

const pollIntervalMs = 1_000;
/** While a slow receiver keeps `run` waiting, new deliveries for others must not wait with it. */
const lookAgainMs = 50;
const claimBatch = 100;
const completionBatch = 100;
const completionTries = 5;
/** How long a worker that is to stop waits for answers; a shutdown has 10 s in all. */
const drainMs = 5_000;

/**
 * Claims, sends and records deliveries until none can be claimed and none is in flight. Where `run` is called while
 * it runs, it looks for new deliveries at once and shares the same end.
 */
export function createDeliverySweep(deps: DeliverySweepDeps): Sweep {
  const { maxInFlight = 256, leaseSeconds = 60, timeoutMs = attemptTimeoutMs, random = Math.random } = deps;
  const ctx = {
    ...deps,
    actor: { kind: "system", job: "webhook deliveries" } as const,
    requestId: null,
    ipAddress: null,
  };
  const sendDelivery = createSendDelivery({ ...deps, timeoutMs });
  const inFlight = new Map<string, number>();
  let inFlightTotal = 0;
  let cursor = firstCursor;
  let running: Promise<void> | undefined;
  let isPoked = false;
  let notify = () => {};
  let finished: FinishedAttempt[] = [];
  let isRecording = false;

  function count(endpointId: string, change: 1 | -1): void {
    inFlightTotal += change;
    const now = (inFlight.get(endpointId) ?? 0) + change;
    if (now > 0) {
      inFlight.set(endpointId, now);
    } else {
      inFlight.delete(endpointId);
    }
  }

  function poke(): void {
    isPoked = true;
    notify();
  }

  async function attempt(claim: ClaimedDelivery): Promise<void> {
    count(claim.endpointId, 1);
    try {
      const { event, endpoint } = claim;
      const wanted = event && endpoint?.active && subscribes(endpoint.events, event.type);
      const answer = wanted
        ? await sendDelivery({ ...claim, event, endpoint }, deps.clock.wallNow())
        : undefined;
      finished.push({ claim, answer, endedAtWallMs: deps.clock.wallNow().getTime() });
      if (!isRecording) {
        void record();
      }
    } catch (error) {
      // Nothing was sent (a secret that cannot be opened): its lease ends, and it is tried again.
      deps.log.error({ err: error, deliveryId: claim.deliveryId }, "a webhook delivery could not be made");
      count(claim.endpointId, -1);
      poke();
    }
  }

  /** Records what has finished in batches; while one is written, the next gathers. */
  async function record(): Promise<void> {
    isRecording = true;
    try {
      while (finished.length > 0) {
        const batch = finished.slice(0, completionBatch);
        finished = finished.slice(completionBatch);
        await recordBatch(batch);
        for (const { claim } of batch) {
          count(claim.endpointId, -1);
        }
        poke();
      }
    } finally {
      isRecording = false;
    }
  }

  async function recordBatch(batch: readonly FinishedAttempt[]): Promise<void> {
    for (let tries = 1; tries <= completionTries; tries += 1) {
      try {
        const [businessNow, wallNowMs] = [await deps.clock.now(), deps.clock.wallNow().getTime()];
        const results = batch.map((one): DeliveryResult => {
          const endedAt = new Date(businessNow.getTime() - Math.max(wallNowMs - one.endedAtWallMs, 0));
          const { claim, answer } = one;
          if (!answer) {
            return { claim, outcome: { kind: "skipped" } };
          }
          return { claim, outcome: { kind: "attempted", endedAt, random: random(), ...answer } };
        });
        return await completeDeliveries(ctx, results);
      } catch (error) {
        deps.log.error(
          { err: error, deliveries: batch.length, tries },
          "results of deliveries were not recorded",
        );
        if (tries < completionTries) {
          await pause(tries * 200);
        }
      }
    }
  }

  async function loop(signal: AbortSignal): Promise<void> {
    const onAbort = () => notify();
    signal.addEventListener("abort", onAbort);
    try {
      while (!signal.aborted) {
        isPoked = false;
        const limit = Math.min(maxInFlight - inFlightTotal, claimBatch);
        if (limit > 0) {
          const now = await deps.clock.now();
          const claim = await claimDeliveries(ctx, {
            now,
            limit,
            cursor,
            inFlight,
            inFlightPerEndpoint: deps.inFlightPerEndpoint,
            leaseSeconds,
            probeHoldMs: timeoutMs + 2_000,
          });
          cursor = claim.cursor;
          for (const delivery of claim.deliveries) {
            void attempt(delivery);
          }
          if (claim.deliveries.length > 0) {
            continue;
          }
        }
        if (isPoked) {
          continue;
        }
        if (inFlightTotal === 0) {
          return;
        }
        await changeOrPoll();
      }
      // If this takes longer than the lease, another worker sends the delivery again.
      const patience = AbortSignal.timeout(drainMs);
      while (inFlightTotal > 0 && !patience.aborted) {
        await changeOrPoll();
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      running = undefined;
    }
  }

  /** Waits for a result, a call of `run` or the end, but not for long. */
  async function changeOrPoll(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, lookAgainMs);
    notify = resolve;
    await promise;
    clearTimeout(timer);
    notify = () => {};
  }

  return {
    name: deliveryWork.name,
    wakeReasons: ["deliveries", "clock"],
    pollIntervalMs,
    run(signal) {
      poke();
      running ??= loop(signal);
      return running;
    },
  };
}

type FinishedAttempt = {
  claim: ClaimedDelivery;
  /** Undefined where nothing was to be sent. */
  answer: { statusCode: number | null; error: string | undefined; durationMs: number } | undefined;
  endedAtWallMs: number;
};

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
