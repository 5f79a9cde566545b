/** Below this share of wakes that found something, another worker is quicker. */
const worthwhileShare = 0.6;
const weightOfLatest = 0.05;
const standbyMs = 200;
/** A first attempt that has waited for as long shows that the other workers are busy. */
const overdueMs = 25;

/**
 * Decides how long a worker waits after a wake. Each notice wakes all workers, but one is enough while there is little to
 * do: a worker that often finds nothing stands by, until it finds something overdue.
 */
export class WakeTurns {
  readonly #random: () => number;
  #share = 1;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** At random between one and two times as long, so that several workers on standby don't wake together. */
  delayMs(): number {
    return this.#share >= worthwhileShare ? 0 : standbyMs * (1 + this.#random());
  }

  /** @param waitedMs of the first attempts that a woken worker has found, the longest time since they became due */
  found(count: number, waitedMs: number): void {
    this.#share += ((count > 0 ? 1 : 0) - this.#share) * weightOfLatest;
    if (waitedMs > overdueMs) {
      this.#share = Math.max(this.#share, worthwhileShare);
    }
  }
}
