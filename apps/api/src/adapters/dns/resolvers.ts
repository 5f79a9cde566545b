import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { MailRecordType } from "../../modules/mail/ports.ts";
import type { DnsServer } from "./exchange.ts";
import { hostText } from "./read-records.ts";

const dnsPort = 53;

/** Node's codes for a missing name or record. */
const missingNameCodes = new Set(["ENOTFOUND", "ENODATA"]);

const isNameMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && missingNameCodes.has(String(error.code));

type Limits = { tryTimeoutMs: number; tries: number; signal: AbortSignal };

/** The system's resolvers if no servers are given. */
async function withResolver<Result>(
  servers: readonly DnsServer[],
  { tryTimeoutMs, tries, signal }: Limits,
  ask: (resolver: Resolver) => Promise<Result>,
): Promise<Result> {
  const resolver = new Resolver({ timeout: tryTimeoutMs, tries });
  if (servers.length > 0) {
    resolver.setServers(
      servers.map(({ address, port }) => `[${address}]:${port}`.replace(/^\[([\d.]+)\]/, "$1")),
    );
  }
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await ask(resolver);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

export const queryResolvers = (
  servers: readonly DnsServer[],
  hostName: string,
  limits: Limits,
): Promise<string[] | "unknown"> =>
  withResolver(servers, limits, async (resolver) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostName), resolver.resolve6(hostName)]);
    limits.signal.throwIfAborted();
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) {
      return found;
    }
    const areSure = answers.every((answer) => answer.status === "fulfilled" || isNameMissing(answer.reason));
    return areSure ? [] : "unknown";
  });

/** The records of a name in any zone, in the same texts as {@link readRecordValues}. */
export const resolveRecords = (
  servers: readonly DnsServer[],
  { name, type }: { name: string; type: MailRecordType },
  limits: Limits,
): Promise<string[] | "unknown"> =>
  withResolver(servers, limits, async (resolver) => {
    try {
      return await resolveAs[type](resolver, name);
    } catch (error) {
      limits.signal.throwIfAborted();
      return isNameMissing(error) ? [] : "unknown";
    }
  });

const resolveAs: Record<MailRecordType, (resolver: Resolver, name: string) => Promise<string[]>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(hostText),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${hostText(exchange)}`),
  SRV: async (resolver, name) =>
    (await resolver.resolveSrv(name)).map(
      ({ priority, weight, port, name: target }) => `${priority} ${weight} ${port} ${hostText(target)}`,
    ),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((strings) => strings.join("")),
};

export async function querySystemResolver(
  hostName: string,
  signal: AbortSignal,
): Promise<string[] | "unknown"> {
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
