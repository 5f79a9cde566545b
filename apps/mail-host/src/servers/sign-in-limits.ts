import { isIPv6 } from "node:net";

export type SignInLimitOptions = {
  windowMs: number;
  /** Wrong passwords for one account from one network. A device that repeats one is counted once. */
  passwordsPerAccount: number;
  /** Accounts with wrong passwords from one network, without those that signed in from it before. An office has fewer. */
  accountsPerNetwork: number;
  /** The most pairs, networks and accounts of a network that are kept. The one that was used least recently is forgotten. */
  maxEntries: number;
};

export const signInLimits: SignInLimitOptions = {
  windowMs: 3_600_000,
  passwordsPerAccount: 10,
  accountsPerNetwork: 50,
  maxEntries: 20_000,
};

export type SignIn = {
  account: string;
  address: string;
  /** Tells passwords apart, and nothing else about them. */
  passwordHash: string;
};

/**
 * Counts failed sign-ins by account and network, so that neither one device with an old password nor a stranger keeps
 * anybody else out.
 */
export class SignInLimits {
  readonly #options: SignInLimitOptions;
  /** By account and network: when each wrong password was first tried. */
  readonly #passwords = new Map<string, Map<string, number>>();
  /** By network: when a wrong password was last tried for each account. */
  readonly #accounts = new Map<string, Map<string, number>>();
  /** Accounts and networks of successful sign-ins, which strangers can't displace. */
  readonly #known = new Map<string, true>();

  constructor(options: SignInLimitOptions = signInLimits) {
    this.#options = options;
  }

  mayTry({ account, address }: Omit<SignIn, "passwordHash">, nowMs: number): boolean {
    const { passwordsPerAccount, accountsPerNetwork } = this.#options;
    const network = networkOf(address);
    const pair = pairOf(account, network);
    return (
      this.#recent(this.#passwords, pair, nowMs).size < passwordsPerAccount &&
      (this.#known.has(pair) || this.#recent(this.#accounts, network, nowMs).size < accountsPerNetwork)
    );
  }

  failed({ account, address, passwordHash }: SignIn, nowMs: number): void {
    const network = networkOf(address);
    const pair = pairOf(account, network);
    const passwords = this.#recent(this.#passwords, pair, nowMs);
    if (!passwords.has(passwordHash)) {
      passwords.set(passwordHash, nowMs);
    }
    this.#keep(this.#passwords, pair, passwords);
    if (!this.#known.has(pair)) {
      const accounts = this.#recent(this.#accounts, network, nowMs);
      accounts.set(account, nowMs);
      this.#keep(this.#accounts, network, accounts);
    }
  }

  succeeded({ account, address }: Omit<SignIn, "passwordHash">): void {
    const network = networkOf(address);
    const pair = pairOf(account, network);
    this.#passwords.delete(pair);
    this.#accounts.get(network)?.delete(account);
    this.#keep(this.#known, pair, true as const);
  }

  #recent(map: Map<string, Map<string, number>>, key: string, nowMs: number): Map<string, number> {
    const oldestMs = nowMs - this.#options.windowMs;
    return new Map([...(map.get(key) ?? [])].filter(([, atMs]) => atMs > oldestMs));
  }

  /** A map has its keys in the order in which they were added. */
  #keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
    map.delete(key);
    map.set(key, value);
    if (map.size > this.#options.maxEntries) {
      const [oldest] = map.keys();
      map.delete(oldest ?? key);
    }
  }
}

const pairOf = (account: string, network: string) => `${network} ${account}`;

/** An IPv4 address, or the /64 network of an IPv6 address: a customer of a provider has at least that. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) {
    return mapped;
  }
  if (!isIPv6(address)) {
    return address;
  }
  // URLs have one spelling of each address.
  const [head = "", tail] = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname
    .slice(1, -1)
    .split("::");
  const groups = (text: string | undefined) => (text ? text.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail)];
  return `${all.slice(0, 4).join(":")}::/64`;
}
