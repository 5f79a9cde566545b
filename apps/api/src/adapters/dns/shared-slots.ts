export type SlotLimits = {
  total: number;
  /** The slots that one owner can have at a time. */
  perOwner: number;
  /** The requests of one owner that can wait for a slot. */
  waitingPerOwner: number;
};

type Share = { taken: number; waiting: Set<() => void> };

/**
 * Slots that owners share. Each owner has a limit. A freed slot goes to the waiting owner with the fewest slots, and
 * among equals to each in turn.
 */
export class SharedSlots {
  readonly #limits: SlotLimits;
  /** Only owners that have a slot or wait for one. The owner granted longest ago is first. */
  readonly #shares = new Map<string, Share>();
  #taken = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a slot and returns the function that frees it. Returns undefined if too many of the owner's requests are
   * waiting, or if the signal aborts first.
   */
  async take(owner: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    const share = this.#shares.get(owner) ?? { taken: 0, waiting: new Set() };
    if (this.#taken < this.#limits.total && share.taken < this.#limits.perOwner) {
      this.#grant(owner, share);
    } else if (signal.aborted || share.waiting.size >= this.#limits.waitingPerOwner) {
      return undefined;
    } else {
      this.#shares.set(owner, share);
      if (!(await waitIn(share.waiting, signal))) {
        this.#forgetIfIdle(owner, share);
        return undefined;
      }
    }
    return () => this.#free(owner, share);
  }

  #grant(owner: string, share: Share): void {
    this.#taken += 1;
    share.taken += 1;
    this.#shares.delete(owner);
    this.#shares.set(owner, share);
  }

  #free(owner: string, share: Share): void {
    this.#taken -= 1;
    share.taken -= 1;
    this.#forgetIfIdle(owner, share);
    const [next] = [...this.#shares]
      .filter(([, { taken, waiting }]) => waiting.size > 0 && taken < this.#limits.perOwner)
      .sort(([, one], [, other]) => one.taken - other.taken);
    if (next) {
      this.#grant(...next);
      const [start] = next[1].waiting;
      start?.();
    }
  }

  #forgetIfIdle(owner: string, share: Share): void {
    if (share.taken === 0 && share.waiting.size === 0) {
      this.#shares.delete(owner);
    }
  }
}

/** Resolves to false if the signal aborts before the slot is granted. */
function waitIn(waiting: Set<() => void>, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isGranted: boolean) => {
      waiting.delete(start);
      signal.removeEventListener("abort", giveUp);
      resolve(isGranted);
    };
    const start = () => settle(true);
    const giveUp = () => settle(false);
    waiting.add(start);
    signal.addEventListener("abort", giveUp, { once: true });
  });
}
