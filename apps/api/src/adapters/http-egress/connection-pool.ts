import { Connection, type Dialing } from "./connection.ts";
import type { Target } from "./target.ts";

export type PoolLimits = {
  /** A connection without a request is closed after this time: before most servers do it (5 s in Node and Apache). */
  idleMs: number;
  /** A connection isn't reused after this time, so that a change in DNS takes effect. */
  maxAgeMs: number;
  /** At least as many as there are requests to one host at a time; those above it need a new connection each. */
  maxIdlePerOrigin: number;
  /** In use and idle. Beyond it, the longest idle connection makes room for a new one. */
  maxOpen: number;
};

export const defaultPoolLimits: PoolLimits = {
  idleMs: 4_000,
  maxAgeMs: 60_000,
  maxIdlePerOrigin: 128,
  maxOpen: 512,
};

/** How long an origin's own idle time is remembered, and of how many origins. */
const learnedForMs = 600_000;
const maxOriginsLearned = 1_000;

/**
 * Keeps vetted connections open between requests. A connection belongs to one origin and carries one request at a time.
 * All of a pool's connections are vetted by the same rules.
 */
export class ConnectionPool {
  readonly #dialing: Dialing;
  readonly #limits: PoolLimits;
  readonly #idleByOrigin = new Map<string, Connection[]>();
  /** The longest idle first. */
  readonly #idle = new Set<Connection>();
  /** Origins that close idle connections sooner than we do, and what was learned from it. */
  readonly #learned = new Map<string, { idleMs: number; untilMs: number }>();
  #openCount = 0;
  #released: (() => void)[] = [];

  constructor(dialing: Dialing, limits: PoolLimits) {
    this.#dialing = dialing;
    this.#limits = limits;
  }

  /** The origin's connection that was used last, unless it has become too old. */
  takeIdle(origin: string): Connection | undefined {
    const connections = this.#idleByOrigin.get(origin);
    const nowMs = performance.now();
    for (let last = connections?.at(-1); last; last = connections?.at(-1)) {
      this.#removeIdle(last);
      if (nowMs - last.idleSinceMs < this.#idleMsOf(origin, nowMs) && this.#isYoung(last, nowMs)) {
        return last;
      }
      last.destroy();
    }
    return undefined;
  }

  open(target: Target): Connection {
    if (this.#openCount >= this.#limits.maxOpen) {
      const [longestIdle] = this.#idle;
      longestIdle?.destroy();
    }
    this.#openCount += 1;
    return new Connection(target, this.#dialing, {
      idleMs: this.#limits.idleMs,
      onClosed: (connection, isByPeer) => this.#onClosed(connection, isByPeer),
    });
  }

  /**
   * Makes a connection available again after a response, unless it is too old, and then calls back. That happens a turn
   * of the event loop later: some servers close the connection with their response without announcing it.
   */
  release(connection: Connection, onReleased: () => void): void {
    this.#released.push(() => {
      this.#keep(connection);
      onReleased();
    });
    if (this.#released.length === 1) {
      setImmediate(() => {
        const released = this.#released;
        this.#released = [];
        for (const one of released) {
          one();
        }
      });
    }
  }

  /** Call it if the server has closed a kept connection: the origin's are now kept for half of the time it was idle. */
  learnIdleTime(connection: Connection): void {
    const { origin } = connection.target;
    const nowMs = performance.now();
    this.#learned.delete(origin);
    const [oldest] = this.#learned.size >= maxOriginsLearned ? this.#learned.keys() : [];
    if (oldest !== undefined) {
      this.#learned.delete(oldest);
    }
    const idleMs = (nowMs - connection.idleSinceMs) / 2;
    this.#learned.set(origin, { idleMs, untilMs: nowMs + learnedForMs });
  }

  #keep(connection: Connection): void {
    if (connection.isClosed) {
      return;
    }
    const { origin } = connection.target;
    const nowMs = performance.now();
    const connections = this.#idleByOrigin.get(origin) ?? [];
    if (connections.length >= this.#limits.maxIdlePerOrigin || !this.#isYoung(connection, nowMs)) {
      connection.destroy();
      return;
    }
    connection.isKept = true;
    connection.idleSinceMs = nowMs;
    connections.push(connection);
    this.#idleByOrigin.set(origin, connections);
    this.#idle.add(connection);
  }

  #onClosed(connection: Connection, isByPeer: boolean): void {
    this.#openCount -= 1;
    if (this.#removeIdle(connection) && isByPeer) {
      this.learnIdleTime(connection);
    }
  }

  #removeIdle(connection: Connection): boolean {
    const { origin } = connection.target;
    const connections = this.#idleByOrigin.get(origin);
    const index = connections?.lastIndexOf(connection) ?? -1;
    if (connections && index >= 0) {
      connections.splice(index, 1);
      if (connections.length === 0) {
        this.#idleByOrigin.delete(origin);
      }
    }
    return this.#idle.delete(connection);
  }

  #isYoung(connection: Connection, nowMs: number): boolean {
    return nowMs - connection.openedAtMs < this.#limits.maxAgeMs;
  }

  #idleMsOf(origin: string, nowMs: number): number {
    const learned = this.#learned.get(origin);
    return learned && nowMs < learned.untilMs ? learned.idleMs : this.#limits.idleMs;
  }
}
