/** Random numbers that a seed repeats (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to `below` - 1. */
  number(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.number(items.length)]!;
  }

  chance(percent: number): boolean {
    return this.number(100) < percent;
  }

  list<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.number(most - least + 1) }, make);
  }

  bytes(count: number): number[] {
    return Array.from({ length: count }, () => this.number(256));
  }
}
