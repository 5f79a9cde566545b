type Target = { name: string; value: number; limit: string; isMet: boolean };

/** The figures that have a limit, as they are measured. */
export class Targets {
  readonly #all: Target[] = [];

  atMost(name: string, value: number, limit: number, unit = "ms"): void {
    this.#add(name, value, `at most ${limit} ${unit}`.trim(), value <= limit);
  }

  above(name: string, value: number, limit: number, unit = "%"): void {
    this.#add(name, value, `above ${limit} ${unit}`.trim(), value > limit);
  }

  #add(name: string, value: number, limit: string, isMet: boolean): void {
    this.#all.push({ name, value, limit, isMet });
    console.log(`  ${isMet ? "met   " : "MISSED"} ${name}: ${Number(value.toFixed(2))} (${limit})`);
  }

  get missed(): readonly Target[] {
    return this.#all.filter(({ isMet }) => !isMet);
  }

  get count(): number {
    return this.#all.length;
  }
}
