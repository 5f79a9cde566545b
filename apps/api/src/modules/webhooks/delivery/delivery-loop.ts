import type { Ctx } from "../../../kernel/ctx.ts";
import type { Sweep } from "../../../kernel/due-work.ts";
import type { WebhookPorts } from "../ports.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  firstCursor,
  type InFlightLimits,
} from "./claim-deliveries.ts";
import { attemptTimeoutMs, subscribes } from "./policy.ts";
import { ResultRecorder } from "./result-recorder.ts";
import { createSendDelivery } from "./send-delivery.ts";

export type DeliverySweepDeps = Pick<Ctx, "db" | "clock" | "log"> &
  WebhookPorts & {
    panelUrl: string;
    /** The maximum number of deliveries in flight per endpoint from this worker. */
    inFlightPerEndpoint: number;
    /** From this worker in total: a workspace can have a quarter of it, and a target host a half. */
    maxInFlight?: number;
    /** The lifetime of a dead worker's claim, in seconds of wall clock. */
    leaseSeconds?: number;
    timeoutMs?: number;
    /** At least 0 and below 1, for jitter. */
    random?: () => number;
  };

const sweepName = "webhook deliveries";
const pollIntervalMs = 1_000;
/** While a slow receiver keeps `run` busy, new deliveries for others must not wait for it. */
const lookAgainMs = 50;
const claimBatch = 100;
/** The time that a stopping worker waits for responses; a shutdown has 10 s in total. */
const drainMs = 5_000;

/**
 * Claims, sends and records deliveries until none can be claimed and none is in flight. Calling `run` again while it
 * runs checks for new deliveries at once and returns the same promise.
 */
export function createDeliverySweep(deps: DeliverySweepDeps): Sweep {
  const loop = new DeliveryLoop(deps);
  return {
    name: sweepName,
    wakeReasons: ["deliveries", "clock"],
    pollIntervalMs,
    run: (signal) => loop.run(signal),
  };
}

class DeliveryLoop {
  readonly #deps: DeliverySweepDeps;
  readonly #ctx: DeliverySweepDeps & Pick<Ctx, "actor" | "requestId" | "ipAddress">;
  readonly #sendDelivery: ReturnType<typeof createSendDelivery>;
  readonly #recorder: ResultRecorder;
  readonly #maxInFlight: number;
  readonly #inFlightLimits: InFlightLimits;
  readonly #inFlight = { endpoint: new Counts(), workspace: new Counts(), host: new Counts() };
  #inFlightTotal = 0;
  #cursor = firstCursor;
  #running: Promise<void> | undefined;
  #isPoked = false;
  #notify = () => {};

  constructor(deps: DeliverySweepDeps) {
    const { timeoutMs = attemptTimeoutMs, random = Math.random, maxInFlight = 256 } = deps;
    this.#deps = deps;
    this.#maxInFlight = maxInFlight;
    this.#inFlightLimits = {
      perEndpoint: deps.inFlightPerEndpoint,
      perWorkspace: Math.ceil(maxInFlight / 4),
      perHost: Math.ceil(maxInFlight / 2),
    };
    this.#ctx = {
      ...deps,
      actor: { kind: "system", job: sweepName },
      requestId: null,
      ipAddress: null,
    };
    this.#sendDelivery = createSendDelivery({ ...deps, timeoutMs });
    this.#recorder = new ResultRecorder({
      ctx: this.#ctx,
      random,
      onSettled: (batch) => {
        for (const { claim } of batch) {
          this.#count(claim, -1);
        }
        this.#poke();
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    this.#poke();
    this.#running ??= this.#loop(signal);
    return this.#running;
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const onAbort = () => this.#notify();
    signal.addEventListener("abort", onAbort);
    try {
      while (!signal.aborted) {
        this.#isPoked = false;
        if ((await this.#claim()) > 0 || this.#isPoked) {
          continue;
        }
        if (this.#inFlightTotal === 0) {
          return;
        }
        await this.#changeOrPoll();
      }
      // If this takes longer than the lease, another worker sends the delivery again.
      const patience = AbortSignal.timeout(drainMs);
      while (this.#inFlightTotal > 0 && !patience.aborted) {
        await this.#changeOrPoll();
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#running = undefined;
    }
  }

  async #claim(): Promise<number> {
    const { leaseSeconds = 60, timeoutMs = attemptTimeoutMs } = this.#deps;
    const limit = Math.min(this.#maxInFlight - this.#inFlightTotal, claimBatch);
    if (limit <= 0) {
      return 0;
    }
    const claim = await claimDeliveries(this.#ctx, {
      now: await this.#deps.clock.now(),
      limit,
      cursor: this.#cursor,
      inFlight: this.#inFlight,
      inFlightLimits: this.#inFlightLimits,
      leaseSeconds,
      probeHoldMs: timeoutMs + 2_000,
    });
    this.#cursor = claim.cursor;
    for (const delivery of claim.deliveries) {
      void this.#attempt(delivery);
    }
    return claim.deliveries.length;
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    const { clock, log } = this.#deps;
    this.#count(claim, 1);
    try {
      const { event, endpoint } = claim;
      const isWanted = event && endpoint && isStillWanted(claim, endpoint, event.type);
      const answer = isWanted
        ? await this.#sendDelivery({ ...claim, event, endpoint }, clock.wallNow())
        : undefined;
      this.#recorder.add({ claim, answer, endedAtWallMs: clock.wallNow().getTime() });
    } catch (error) {
      // Nothing was sent, for example because a secret can't be decrypted: its lease ends, and it is retried.
      log.error({ err: error, deliveryId: claim.deliveryId }, "couldn't attempt a webhook delivery");
      this.#count(claim, -1);
      this.#poke();
    }
  }

  #count({ workspaceId, endpointId, endpoint }: ClaimedDelivery, change: 1 | -1): void {
    this.#inFlightTotal += change;
    this.#inFlight.endpoint.add(endpointId, change);
    if (endpoint?.active) {
      this.#inFlight.workspace.add(workspaceId, change);
      this.#inFlight.host.add(endpoint.targetHost, change);
    }
  }

  #poke(): void {
    this.#isPoked = true;
    this.#notify();
  }

  async #changeOrPoll(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, lookAgainMs);
    this.#notify = resolve;
    await promise;
    clearTimeout(timer);
    this.#notify = () => {};
  }
}

/** A delivery that a person asked for isn't limited to the selected events; a test also goes to an inactive endpoint. */
function isStillWanted(
  { kind }: ClaimedDelivery,
  endpoint: NonNullable<ClaimedDelivery["endpoint"]>,
  eventType: string,
): boolean {
  return (
    kind === "test" || (endpoint.active && (kind === "replay" || subscribes(endpoint.events, eventType)))
  );
}

class Counts extends Map<string, number> {
  add(key: string, change: 1 | -1): void {
    const now = (this.get(key) ?? 0) + change;
    if (now > 0) {
      this.set(key, now);
    } else {
      this.delete(key);
    }
  }
}
