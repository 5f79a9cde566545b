import type { Room } from "./claim-deliveries.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";

/** Limits on this worker's deliveries in flight, so that slow receivers only delay their own workspace. */
export type SlotLimits = { perEndpoint: number; perWorkspace: number; perHost: number; total: number };

/** This worker's claims of one endpoint that have no answer yet. */
type Lane = {
  endpointId: string;
  workspaceId: string;
  host: string;
  /** Not sent yet, in the order in which they were claimed. */
  waiting: { claim: ClaimedDelivery; sinceMs: number }[];
  inFlight: number;
  /** Sends nothing, because an attempt failed and its result isn't recorded yet. */
  isHeld: boolean;
  isRunnable: boolean;
};

/** As much is claimed for an endpoint as it answers in this time, but at least as much as may be in flight. */
const aheadMs = 200;
const maxAhead = 128;
/** What has waited for as long should go to another worker, or to a later claim. */
const longestWaitMs = 1_000;
const maxKnownEndpoints = 256;

/**
 * Sends some of each endpoint's claims at a time, in turn, within the limits, and keeps the others waiting. Quick endpoints,
 * for which more is claimed than may be in flight, take no share of their workspace and host from others' claims.
 */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #send: (claim: ClaimedDelivery) => void;
  readonly #nowMs: () => number;
  readonly #lanes = new Map<string, Lane>();
  /** The average time of recent attempts in milliseconds, by endpoint. */
  readonly #averagesMs = new Map<string, number>();
  readonly #inFlight = { workspace: new Counts(), host: new Counts() };
  #inFlightTotal = 0;
  #runnable: Lane[] = [];

  constructor(limits: SlotLimits, send: (claim: ClaimedDelivery) => void, nowMs: () => number) {
    this.#limits = limits;
    this.#send = send;
    this.#nowMs = nowMs;
  }

  /** Sends claims, now or when the limits allow. */
  take(claims: readonly ClaimedDelivery[]): void {
    for (const claim of claims) {
      const lane = this.#laneOf(claim);
      lane.waiting.push({ claim, sinceMs: this.#nowMs() });
      this.#queue(lane);
    }
    this.#sendMore();
  }

  /**
   * An attempt ended: its turn goes to the next, unless it failed.
   * @returns true if more should be claimed for its endpoint
   */
  finished(claim: ClaimedDelivery, outcome: { durationMs: number; hasFailed: boolean }): boolean {
    const lane = this.#laneOf(claim);
    lane.inFlight -= 1;
    lane.isHeld ||= outcome.hasFailed;
    this.#inFlightTotal -= 1;
    this.#inFlight.workspace.add(lane.workspaceId, -1);
    this.#inFlight.host.add(lane.host, -1);
    this.#remember(claim.endpointId, outcome.durationMs);
    this.#queue(lane);
    this.#sendMore();
    return unansweredOf(lane) <= this.#shareOf(lane.endpointId) / 2 && this.#hasRoom(lane);
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

  /** Removes the claims of endpoints that take too long for them. */
  takeStalled(): ClaimedDelivery[] {
    const sinceMs = this.#nowMs() - longestWaitMs;
    const stalled = [...this.#lanes.values()].filter(
      ({ waiting: [oldest] }) => oldest && oldest.sinceMs < sinceMs,
    );
    for (const { endpointId } of stalled) {
      this.#averagesMs.set(endpointId, longestWaitMs);
    }
    return this.takeWaiting(stalled.map(({ endpointId }) => endpointId));
  }

  /** For how much the next claim may add. */
  room(): Room {
    for (const lane of this.#lanes.values()) {
      if (unansweredOf(lane) === 0 && !lane.isHeld) {
        this.#lanes.delete(lane.endpointId);
      }
    }
    const { perEndpoint, perWorkspace, perHost, total } = this.#limits;
    const ofEndpoint = new Map<string, number>();
    const ofQuickEndpoint = new Map<string, number>();
    for (const endpointId of new Set([...this.#averagesMs.keys(), ...this.#lanes.keys()])) {
      const lane = this.#lanes.get(endpointId);
      const more = lane?.isHeld ? 0 : this.#shareOf(endpointId) - (lane ? unansweredOf(lane) : 0);
      (this.#isQuick(endpointId) ? ofQuickEndpoint : ofEndpoint).set(endpointId, Math.max(more, 0));
    }
    const slow = this.#countSlow();
    const roomOf = (counts: Counts, limit: number) =>
      new Map([...counts].map(([key, count]) => [key, roomWithin(limit, count)]));
    return {
      total: roomWithin(total, slow.total),
      perEndpoint,
      perWorkspace,
      perHost,
      ofEndpoint,
      ofWorkspace: roomOf(slow.workspace, perWorkspace),
      ofHost: roomOf(slow.host, perHost),
      ofQuickEndpoint,
    };
  }

  #laneOf({ endpointId, workspaceId, endpoint }: ClaimedDelivery): Lane {
    const known = this.#lanes.get(endpointId);
    const host = endpoint?.targetHost ?? "";
    const lane = known ?? {
      endpointId,
      workspaceId,
      host,
      waiting: [],
      inFlight: 0,
      isHeld: false,
      isRunnable: false,
    };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  #shareOf(endpointId: string): number {
    const { perEndpoint } = this.#limits;
    const averageMs = this.#averagesMs.get(endpointId) ?? aheadMs;
    const ahead = Math.min(perEndpoint * Math.floor(aheadMs / Math.max(averageMs, 1)), maxAhead);
    return Math.max(ahead, perEndpoint);
  }

  #isQuick(endpointId: string): boolean {
    return this.#shareOf(endpointId) > this.#limits.perEndpoint;
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

  /** The claims without an answer of endpoints that aren't quick. */
  #countSlow(): { workspace: Counts; host: Counts; total: number } {
    const slow = { workspace: new Counts(), host: new Counts(), total: 0 };
    for (const lane of this.#lanes.values()) {
      if (!this.#isQuick(lane.endpointId)) {
        const unanswered = unansweredOf(lane);
        slow.workspace.add(lane.workspaceId, unanswered);
        slow.host.add(lane.host, unanswered);
        slow.total += unanswered;
      }
    }
    return slow;
  }

  #hasRoom({ endpointId, workspaceId, host }: Lane): boolean {
    if (this.#isQuick(endpointId)) {
      return true;
    }
    const { perWorkspace, perHost, total } = this.#limits;
    const slow = this.#countSlow();
    return (
      roomWithin(perWorkspace, slow.workspace.of(workspaceId)) > 0 &&
      roomWithin(perHost, slow.host.of(host)) > 0 &&
      roomWithin(total, slow.total) > 0
    );
  }

  #queue(lane: Lane): void {
    const canSend = !lane.isHeld && lane.waiting.length > 0 && lane.inFlight < this.#limits.perEndpoint;
    if (canSend && !lane.isRunnable) {
      lane.isRunnable = true;
      this.#runnable.push(lane);
    }
  }

  /** One of each endpoint in turn, until all that may send anything have reached a limit. */
  #sendMore(): void {
    const { total, perWorkspace, perHost } = this.#limits;
    const blocked: Lane[] = [];
    while (this.#inFlightTotal < total) {
      const lane = this.#runnable.shift();
      if (!lane) {
        break;
      }
      const { workspace, host } = this.#inFlight;
      if (workspace.of(lane.workspaceId) >= perWorkspace || host.of(lane.host) >= perHost) {
        blocked.push(lane);
        continue;
      }
      lane.isRunnable = false;
      const next = lane.isHeld ? undefined : lane.waiting.shift();
      if (next) {
        lane.inFlight += 1;
        this.#inFlightTotal += 1;
        workspace.add(lane.workspaceId, 1);
        host.add(lane.host, 1);
        this.#send(next.claim);
        this.#queue(lane);
      }
    }
    this.#runnable = [...blocked, ...this.#runnable];
  }
}

/** While less than an eighth is left, nothing: else nearly each answer would be followed by a claim. */
const roomWithin = (limit: number, count: number): number => (count <= (limit * 7) / 8 ? limit - count : 0);

const unansweredOf = ({ waiting, inFlight }: Lane): number => waiting.length + inFlight;

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
