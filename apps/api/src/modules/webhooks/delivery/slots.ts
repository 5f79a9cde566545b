import type { InFlightLimits } from "./claim-deliveries.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";

/** This worker's claims of one endpoint. They end when their results are recorded. */
type Lane = {
  endpointId: string;
  workspaceId: string;
  host: string;
  claimed: number;
  /** Not sent yet, in the order in which they were claimed. */
  waiting: { claim: ClaimedDelivery; sinceMs: number }[];
  inFlight: number;
  /** Sends nothing, because an attempt failed and its result isn't recorded yet. */
  isHeld: boolean;
  /** Since then nothing was sent or answered. */
  quietSinceMs: number;
  isRunnable: boolean;
};

export type LaneLimits = InFlightLimits & { total: number };
export type LaneCounts = {
  inFlight: Record<"endpoint" | "workspace" | "host", ReadonlyMap<string, number>>;
  ahead: ReadonlyMap<string, number>;
  /** How many more may be claimed for endpoints that aren't quick. */
  left: number;
};

/** An endpoint that answers within this time on average is quick, so more is claimed for it than is sent at once. */
const quickMs = 100;
/** How long the claims of a quick endpoint should take to send. */
const aheadMs = 200;
const maxAhead = 256;
/** An endpoint that is quick no longer gives back what waits for it. */
const stalledMs = 250;
const longestWaitMs = 5_000;
const maxKnownEndpoints = 256;

/**
 * The deliveries that this worker has claimed, by endpoint. Sends some of each at a time, in turn, within the limits, and
 * keeps the others waiting.
 */
export class DeliveryLanes {
  readonly #limits: LaneLimits;
  readonly #send: (claim: ClaimedDelivery) => void;
  readonly #nowMs: () => number;
  readonly #lanes = new Map<string, Lane>();
  /** The average time of recent attempts in milliseconds, by endpoint. */
  readonly #averagesMs = new Map<string, number>();
  readonly #inFlight = { workspace: new Counts(), host: new Counts() };
  #inFlightTotal = 0;
  #runnable: Lane[] = [];
  #claimed = 0;

  constructor(limits: LaneLimits, send: (claim: ClaimedDelivery) => void, nowMs: () => number) {
    this.#limits = limits;
    this.#send = send;
    this.#nowMs = nowMs;
  }

  get claimed(): number {
    return this.#claimed;
  }

  get inFlight(): number {
    return this.#inFlightTotal;
  }

