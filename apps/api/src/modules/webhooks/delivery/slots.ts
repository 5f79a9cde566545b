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
  /** Had more claimed than they may have: nothing more is claimed until half of it is answered. */
  readonly #full = { workspace: new Set<string>(), host: new Set<string>() };
  #inFlightTotal = 0;
  #runnable: Lane[] = [];

  constructor(limits: SlotLimits, send: (claim: ClaimedDelivery) => void, nowMs: () => number) {
    this.#limits = limits;
    this.#send = send;
    this.#nowMs = nowMs;
  }

  /**
   * Sends claims, now or when the limits allow.
   * @returns those that exceed the share of their workspace or host, to be given back
   */
  take(claims: readonly ClaimedDelivery[]): ClaimedDelivery[] {
    const { perEndpoint, perWorkspace, perHost } = this.#limits;
    const { workspace, host } = this.#countSlow();
    const excess = claims.filter((claim) => {
      const lane = this.#laneOf(claim);
      if (this.#shareOf(lane.endpointId) <= perEndpoint) {
        const isWorkspaceFull = workspace.of(lane.workspaceId) >= perWorkspace;
        if (isWorkspaceFull || host.of(lane.host) >= perHost) {
          this.#full[isWorkspaceFull ? "workspace" : "host"].add(
            isWorkspaceFull ? lane.workspaceId : lane.host,
          );
          return true;
        }
        workspace.add(lane.workspaceId, 1);
        host.add(lane.host, 1);
      }
      lane.waiting.push({ claim, sinceMs: this.#nowMs() });
      this.#queue(lane);
      return false;
    });
    this.#sendMore();
    return excess;
  }

  /**
   * An attempt ended: its turn goes to the next, unless it failed.
   * @returns true if more should be claimed for its endpoint, workspace or host
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
    return (
      this.#emptyFull() || (!this.#isFull(lane) && unansweredOf(lane) <= this.#shareOf(lane.endpointId) / 2)
    );
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
    this.#emptyFull();
    const perEndpoint = this.#countSlow().total < this.#limits.total ? this.#limits.perEndpoint : 0;
    const ofEndpoint = new Map<string, number>();
    for (const endpointId of new Set([...this.#averagesMs.keys(), ...this.#lanes.keys()])) {
      const lane = this.#lanes.get(endpointId);
      const share = this.#shareOf(endpointId);
      const isOpen = !lane?.isHeld && (share > this.#limits.perEndpoint || perEndpoint > 0);
      ofEndpoint.set(endpointId, isOpen ? Math.max(share - (lane ? unansweredOf(lane) : 0), 0) : 0);
    }
    return {
      perEndpoint,
      ofEndpoint,
      fullWorkspaces: [...this.#full.workspace],
      fullHosts: [...this.#full.host],
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
      if (this.#shareOf(lane.endpointId) <= this.#limits.perEndpoint) {
        const unanswered = unansweredOf(lane);
        slow.workspace.add(lane.workspaceId, unanswered);
        slow.host.add(lane.host, unanswered);
        slow.total += unanswered;
      }
    }
    return slow;
  }

  #isFull({ workspaceId, host }: Lane): boolean {
    return this.#full.workspace.has(workspaceId) || this.#full.host.has(host);
  }

  /** @returns true if something no longer is full */
  #emptyFull(): boolean {
    const before = this.#full.workspace.size + this.#full.host.size;
    if (before === 0) {
      return false;
    }
    const slow = this.#countSlow();
    for (const [kind, limit] of [
      ["workspace", this.#limits.perWorkspace],
      ["host", this.#limits.perHost],
    ] as const) {
      for (const key of this.#full[kind]) {
        if (slow[kind].of(key) <= limit / 2) {
          this.#full[kind].delete(key);
        }
      }
    }
    return this.#full.workspace.size + this.#full.host.size < before;
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
