import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { performance } from "node:perf_hooks";
import { buildConnector, Client, type Dispatcher } from "undici";
import type { WebhookTransport } from "../../modules/webhooks/ports.ts";
import { isPrivateAddress } from "./address-ranges.ts";
import { describeFailure, EgressRefusedError } from "./describe-failure.ts";
import { bareHost, judgeUrl } from "./judge-url.ts";

type ResolvedAddress = { address: string; family: number };

export type HttpEgressOptions = {
  /** Lets http and private addresses through: for a sandbox, where the receiver runs on the same machine. */
  allowPrivateNetworks: boolean;
  /** How the host's addresses are asked for; the system's resolver unless given. */
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
  /** Which addresses are refused; the special-purpose registries unless given. */
  isRefusedAddress?: (address: string) => boolean;
  /** Certificate authorities, in PEM, instead of the system's. */
  certificateAuthorities?: string;
};

/** How much of an answer's body is read, and for how long, before the connection is closed. Nothing of it is kept. */
const maxAnswerBytes = 64 * 1024;
const maxDrainMs = 1_000;
const maxAnswerHeaderBytes = 16 * 1024;

/**
 * Sends to addresses that strangers chose. Every attempt has a connection of its own, so that each one is vetted:
 * resolved once, refused if any address is private, and dialled at exactly what was vetted. Redirects are not
 * followed, proxies of the environment are not used, cookies and sessions are not kept.
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
    judgeUrl: (url) => judgeUrl(url, allowPrivateNetworks),

    async send({ url, headers, body, timeoutMs }) {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      // Judged again: an endpoint may have been made when private networks were still let through.
      const judgement = judgeUrl(url, allowPrivateNetworks);
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
      // A signal alone would not end a request that still waits for its connection.
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
  // Closed again already: there is nothing that could be sent to it.
  if (dialled === undefined) {
    return true;
  }
  const canonical = (address: string) =>
    isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname : address;
  return canonical(vetted) === canonical(dialled) || dialled === `::ffff:${vetted}`;
}

/** The status decides; the body is read only so that a well-behaved receiver is not cut off while it writes. */
async function drain(body: Dispatcher.ResponseData["body"]): Promise<void> {
  try {
    await body.dump({ limit: maxAnswerBytes, signal: AbortSignal.timeout(maxDrainMs) });
  } catch {
    // Too long, too slow or broken off: the answer's status is known already.
  }
}
