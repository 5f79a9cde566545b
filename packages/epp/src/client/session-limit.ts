/** The number of sessions that may be open. It is lower for a while after the server has refused one. */
export class SessionLimit {
  readonly maximum: number;
  #lowered: number;
  #loweredUntilMs = 0;

  constructor(maximum: number) {
    this.maximum = maximum;
    this.#lowered = maximum;
  }

  get current(): number {
    return performance.now() < this.#loweredUntilMs ? this.#lowered : this.maximum;
  }

  lower(sessions: number, pauseMs: number): void {
    this.#lowered = sessions;
    this.#loweredUntilMs = performance.now() + pauseMs;
  }
}
