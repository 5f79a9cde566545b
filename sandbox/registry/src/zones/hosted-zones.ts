/** Adds a zone to the resolver, or removes it. */
export type HostedZoneTarget = {
  addServer(zone: string, ...ports: number[]): Promise<void>;
  removeServer(zone: string): Promise<void>;
};

/**
 * Keeps a resolver's list of the zones that the registry delegates to the sandbox's own nameservers: they listen on high
 * ports, which a delegation can't name. A zone that is served there without a delegation isn't in the list.
 */
export class HostedZones {
  readonly #ports: ReadonlyMap<string, number>;
  #zones = new Map<string, number[]>();
  #seen: Map<string, number[]> | undefined;
  #target: HostedZoneTarget | undefined;
  #last = Promise.resolve();

  /** The ports of the nameservers, by their host names. */
  constructor(ports: Readonly<Record<string, number>>) {
    this.#ports = new Map(Object.entries(ports));
  }

  /** The zones so far, for the resolver's first configuration. */
  get servers(): { zone: string; ports: number[] }[] {
    return [...this.#zones].map(([zone, ports]) => ({ zone, ports }));
  }

  /** All delegations follow, until `endAll`. */
  beginAll(): void {
    this.#seen = new Map();
  }

  endAll(): void {
    const seen = this.#seen ?? new Map<string, number[]>();
    this.#seen = undefined;
    for (const zone of new Set([...this.#zones.keys(), ...seen.keys()])) {
      this.#set(zone, seen.get(zone) ?? []);
    }
  }

  /** A name's nameservers; none if it isn't delegated any more. */
  see(zone: string, nameservers: readonly string[]): void {
    const ports = nameservers.flatMap((host) => this.#ports.get(host.toLowerCase()) ?? []);
    if (this.#seen) {
      ports.length > 0 && this.#seen.set(zone, ports);
    } else {
      this.#set(zone, ports);
    }
  }

  /** From now on, each change is carried out there. */
  follow(target: HostedZoneTarget): void {
    this.#target = target;
  }

  #set(zone: string, ports: number[]): void {
    if (String(this.#zones.get(zone) ?? []) === String(ports)) {
      return;
    }
    const target = this.#target;
    if (ports.length > 0) {
      this.#zones.set(zone, ports);
    } else {
      this.#zones.delete(zone);
    }
    const change = () => (ports.length > 0 ? target?.addServer(zone, ...ports) : target?.removeServer(zone));
    // A resolver that has ended takes no change, and its successor begins with all zones.
    this.#last = this.#last.then(change).catch(() => {});
  }
}
