import { lookup } from "node:dns/promises";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { createSecureContext, type SecureContext, connect as secure } from "node:tls";
import { Client, type Dispatcher } from "undici";
import { isPrivateAddress } from "./address-ranges.ts";
import { type ConnectionPhase, EgressError, privateAddress } from "./failure.ts";
import { InterimResponses } from "./interim-responses.ts";
import { createPublicResolver, type ResolvedAddress } from "./resolve-public-name.ts";
import type { Target } from "./target.ts";

export type ConnectionOptions = {
  /** Allows http and private addresses, for a sandbox whose receivers run on the same machine. */
  allowPrivateNetworks: boolean;
  /** Resolves the host. Defaults to DNS, and with private networks to the system's resolver, which reads the hosts file. */
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
  /** Defaults to the special-purpose registries. */
  isRefusedAddress?: (address: string) => boolean;
  /** Certificate authorities, in PEM, instead of the system's. */
  certificateAuthorities?: string;
};

export type Dialing = {
  resolve: (hostname: string) => Promise<ResolvedAddress[]>;
  isRefused: (address: string) => boolean;
  secureContext: () => SecureContext;
};

export function createDialing(options: ConnectionOptions): Dialing {
  const { allowPrivateNetworks, certificateAuthorities: ca } = options;
  let secureContext: SecureContext | undefined;
  return {
    resolve: options.resolve ?? (allowPrivateNetworks ? resolveAnyName : createPublicResolver()),
    isRefused: allowPrivateNetworks ? () => false : (options.isRefusedAddress ?? isPrivateAddress),
    // Reading the system's authorities takes milliseconds, so all connections share it.
    secureContext: () => {
      secureContext ??= createSecureContext({ ca });
      return secureContext;
    },
  };
}

const resolveAnyName = (hostname: string) => lookup(hostname, { all: true, order: "verbatim" });

const maxResponseHeaderBytes = 16 * 1024;

/** undici's client opens another connection when its own has closed; ours must be vetted as a new one. */
const closedError = new EgressError("response", "connection closed before a response");

/**
 * One connection, vetted while it opens: the name is resolved once, refused if any of its addresses is, connected to
 * exactly those addresses, and the address at the other end is compared. It never reconnects.
 */
export class Connection {
  readonly target: Target;
  readonly openedAtMs = performance.now();
  /** Only while no request is using it. */
  idleSinceMs = 0;
  /** Whether an earlier request was answered on it. */
  isKept = false;
  readonly #dialing: Dialing;
  readonly #onClosed: (connection: Connection, isByPeer: boolean) => void;
  readonly #client: Client;
  #phase: ConnectionPhase = "dns";
  #socket: Socket | undefined;
  #hasDialed = false;
  #interimResponses = new InterimResponses();
  #isClosed = false;

  constructor(
    target: Target,
    dialing: Dialing,
    options: { idleMs: number; onClosed: (connection: Connection, isByPeer: boolean) => void },
  ) {
    this.target = target;
    this.#dialing = dialing;
    this.#onClosed = options.onClosed;
    this.#client = new Client(target.origin, {
      connect: (_, callback) => this.#dial(callback),
      maxHeaderSize: maxResponseHeaderBytes,
      // Each attempt has its own deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: options.idleMs,
      keepAliveMaxTimeout: options.idleMs,
      // Closed this long before the receiver would, by its own Keep-Alive header.
      keepAliveTimeoutThreshold: 1_000,
      pipelining: 1,
      allowH2: false,
    });
    this.#client.on("disconnect", (_origin, _targets, error) => this.#close(error.code !== "UND_ERR_INFO"));
  }

  get phase(): ConnectionPhase {
    return this.#phase;
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#socket?.destroyed === true;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#interimResponses = new InterimResponses();
    this.#client.dispatch(options, handler);
  }

  destroy(): void {
    this.#close(false);
    this.#socket?.destroy();
    if (!this.#client.destroyed) {
      this.#client.destroy(closedError, () => {});
    }
  }

  #close(isByPeer: boolean): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#onClosed(this, isByPeer);
    }
  }

  #dial(callback: (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void): void {
    if (this.#hasDialed) {
      callback(closedError, null);
      return;
    }
    this.#hasDialed = true;
    this.#open().then(
      (socket) => callback(null, this.#acceptingInterim(socket)),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  }

  /** undici takes what arrives with `read`. */
  #acceptingInterim(socket: Socket): Socket {
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => {
      const bytes: Buffer | null = read(size);
      if (bytes) {
        this.#interimResponses.rewrite(bytes);
      }
      return bytes;
    };
    return socket;
  }

  async #open(): Promise<Socket> {
    const { host, port, isTls } = this.target;
    const vetted = await this.#vet(host);
    this.#requireWanted();
    this.#phase = "connect";
    const socket = connect({ host, port, lookup: pinned(vetted), autoSelectFamily: true, noDelay: true });
    await this.#ready(socket, "connect");
    if (!vetted.some(({ address }) => isSameAddress(address, socket.remoteAddress))) {
      socket.destroy();
      throw new EgressError(privateAddress.stage, privateAddress.error);
    }
    if (!isTls) {
      this.#phase = "open";
      return socket;
    }
    this.#phase = "tls";
    const tlsSocket = secure({
      socket,
      host,
      servername: isIP(host) === 0 ? host : "",
      secureContext: this.#dialing.secureContext(),
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: true,
    });
    await this.#ready(tlsSocket, "secureConnect");
    this.#phase = "open";
    return tlsSocket;
  }

  async #vet(host: string): Promise<ResolvedAddress[]> {
    const family = isIP(host);
    const addresses = family === 0 ? await this.#dialing.resolve(host) : [{ address: host, family }];
    if (addresses.length === 0) {
      throw Object.assign(new Error("no address"), { code: "ENODATA" });
    }
    if (addresses.some(({ address }) => this.#dialing.isRefused(address))) {
      throw new EgressError(privateAddress.stage, privateAddress.error);
    }
    return addresses;
  }

  #requireWanted(): void {
    if (this.#isClosed) {
      throw closedError;
    }
  }

  /** Waits for the socket's event; a connection that is closed meanwhile destroys it. */
  async #ready(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
    this.#socket = socket;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onClose = () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" }));
    socket.once(event, resolve).once("error", reject).once("close", onClose);
    try {
      await promise;
      this.#requireWanted();
    } catch (error) {
      socket.on("error", () => {}).destroy();
      throw error;
    } finally {
      socket.off(event, resolve).off("error", reject).off("close", onClose);
    }
  }
}

function pinned(vetted: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, lookupOptions, callback) => {
    if (lookupOptions.all) {
      return callback(null, [...vetted]);
    }
    const [first] = vetted;
    if (first) {
      callback(null, first.address, first.family);
    }
  };
}

function isSameAddress(vetted: string, dialed: string | undefined): boolean {
  // Already closed, so nothing was sent.
  if (dialed === undefined) {
    return true;
  }
  const canonical = (address: string) =>
    isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname : address;
  return canonical(vetted) === canonical(dialed) || dialed === `::ffff:${vetted}`;
}