  /** Takes claims over, and sends what the limits allow. */
  add(claims: readonly ClaimedDelivery[]): void {
    for (const claim of claims) {
      const lane = this.#count(claim);
      lane.waiting.push({ claim, sinceMs: this.#nowMs() });
      this.#queue(lane);
    }
    this.#sendMore();
  }

  /** Counts claims that are settled without being sent. */
  addUnsent(claims: readonly ClaimedDelivery[]): void {
    for (const claim of claims) {
      this.#count(claim);
    }
  }

  /** An attempt ended: its turn goes to the next, unless it failed. */
  finished(claim: ClaimedDelivery, outcome: { durationMs: number; hasFailed: boolean }): void {
    const lane = this.#laneOf(claim);
    lane.inFlight -= 1;
    lane.quietSinceMs = this.#nowMs();
    lane.isHeld ||= outcome.hasFailed;
    this.#inFlightTotal -= 1;
    this.#inFlight.workspace.add(lane.workspaceId, -1);
    this.#inFlight.host.add(lane.host, -1);
    this.#remember(claim.endpointId, outcome.durationMs);
    this.#queue(lane);
    this.#sendMore();
  }

  /**
   * The results of claims were recorded, or the claims given back.
   * @returns true if more should be claimed for one of their endpoints
   */
  settled(claims: readonly ClaimedDelivery[]): boolean {
    let hasRoom = false;
    for (const claim of claims) {
      const lane = this.#lanes.get(claim.endpointId);
      if (!lane) {
        continue;
      }
      lane.claimed -= 1;
      this.#claimed -= 1;
      const ahead = this.#aheadOf(claim.endpointId);
      hasRoom ||= ahead === 0 || lane.claimed <= ahead / 2;
      if (lane.claimed === 0) {
        this.#lanes.delete(claim.endpointId);
      }
    }
    return hasRoom;
  }

  /** Lets endpoints send again whose failures were recorded. */
  resume(endpointIds: Iterable<string>): void {
    for (const endpointId of endpointIds) {
      const lane = this.#lanes.get(endpointId);
      if (lane) {
        lane.isHeld = false;
        this.#queue(lane);
      }
    }
    this.#sendMore();
  }

  /** Removes the waiting claims of endpoints, to be given back. */
  takeWaiting(endpointIds: Iterable<string> = this.#lanes.keys()): ClaimedDelivery[] {
    return [...endpointIds].flatMap((endpointId) =>
      (this.#lanes.get(endpointId)?.waiting.splice(0) ?? []).map(({ claim }) => claim),
    );
  }

  /** Removes the claims that have waited for so long that another worker, or a later claim, should have them. */
  takeStalled(): ClaimedDelivery[] {
    const nowMs = this.#nowMs();
    const stalled = [...this.#lanes.values()].filter(({ waiting, inFlight, quietSinceMs, endpointId }) => {
      const [oldest] = waiting;
      const isQuickUsually = inFlight > 0 && this.#aheadOf(endpointId) > 0;
      return (
        oldest !== undefined &&
        (nowMs - oldest.sinceMs > longestWaitMs || (isQuickUsually && nowMs - quietSinceMs > stalledMs))
      );
    });
    for (const { endpointId, inFlight } of stalled) {
      if (inFlight > 0) {
        this.#averagesMs.set(endpointId, stalledMs);
      }
    }
    return this.takeWaiting(stalled.map(({ endpointId }) => endpointId));
  }

  /**
   * What the claim needs: how much it may add. A quick endpoint takes no room from its workspace and host, and an answered
   * delivery none at all.
   */
  counts(): LaneCounts {
    const counts = { endpoint: new Counts(), workspace: new Counts(), host: new Counts() };
    const ahead = new Map<string, number>();
    let total = 0;
    for (const lane of this.#lanes.values()) {
      const more = this.#aheadOf(lane.endpointId);
      const unanswered = lane.waiting.length + lane.inFlight;
      counts.endpoint.add(lane.endpointId, lane.isHeld ? this.#limits.perEndpoint + more : unanswered);
      if (more === 0) {
        counts.workspace.add(lane.workspaceId, unanswered);
        counts.host.add(lane.host, unanswered);
        total += unanswered;
      }
    }
    for (const endpointId of this.#averagesMs.keys()) {
      const more = this.#aheadOf(endpointId);
      if (more > 0) {
        ahead.set(endpointId, more);
      }
    }
    return { inFlight: counts, ahead, left: Math.max(this.#limits.total - total, 0) };
  }

  #count(claim: ClaimedDelivery): Lane {
    const lane = this.#laneOf(claim);
    lane.claimed += 1;
    this.#claimed += 1;
    return lane;
  }

  #laneOf({ endpointId, workspaceId, endpoint }: ClaimedDelivery): Lane {
    const known = this.#lanes.get(endpointId);
    if (known) {
      return known;
    }
    const lane: Lane = {
      endpointId,
      workspaceId,
      host: endpoint?.targetHost ?? "",
      claimed: 0,
      waiting: [],
      inFlight: 0,
      isHeld: false,
      quietSinceMs: this.#nowMs(),
      isRunnable: false,
    };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  #aheadOf(endpointId: string): number {
    const averageMs = this.#averagesMs.get(endpointId);
    if (averageMs === undefined || averageMs > quickMs) {
      return 0;
    }
    const { perEndpoint } = this.#limits;
    return Math.min(perEndpoint * Math.floor(aheadMs / Math.max(averageMs, 1)), maxAhead);
  }

  #remember(endpointId: string, durationMs: number): void {
    const before = this.#averagesMs.get(endpointId) ?? durationMs;
    this.#averagesMs.delete(endpointId);
    this.#averagesMs.set(endpointId, before + (durationMs - before) / 8);
    if (this.#averagesMs.size > maxKnownEndpoints) {
      const [oldest] = this.#averagesMs.keys();
      this.#averagesMs.delete(oldest as string);
    }
  }

  #queue(lane: Lane): void {
    if (
      !lane.isRunnable &&
      !lane.isHeld &&
      lane.waiting.length > 0 &&
      lane.inFlight < this.#limits.perEndpoint
    ) {
      lane.isRunnable = true;
      this.#runnable.push(lane);
    }
  }

  /** One of each endpoint in turn, until all that may send anything have reached a limit. */
  #sendMore(): void {
    const blocked: Lane[] = [];
    while (this.#inFlightTotal < this.#limits.total) {
      const lane = this.#runnable.shift();
      if (!lane) {
        break;
      }
      const isFull =
        this.#inFlight.workspace.of(lane.workspaceId) >= this.#limits.perWorkspace ||
        this.#inFlight.host.of(lane.host) >= this.#limits.perHost;
      if (isFull) {
        blocked.push(lane);
        continue;
      }
      lane.isRunnable = false;
      const next = lane.isHeld ? undefined : lane.waiting.shift();
      if (next) {
        this.#start(lane, next.claim);
        this.#queue(lane);
      }
    }
    this.#runnable = [...blocked, ...this.#runnable];
  }

  #start(lane: Lane, claim: ClaimedDelivery): void {
    lane.inFlight += 1;
    lane.quietSinceMs = this.#nowMs();
    this.#inFlightTotal += 1;
    this.#inFlight.workspace.add(lane.workspaceId, 1);
    this.#inFlight.host.add(lane.host, 1);
    this.#send(claim);
  }
}

class Counts extends Map<string, number> {
  of(key: string): number {
    return this.get(key) ?? 0;
  }

  add(key: string, change: number): void {
    const now = this.of(key) + change;
    if (now > 0) {
      this.set(key, now);
    } else {
      this.delete(key);
    }
  }
}
