import { withPreparedStatements } from "@zonepost/db";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { Sweep } from "../../../kernel/due-work/due-work.ts";
import type { WakeReason } from "../../../kernel/due-work/wake.ts";
import { QuarantinedError } from "../../../kernel/quarantine/quarantined.ts";
import { countFault } from "../model/count-fault.ts";
import type { WebhookPorts } from "../ports.ts";
import { claimDeliveries, firstCursor, maxClaim } from "./claim-deliveries.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import { attemptTimeoutMs } from "./policy.ts";
import { type FinishedAttempt, ResultRecorder } from "./record/result-recorder.ts";
import { releaseDeliveries } from "./release-deliveries.ts";
import { type AttemptResult, createSendDelivery, unsent } from "./send-delivery.ts";
import { Slots } from "./slots.ts";
import { WakeTurns } from "./wake-turns.ts";

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
/** While slow receivers keep `run` busy, retries that become due and lost notices don't wait for them. */
const lookAgainMs = 250;
/** Claims of quick endpoints wait here to be sent. With 1,024, sending often ran out of them while the next were claimed. */
const maxClaimed = 4 * maxClaim;
/**
 * Most wakes are for events of the moment, so those in between don't look for anything older. What was sent stays in the
 * index while a report keeps PostgreSQL from removing it: 0.12 ms of a claim for each 1,000.
 */
const recentMs = 10_000;
const lookBackEveryMs = 1_000;
/** How long the difference between the clocks is taken to be the same, in case the notice of a change was lost. */
const clockAgeMs = 1_000;
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
    wake: (reason) => loop.wake(reason),
    standbyMs: (reason) => loop.standbyMs(reason),
  };
}

class DeliveryLoop {
  readonly #deps: DeliverySweepDeps;
  readonly #ctx: DeliverySweepDeps & Pick<Ctx, "actor" | "requestId" | "ipAddress">;
  readonly #sendDelivery: ReturnType<typeof createSendDelivery>;
  readonly #recorder: ResultRecorder;
  readonly #slots: Slots;
  readonly #turns: WakeTurns;
  readonly #leaseSeconds: number;
  #cursor = firstCursor;
  /** The last claim left some behind. */
  #isCut = false;
  /** Deliveries whose results aren't recorded yet. */
  #claimed = 0;
  #running: Promise<void> | undefined;
  /** Something may have become claimable. */
  #isPoked = false;
  #isWoken = false;
  #lookBackAtMs = 0;
  #stalledAtMs = 0;
  #clockOffset: { ms: number; readAtMs: number } | undefined;
  #notify = () => {};

