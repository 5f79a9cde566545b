import { withPreparedStatements } from "@zonepost/db";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { Sweep } from "../../../kernel/due-work/due-work.ts";
import type { WakeReason } from "../../../kernel/due-work/wake.ts";
import { countFault } from "../model/count-fault.ts";
import type { WebhookPorts } from "../ports.ts";
import { type Claim, claimDeliveries, mostOf, noProgress } from "./claim-deliveries.ts";
import { claimFew, fewDeliveries } from "./claim-few.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import { attemptTimeoutMs } from "./policy.ts";
import { type FinishedAttempt, ResultRecorder } from "./record/result-recorder.ts";
import { releaseDeliveries } from "./release-deliveries.ts";
import { type AttemptResult, createSendDelivery, unsent } from "./send-delivery.ts";
import { DeliveryLanes, type LaneCounts, type LaneLimits } from "./slots.ts";
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
/** A claim of 256 costs a tenth more of PostgreSQL's CPU time per delivery, and half more of the worker's. */
const claimBatch = 512;
/**
 * Claims of quick endpoints wait here to be sent. With 1,024, sending often ran out of them while results were written
 * and the next were claimed: a third of the time was idle in one burst of two.
 */
const maxClaimed = 2_048;
/**
 * Most wakes are for events of the moment, so those in between don't look for anything older. What was sent stays in the
 * index while a report keeps PostgreSQL from removing it, and a search from the oldest on reads all of it: 0.12 ms for
 * each 1,000, or each 5 s at 200 a second.
 */
const recentMs = 10_000;
const lookBackEveryMs = 1_000;
/** After finding that not few are due, or something special, how long that is taken to be so. */
const notFewMs = 250;
/**
 * Successes wait as long to be recorded together, since nothing waits for them: while little happens, while others are
 * due that the limits leave unclaimed, and while so many are claimed that the results don't hold up the next claim.
 */
