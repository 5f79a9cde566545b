import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { DecodedPacket } from "dns-packet";

import type {
  DnsResolver,
  HostAddresses,
  NameserverQuestion,
  ServerAwayReason,
  ServerKeys,
} from "../../modules/domains/ports.ts";
import { DnsFailure, type DnsQuestion, type DnsServer, exchange } from "./exchange.ts";
import { readAnswer, readMailHosts } from "./read-answer.ts";
import { SharedSlots, type SlotLimits } from "./shared-slots.ts";

export type DnsOptions = {
  /** Addresses that are never queried, because strangers choose their nameservers. */
  isRefusedAddress: (address: string) => boolean;
  /** Resolvers as `ip`, `ip:port` or `[ip]:port`; defaults to the system's. */
  resolvers?: readonly string[];
  /** Default: 53. */
  nameserverPort?: number;
  /** Time limit of one try. Default: 2 s. */
  tryTimeoutMs?: number;
  /** Tries per address. Default: 2. */
  tries?: number;
  /** Time limit of the whole call, including the wait for a slot. Default: 8 s. */
  totalTimeoutMs?: number;
  /** Parallel queries, of all workspaces and of one. */
  slots?: SlotLimits;
};

const defaultSlots: SlotLimits = { total: 32, perOwner: 8, waitingPerOwner: 128 };

const maxAddressesPerServer = 3;
const dnsPort = 53;

/** Queries resolvers and nameservers. Their failures are part of the result; only an abort rejects. */
export function createDnsResolver(options: DnsOptions): DnsResolver {
  const { isRefusedAddress, nameserverPort = dnsPort, tryTimeoutMs = 2_000, tries = 2 } = options;
  const { totalTimeoutMs = 8_000 } = options;
  const resolvers = (options.resolvers ?? []).map(readServer);
  const slots = new SharedSlots(options.slots ?? defaultSlots);

  const sendQuery = (server: DnsServer, question: DnsQuestion, signal: AbortSignal) =>
    exchange(server, question, { tries, tryTimeoutMs, signal });

  /** Runs in a slot of the workspace, within the total time; returns `busy` without a slot and `late` after that time. */
  async function withTimeout<Result>(
    workspaceId: string,
    signal: AbortSignal | undefined,
    otherwise: { busy: Result; late: Result },
    task: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(totalTimeoutMs);
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const freeSlot = await slots.take(workspaceId, either);
    try {
      signal?.throwIfAborted();
      return freeSlot ? await task(either) : otherwise.busy;
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.aborted) {
        return otherwise.late;
      }
      throw error;
    } finally {
      freeSlot?.();
    }
  }

  async function lookUp(hostName: string, signal: AbortSignal): Promise<HostAddresses> {
    const found = await (resolvers.length > 0
      ? queryResolvers(resolvers, hostName, { tryTimeoutMs, tries, signal })
      : querySystemResolver(hostName, signal));
    if (found === "unknown") {
      return { kind: "unknown" };
    }
    if (found.length === 0) {
      return { kind: "missing" };
    }
    return found.some(isRefusedAddress)
      ? { kind: "private_address" }
      : { kind: "found", addresses: [...new Set(found)] };
  }

  async function addressesOf(
    input: { nameserver: string; addresses?: readonly string[] },
    signal: AbortSignal,
  ): Promise<{ addresses: readonly string[] } | ServerAwayReason> {
    const known = input.addresses ?? [];
    if (known.length > 0) {
      const isFit = known.every((address) => isIP(address) !== 0 && !isRefusedAddress(address));
      return isFit ? { addresses: known } : "private_address";
    }
    const found = await lookUp(input.nameserver, signal);
    if (found.kind === "found") {
      return found;
    }
    return found.kind === "private_address" ? "private_address" : "unresolvable";
  }

  /** Asks one of a domain's nameservers. Its addresses are tried in turn until one answers. */
  const askNameserver = <Answered extends { kind: "answered" }>(
    input: NameserverQuestion,
    type: DnsQuestion["type"],
    given: AbortSignal | undefined,
    read: (answer: DecodedPacket, address: string) => Answered,
  ): Promise<Answered | Away> => {
    const otherwise = { busy: awayBecause("busy"), late: awayBecause("timeout") };
    return withTimeout<Answered | Away>(input.workspaceId, given, otherwise, async (signal) => {
      const found = await addressesOf(input, signal);
      if (typeof found === "string") {
        return awayBecause(found);
      }
      const question: DnsQuestion = { name: input.domainName, type };
      let reason: ServerAwayReason = "timeout";
      for (const address of ipv4First(found.addresses).slice(0, maxAddressesPerServer)) {
        try {
          const answer = await sendQuery({ address, port: nameserverPort }, question, signal);
          const refusal = failureReasonOf(answer);
          if (!refusal) {
            return read(answer, address);
          }
          reason = refusal;
        } catch (error) {
          if (!(error instanceof DnsFailure)) {
            throw error;
          }
          reason = error.reason;
        }
      }
      return awayBecause(reason);
    });
  };

  return {
    readKeys: (input, signal) =>
      askNameserver(input, "DNSKEY", signal, (answer, address) => ({
        kind: "answered",
        address,
        ...readAnswer(answer, input.domainName),
      })),

    readMailHosts: (input, signal) =>
      askNameserver(input, "MX", signal, (answer) => ({
        kind: "answered",
        hosts: readMailHosts(answer, input.domainName),
      })),

    readAddresses: ({ workspaceId, hostName }, given) => {
      const unknown: HostAddresses = { kind: "unknown" };
      const otherwise = { busy: unknown, late: unknown };
      return withTimeout(workspaceId, given, otherwise, (signal) => lookUp(hostName, signal));
    },
  };
}