  constructor(deps: DeliverySweepDeps) {
    const { timeoutMs = attemptTimeoutMs, random = Math.random, maxInFlight = 256, leaseSeconds = 60 } = deps;
    this.#deps = deps;
    this.#leaseSeconds = leaseSeconds;
    this.#ctx = {
      ...deps,
      db: withPreparedStatements(deps.db),
      actor: { kind: "system", job: sweepName },
      requestId: null,
      ipAddress: null,
    };
    this.#turns = new WakeTurns(random);
    this.#sendDelivery = createSendDelivery({ ...deps, timeoutMs });
    this.#slots = new Slots(
      {
        perEndpoint: deps.inFlightPerEndpoint,
        perWorkspace: Math.ceil(maxInFlight / 4),
        perHost: Math.ceil(maxInFlight / 2),
        total: maxInFlight,
      },
      (claim) => void this.#attempt(claim),
      () => deps.clock.wallNow().getTime(),
    );
    this.#recorder = new ResultRecorder({
      ctx: this.#ctx,
      random,
      readClocks: () => this.#readClocks(),
      leaseMs: leaseSeconds * 1_000,
      onSettled: (batch) => this.#onSettled(batch),
    });
  }

  run(signal: AbortSignal): Promise<void> {
    if (!this.#isWoken) {
      this.#clockOffset = undefined;
    }
    this.#poke();
    this.#running ??= this.#loop(signal);
    return this.#running;
  }

  wake(reason: WakeReason): void {
    if (reason === "clock") {
      this.#clockOffset = undefined;
      this.#lookBackAtMs = 0;
    }
    this.#isWoken = true;
    this.#poke();
  }

  standbyMs(reason: WakeReason): number {
    return reason === "clock" ? 0 : this.#turns.delayMs();
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const onAbort = () => this.#notify();
    signal.addEventListener("abort", onAbort);
    try {
      while (!signal.aborted) {
        this.#releaseStalled();
        if (this.#isPoked) {
          await this.#claim();
        } else if (this.#claimed === 0) {
          return;
        } else if (!(await this.#hasChanged())) {
          this.#poke();
        }
      }
      await this.#release(this.#slots.takeWaiting());
      // If this takes longer than the lease, another worker sends the delivery again.
      const patience = AbortSignal.timeout(drainMs);
      while (this.#claimed > 0 && !patience.aborted) {
        await this.#hasChanged();
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#running = undefined;
    }
  }

  /** Also while something always happens: what waits was claimed with the endpoint's settings of that time. */
  #releaseStalled(): void {
    const nowMs = this.#deps.clock.wallNow().getTime();
    if (nowMs >= this.#stalledAtMs + lookAgainMs) {
      this.#stalledAtMs = nowMs;
      void this.#release(this.#slots.takeStalled());
    }
  }

  async #claim(): Promise<void> {
    const isWoken = this.#isWoken;
    this.#isPoked = false;
    this.#isWoken = false;
    const limit = Math.min(maxClaimed - this.#claimed, maxClaim);
    if (limit <= 0) {
      this.#isCut = true;
      return;
    }
    const { wallMs, businessMs } = await this.#readClocks();
    const isRecent = isWoken && !this.#isCut && wallMs < this.#lookBackAtMs;
    if (!isRecent) {
      this.#lookBackAtMs = wallMs + lookBackEveryMs;
    }
    const { timeoutMs = attemptTimeoutMs } = this.#deps;
    const { deliveries, isCut, cursor } = await claimDeliveries(this.#ctx, {
      now: new Date(businessMs),
      since: isRecent ? new Date(businessMs - recentMs) : undefined,
      limit,
      cursor: this.#cursor,
      room: this.#slots.room(),
      leaseSeconds: this.#leaseSeconds,
      probeHoldMs: timeoutMs + 2_000,
      isInterrupted: () => this.#isWoken,
    });
    this.#cursor = cursor;
    this.#isCut = isCut;
    if (isWoken) {
      this.#turns.found(deliveries.length, longestWaitMs(deliveries, businessMs));
    }
    this.#take(deliveries);
  }

  #take(deliveries: readonly ClaimedDelivery[]): void {
    const repeats = deliveries.filter(({ isRepeat }) => isRepeat).length;
    if (repeats > 0) {
      this.#deps.log.warn(
        { stage: "record", deliveries: repeats },
        "webhook deliveries are sent again, because a worker's lease ended before their results were recorded",
      );
      void this.#countRepeats(repeats);
    }
    this.#claimed += deliveries.length;
    const endedAtWallMs = this.#deps.clock.wallNow().getTime();
    for (const claim of deliveries.filter((each) => !isWanted(each))) {
      this.#recorder.add({ claim, answer: undefined, endedAtWallMs });
    }
    this.#slots.take(deliveries.filter(isWanted));
  }

  async #countRepeats(count: number): Promise<void> {
    try {
      await countFault(this.#ctx.db, "repeated", count);
    } catch (error) {
      this.#deps.log.error({ err: error, stage: "record", deliveries: count }, "couldn't count repeats");
    }
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    const { clock, log } = this.#deps;
    const { event, endpoint } = claim;
    let answer: AttemptResult;
    try {
      if (!event || !endpoint) {
        throw new Error("a delivery without event or endpoint was to be sent");
      }
      answer = await this.#sendDelivery({ ...claim, event, endpoint }, clock.wallNow());
    } catch (error) {
      if (error instanceof QuarantinedError) {
        this.#slots.finished(claim, { durationMs: 0, hasFailed: false });
        await this.#release([claim]);
        return;
      }
      log.error(
        { err: error, stage: "send", deliveryId: claim.deliveryId },
        "couldn't attempt a webhook delivery",
      );
      answer = unsent(endpoint?.url, "internal", "not sent because of an error in this service");
    }
    const hasRoom = this.#slots.finished(claim, {
      durationMs: answer.durationMs,
      // A person's replay says nothing about others, but one of a catch-up does.
      hasFailed: answer.error !== undefined && (claim.kind === "scheduled" || claim.catchUpId !== null),
    });
    if (hasRoom) {
      this.#claimMore();
    }
    this.#recorder.add({ claim, answer, endedAtWallMs: clock.wallNow().getTime() });
  }

  #onSettled(batch: readonly FinishedAttempt[]): void {
    this.#claimed -= batch.length;
    const failed = new Set(
      batch.filter(({ answer }) => answer?.error !== undefined).map(({ claim }) => claim.endpointId),
    );
    if (failed.size > 0) {
      void this.#release(this.#slots.takeWaiting(failed)).then(() => this.#slots.resume(failed));
    }
    if (batch.some(({ claim, answer }) => claim.isOrdered || claim.probeAt || !answer)) {
      this.#poke();
    } else {
      this.#claimMore();
      this.#notify();
    }
  }

  #claimMore(): void {
    if (this.#isCut && this.#claimed + maxClaim <= maxClaimed) {
      this.#poke();
    }
  }

  /** Gives claims back; if that fails, their leases end. */
  async #release(claims: readonly ClaimedDelivery[]): Promise<void> {
    if (claims.length === 0) {
      return;
    }
    try {
      await releaseDeliveries(this.#ctx.db, claims);
    } catch (error) {
      this.#deps.log.error({ err: error, deliveries: claims.length }, "couldn't release webhook deliveries");
    } finally {
      this.#claimed -= claims.length;
      this.#poke();
    }
  }

  /** Both at the same moment. Business time is taken to be as far ahead as when it was read last. */
  async #readClocks(): Promise<{ wallMs: number; businessMs: number }> {
    const { clock } = this.#deps;
    const known = this.#clockOffset;
    const isKnown = known && this.#deps.clock.wallNow().getTime() - known.readAtMs < clockAgeMs;
    const offsetMs = isKnown ? known.ms : (await clock.now()).getTime() - clock.wallNow().getTime();
    if (!isKnown) {
      this.#clockOffset = { ms: offsetMs, readAtMs: this.#deps.clock.wallNow().getTime() };
    }
    const wallMs = clock.wallNow().getTime();
    return { wallMs, businessMs: wallMs + offsetMs };
  }

  #poke(): void {
    this.#isPoked = true;
    this.#notify();
  }

  /** Resolves to false if nothing has changed for a while. */
  async #hasChanged(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), lookAgainMs);
    this.#notify = () => resolve(true);
    const hasChanged = await promise;
    clearTimeout(timer);
    this.#notify = () => {};
    return hasChanged;
  }
}

/** A delivery that a person asked for isn't limited to the selected events; a test also goes to an inactive endpoint. */
function isWanted({ kind, event, endpoint }: ClaimedDelivery): boolean {
  if (!event || !endpoint) {
    return false;
  }
  return kind === "test" || (endpoint.active && (kind === "replay" || endpoint.isSubscribed));
}

/** How long the oldest of the claimed first attempts has been due. */
function longestWaitMs(deliveries: readonly ClaimedDelivery[], nowMs: number): number {
  const waitsMs = deliveries
    .filter(({ attemptsMade }) => attemptsMade === 0)
    .map(({ dueAt }) => nowMs - dueAt.getTime());
  return Math.max(0, ...waitsMs);
}