const gatherMs = { idle: 150, limited: 12, full: 25 };
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
  readonly #limits: LaneLimits;
  readonly #lanes: DeliveryLanes;
  readonly #turns: WakeTurns;
  readonly #leaseSeconds: number;
  #progress = noProgress;
  #running: Promise<void> | undefined;
  /** Something may have become claimable. */
  #isPoked = false;
  #isWoken = false;
  /** The last claim left some behind because of a limit. */
  #hasMore = false;
  #claimedThen = 0;
  #notFewUntilMs = 0;
  #lookBackAtMs = 0;
  #stalledAtMs = 0;
  #releasing = 0;
  #clockOffset: { ms: number; readAtMs: number } | undefined;
  #notify = () => {};

  constructor(deps: DeliverySweepDeps) {
    const { timeoutMs = attemptTimeoutMs, random = Math.random, maxInFlight = 256, leaseSeconds = 60 } = deps;
    this.#deps = deps;
    this.#leaseSeconds = leaseSeconds;
    this.#limits = {
      perEndpoint: deps.inFlightPerEndpoint,
      perWorkspace: Math.ceil(maxInFlight / 4),
      perHost: Math.ceil(maxInFlight / 2),
      total: maxInFlight,
    };
    this.#ctx = {
      ...deps,
      db: withPreparedStatements(deps.db),
      actor: { kind: "system", job: sweepName },
      requestId: null,
      ipAddress: null,
    };
    this.#turns = new WakeTurns(random);
    this.#sendDelivery = createSendDelivery({ ...deps, timeoutMs });
    this.#lanes = new DeliveryLanes(
      this.#limits,
      (claim) => void this.#attempt(claim),
      () => deps.clock.wallNow().getTime(),
    );
    this.#recorder = new ResultRecorder({
      ctx: this.#ctx,
      random,
      readClocks: () => this.#readClocks(),
      leaseMs: leaseSeconds * 1_000,
      gatherMs: () => this.#gatherMs(),
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
        } else if (this.#lanes.claimed === 0 && this.#releasing === 0) {
          return;
        } else if (!(await this.#hasChanged())) {
          this.#poke();
        }
      }
      await this.#release(this.#lanes.takeWaiting());
      // If this takes longer than the lease, another worker sends the delivery again.
      const patience = AbortSignal.timeout(drainMs);
      while (this.#lanes.claimed > 0 && !patience.aborted) {
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
      void this.#release(this.#lanes.takeStalled());
    }
  }

  async #claim(): Promise<void> {
    const isWoken = this.#isWoken;
    this.#isPoked = false;
    this.#isWoken = false;
    const { timeoutMs = attemptTimeoutMs } = this.#deps;
    const { inFlight, ahead, left } = this.#lanes.counts();
    const room = Math.min(maxClaimed - this.#lanes.claimed, claimBatch);
    // Each limit is a prepared statement of its own, so there are only a few.
    const limit = 2 ** Math.floor(Math.log2(room));
    if (room <= 0) {
      this.#hasMore = true;
      return;
    }
    const { businessMs } = await this.#readClocks();
    const few = await this.#claimFew(businessMs, { inFlight, left: Math.min(left, room), isWoken });
    const claim =
      few ??
      (await claimDeliveries(this.#ctx, {
        now: new Date(businessMs),
        limit,
        left,
        progress: this.#progress,
        inFlight,
        // While all that is due fits in the limits, nothing has to be claimed ahead.
        ahead: this.#hasMore ? ahead : new Map(),
        inFlightLimits: this.#limits,
        leaseSeconds: this.#leaseSeconds,
        probeHoldMs: timeoutMs + 2_000,
      }));
    this.#progress = claim.progress;
    this.#hasMore = claim.isCut;
    if (isWoken) {
      this.#turns.found(claim.deliveries.length, longestWaitMs(claim, businessMs));
    }
    this.#take(claim);
    this.#claimedThen = this.#lanes.claimed;
  }

  /** Null if `claimDeliveries` must decide. */
  async #claimFew(
    businessMs: number,
    { inFlight, left, isWoken }: Pick<LaneCounts, "inFlight" | "left"> & { isWoken: boolean },
  ) {
    const { perEndpoint, perWorkspace, perHost } = this.#limits;
    const room = perEndpoint - mostOf(inFlight.endpoint);
    const fits =
      Math.min(left, perWorkspace - mostOf(inFlight.workspace), perHost - mostOf(inFlight.host)) >=
      fewDeliveries;
    const wallMs = this.#deps.clock.wallNow().getTime();
    if (this.#hasMore || room <= 0 || !fits || wallMs < this.#notFewUntilMs) {
      return null;
    }
    const isRecent = isWoken && wallMs < this.#lookBackAtMs;
    if (!isRecent) {
      this.#lookBackAtMs = wallMs + lookBackEveryMs;
    }
    const deliveries = await claimFew(this.#ctx, {
      now: new Date(businessMs),
      ...(isRecent ? { dueFrom: new Date(businessMs - recentMs) } : {}),
      room,
      leaseSeconds: this.#leaseSeconds,
    });
    if (!deliveries) {
      this.#notFewUntilMs = wallMs + notFewMs;
      return null;
    }
    return { deliveries, isCut: false, progress: { ...noProgress, cursor: this.#progress.cursor } };
  }

  #take({ deliveries }: Claim): void {
    const repeats = deliveries.filter(({ isRepeat }) => isRepeat).length;
    if (repeats > 0) {
      this.#deps.log.warn(
        { stage: "record", deliveries: repeats },
        "webhook deliveries are sent again, because a worker's lease ended before their results were recorded",
      );
      void this.#countRepeats(repeats);
    }
    const endedAtWallMs = this.#deps.clock.wallNow().getTime();
    const unwanted = deliveries.filter((claim) => !isWanted(claim));
    this.#lanes.addUnsent(unwanted);
    for (const claim of unwanted) {
      this.#recorder.add({ claim, answer: undefined, endedAtWallMs });
    }
    this.#lanes.add(deliveries.filter(isWanted));
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
      log.error(
        { err: error, stage: "send", deliveryId: claim.deliveryId },
        "couldn't attempt a webhook delivery",
      );
      answer = unsent(endpoint?.url, "internal", "not sent because of an error in this service");
    }
    this.#lanes.finished(claim, {
      durationMs: answer.durationMs,
      hasFailed: answer.error !== undefined && claim.kind === "scheduled",
    });
    this.#recorder.add({ claim, answer, endedAtWallMs: clock.wallNow().getTime() });
  }

  #onSettled(batch: readonly FinishedAttempt[]): void {
    const hasRoom = this.#lanes.settled(batch.map(({ claim }) => claim));
    const failed = new Set(
      batch.filter(({ answer }) => answer?.error !== undefined).map(({ claim }) => claim.endpointId),
    );
    if (failed.size > 0) {
      void this.#release(this.#lanes.takeWaiting(failed)).then(() => this.#lanes.resume(failed));
    }
    const hasFreedOthers = batch.some(({ claim }) => claim.isOrdered || claim.probeAt);
    const isLow = this.#lanes.claimed <= this.#claimedThen / 2;
    const fitsBatch = hasRoom && this.#lanes.claimed <= maxClaimed - claimBatch;
    if (hasFreedOthers || (this.#hasMore && (isLow || fitsBatch))) {
      this.#poke();
    } else {
      this.#notify();
    }
  }

  #gatherMs(): number {
    if (!this.#hasMore) {
      return gatherMs.idle;
    }
    return this.#lanes.claimed > maxClaimed / 2 ? gatherMs.full : gatherMs.limited;
  }

  /** Gives claims back; if that fails, their leases end. */
  async #release(claims: readonly ClaimedDelivery[]): Promise<void> {
    if (claims.length === 0) {
      return;
    }
    this.#releasing += 1;
    try {
      await releaseDeliveries(this.#ctx.db, claims);
    } catch (error) {
      this.#deps.log.error({ err: error, deliveries: claims.length }, "couldn't release webhook deliveries");
    } finally {
      this.#releasing -= 1;
      this.#progress = { ...this.#progress, backlog: null };
      this.#lanes.settled(claims);
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
function longestWaitMs({ deliveries }: Claim, nowMs: number): number {
  const waitsMs = deliveries
    .filter(({ attemptsMade }) => attemptsMade === 0)
    .map(({ dueAt }) => nowMs - dueAt.getTime());
  return Math.max(0, ...waitsMs);
}
