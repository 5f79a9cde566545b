import type { Connection } from "./connection.ts";
import { asError } from "./exchange.ts";
import type { EppClientOptions, EppLogEntry } from "./options.ts";
import { openSession } from "./session.ts";

const defaultReconnectDelayMs = { minimum: 100, maximum: 1000 };

/** Opens sessions with one server. All of them share one delay, which doubles with each failed attempt. */
export class SessionOpener {
  readonly #options: EppClientOptions;
  readonly #nextTransactionId: () => string;
  readonly #log: (entry: EppLogEntry) => void;
  readonly #delayMs: { minimum: number; maximum: number };
  #failedAttempts = 0;
  #notBeforeMs = 0;

  constructor(options: EppClientOptions, nextTransactionId: () => string, log: (entry: EppLogEntry) => void) {
    this.#options = options;
    this.#nextTransactionId = nextTransactionId;
    this.#log = log;
    this.#delayMs = options.reconnectDelayMs ?? defaultReconnectDelayMs;
  }

  get maximumDelayMs(): number {
    return this.#delayMs.maximum;
  }

  async open(): Promise<Connection> {
    const pauseMs = this.#notBeforeMs - performance.now();
    if (pauseMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    const startedMs = performance.now();
    try {
      const connection = await this.#connect();
      this.#failedAttempts = 0;
      this.#notBeforeMs = 0;
      const { serverId } = connection.greeting;
      this.#log({ event: "connected", serverId, durationMs: performance.now() - startedMs });
      return connection;
    } catch (cause) {
      const { minimum, maximum } = this.#delayMs;
      const nextAttemptDelayMs = Math.min(maximum, minimum * 2 ** this.#failedAttempts);
      this.#failedAttempts = Math.min(this.#failedAttempts + 1, 30);
      this.#notBeforeMs = performance.now() + nextAttemptDelayMs;
      this.#log({ event: "connect_failed", error: asError(cause), nextAttemptDelayMs });
      throw cause;
    }
  }

  async #connect(): Promise<Connection> {
    let isOpen = false;
    const connection = await openSession(this.#options, this.#nextTransactionId(), {
      log: this.#log,
      onClose: (reason) => {
        if (isOpen) {
          this.#log({ event: "disconnected", reason });
        }
      },
    });
    isOpen = true;
    return connection;
  }
}