type Away = Extract<ServerKeys, { kind: "away" }>;

const awayBecause = (reason: ServerAwayReason): Away => ({ kind: "away", reason });

/** RFC 1035 section 4.1.1. */
const rcode = { noError: 0, formatError: 1, nameError: 3 };

const rcodeOf = (answer: DecodedPacket): number => (answer.flags ?? 0) & 0x0f;

function failureReasonOf(answer: DecodedPacket): ServerAwayReason | undefined {
  const code = rcodeOf(answer);
  if (code === rcode.formatError) {
    return "malformed";
  }
  if (code !== rcode.noError && code !== rcode.nameError) {
    return "refused";
  }
  return answer.flag_aa ? undefined : "not_authoritative";
}

const ipv4First = (addresses: readonly string[]): string[] =>
  [...addresses].sort((left, right) => isIP(left) - isIP(right));

/** Node's codes for a missing name or record. */
const missingNameCodes = new Set(["ENOTFOUND", "ENODATA"]);

const isNameMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && missingNameCodes.has(String(error.code));

async function queryResolvers(
  servers: readonly DnsServer[],
  hostName: string,
  { tryTimeoutMs, tries, signal }: { tryTimeoutMs: number; tries: number; signal: AbortSignal },
): Promise<string[] | "unknown"> {
  const resolver = new Resolver({ timeout: tryTimeoutMs, tries });
  resolver.setServers(
    servers.map(({ address, port }) => `[${address}]:${port}`.replace(/^\[([\d.]+)\]/, "$1")),
  );
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostName), resolver.resolve6(hostName)]);
    signal.throwIfAborted();
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) {
      return found;
    }
    const areSure = answers.every((answer) => answer.status === "fulfilled" || isNameMissing(answer.reason));
    return areSure ? [] : "unknown";
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

async function querySystemResolver(hostName: string, signal: AbortSignal): Promise<string[] | "unknown"> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    const found = await Promise.race([lookup(hostName, { all: true, order: "verbatim" }), aborted]);
    return found.map(({ address }) => address);
  } catch (error) {
    signal.throwIfAborted();
    return isNameMissing(error) ? [] : "unknown";
  }
}

/** Reads `ip`, `ip:port` or `[ip]:port`; throws for anything else. */
export function readServer(text: string): DnsServer {
  const match = isIP(text) ? [text, text, ""] : /^\[?([^\]]+?)\]?(?::(\d{1,5}))?$/.exec(text);
  const [, address = "", port = ""] = match ?? [];
  const number = port === "" ? dnsPort : Number(port);
  if (isIP(address) === 0 || number < 1 || number > 65_535) {
    throw new RangeError(`${text} is not the address of a resolver, such as 192.0.2.1 or [2001:db8::1]:53.`);
  }
  return { address, port: number };
}
