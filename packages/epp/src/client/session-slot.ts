import { encodeCommand } from "../codec/client-message.ts";
import type { Connection } from "./connection.ts";
import { greetOn } from "./exchange.ts";

const goodbyeTimeoutMs = 2000;

/** A place for one session, whose connection may be open, lost or not opened yet. */
export class SessionSlot {
  isBusy = false;
  #connection: Connection | undefined;
  #keepAliveTimer: NodeJS.Timeout | undefined;

  get connection(): Connection | undefined {
    return this.#connection?.closed ? undefined : this.#connection;
  }

  set connection(connection: Connection) {
    this.#connection = connection;
  }

  get isLive(): boolean {
    return this.connection !== undefined;
  }

  get isUsed(): boolean {
    return this.isBusy || this.isLive;
  }

  /** Takes the slot for a command. */
  occupy(): void {
    this.isBusy = true;
    clearTimeout(this.#keepAliveTimer);
  }

  /** Sends a hello after `idleMs`, and calls `whenDone` with the slot still busy. */
  keepAlive(idleMs: number, requestTimeoutMs: number, whenDone: () => void): void {
    this.#keepAliveTimer = setTimeout(() => {
      const { connection } = this;
      if (this.isBusy || !connection) {
        return;
      }
      this.isBusy = true;
      greetOn(connection, requestTimeoutMs)
        .catch(() => {})
        .finally(whenDone);
    }, idleMs);
    this.#keepAliveTimer.unref();
  }

  async logOut(transactionId: string, requestTimeoutMs: number): Promise<void> {
    clearTimeout(this.#keepAliveTimer);
    const { connection } = this;
    if (!connection) {
      return;
    }
    const goodbye = encodeCommand({ type: "logout" }, transactionId);
    // The session ends even if the logout fails.
    await connection.exchange(goodbye, Math.min(requestTimeoutMs, goodbyeTimeoutMs)).catch(() => {});
    connection.destroy("logged out");
  }
}
