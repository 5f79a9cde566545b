import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { performance } from "node:perf_hooks";
import { buildConnector, Client, type Dispatcher } from "undici";
import type { WebhookTransport } from "../../modules/webhooks/ports.ts";
import { isPrivateAddress } from "./address-ranges.ts";
import { bareHost, checkUrl } from "./check-url.ts";
import { describeFailure, EgressRefusedError } from "./describe-failure.ts";

type ResolvedAddress = { address: string; family: number };

export type HttpEgressOptions = {
  /** Allows http and private addresses, for a sandbox whose receivers run on the same machine. */
  allowPrivateNetworks: boolean;
  /** Resolves the host; defaults to the system's resolver. */
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
  /** Defaults to the special-purpose registries. */
  isRefusedAddress?: (address: string) => boolean;
  /** Certificate authorities, in PEM, instead of the system's. */
  certificateAuthorities?: string;
};

/** Limits for reading a response's body before closing the connection. The body is discarded. */
const maxAnswerBytes = 64 * 1024;
const maxDrainMs = 1_000;
const maxAnswerHeaderBytes = 16 * 1024;

/**
 * Sends to addresses that strangers chose. Each attempt has its own connection, so that each is checked: resolved once,
 * refused if any address is private, and connected to exactly those addresses. No redirects, environment proxies,
 * cookies or sessions.
 */
export function createHttpEgress(options: HttpEgressOptions): WebhookTransport {
  const { allowPrivateNetworks } = options;
  const resolve =
    options.resolve ?? ((hostname: string) => lookup(hostname, { all: true, order: "verbatim" }));
  const isRefused = allowPrivateNetworks ? () => false : (options.isRefusedAddress ?? isPrivateAddress);

  async function vet(host: string): Promise<ResolvedAddress[]> {
    const family = isIP(host);
    const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
    if (addresses.length === 0) {
      throw new EgressRefusedError("name does not resolve");
    }
    if (addresses.some(({ address }) => isRefused(address))) {
      throw new EgressRefusedError("address is private");
    }
    return addresses;
  }

  function createConnector(signal: AbortSignal, timeoutMs: number): buildConnector.connector {
    return (target, callback) => {
      const host = bareHost(target.hostname);
      const isName = isIP(host) === 0;
      vet(host).then(
        (vetted) => {
          if (signal.aborted) {
            return callback(new EgressRefusedError("aborted"), null);
          }
          const connect = buildConnector({
            lookup: pinned(vetted),
            ca: options.certificateAuthorities,
            allowH2: false,
            timeout: timeoutMs,
          });
          connect({ ...target, hostname: host, servername: isName ? host : undefined }, (error, socket) => {
            if (error) {
              return callback(error, null);
            }
            if (vetted.some(({ address }) => isSameAddress(address, socket.remoteAddress))) {
              return callback(null, socket);
            }
            socket.destroy();
            callback(new EgressRefusedError("address is private"), null);
          });
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      );
    };
  }

  return {
    checkUrl: (url) => checkUrl(url, allowPrivateNetworks),

    async send({ url, headers, body, timeoutMs }) {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      // Checked again, because the endpoint may date from a time when private networks were allowed.
      const judgement = checkUrl(url, allowPrivateNetworks);
      if (!judgement.ok) {
        const host = URL.canParse(url) ? bareHost(new URL(url).hostname) : "";
        const isPrivate = isIP(host) !== 0 && isRefused(host);
        return {
          error: isPrivate ? "address is private" : `URL refused: ${judgement.message}`,
          durationMs: 0,
        };
      }
      const target = new URL(url);
      const deadline = new AbortController();
      const client = new Client(target.origin, {
        connect: createConnector(deadline.signal, timeoutMs),
        maxHeaderSize: maxAnswerHeaderBytes,
        headersTimeout: 0,
        bodyTimeout: 0,
        pipelining: 1,
      });
      // A signal wouldn't end a request that is still waiting for its connection.
      const timer = setTimeout(() => {
        deadline.abort();
        void client.destroy();
      }, timeoutMs);
      try {
        const answer = await client.request({
          method: "POST",
          path: target.pathname + target.search,
          headers,
          body,
          reset: true,
        });
        clearTimeout(timer);
        const result = { statusCode: answer.statusCode, durationMs: durationMs() };
        await drain(answer.body);
        return result;
      } catch (error) {
        const timedOut = deadline.signal.aborted;
        return {
          error: timedOut ? `no response within ${timeoutMs / 1000} s` : describeFailure(error),
          durationMs: durationMs(),
        };
      } finally {
        clearTimeout(timer);
        deadline.abort();
        await client.destroy();
      }
    },
  };
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

function isSameAddress(vetted: string, dialled: string | undefined): boolean {
  // Already closed, so nothing was sent.
  if (dialled === undefined) {
    return true;
  }
  const canonical = (address: string) =>
    isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname : address;
  return canonical(vetted) === canonical(dialled) || dialled === `::ffff:${vetted}`;
}

/** Only the status matters; reading the body avoids cutting off a well-behaved receiver. */
async function drain(body: Dispatcher.ResponseData["body"]): Promise<void> {
  try {
    await body.dump({ limit: maxAnswerBytes, signal: AbortSignal.timeout(maxDrainMs) });
  } catch {
    // Too long, too slow or aborted: the status is known already.
  }
}
