import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import dnsPacket, { type Answer, type DecodedPacket } from "dns-packet";
import { DnsResolver } from "../../../src/adapters/dns/index.ts";

const ttl = 60;
const [serverFailure, nameError, refused] = [2, 3, 5];
/** The resolver and eight nameservers, `ns1.…` to `ns8.…`. */
const addresses = Array.from({ length: 9 }, (_, at) => `127.0.0.${at + 1}`);
const [resolverAddress = ""] = addresses;

type Zone = { hosts: readonly string[]; delegations: Map<string, readonly string[]> };
type Manner = "answers" | "silent" | "refuses";

/**
 * A resolver and nameservers on sockets of their own: zones, which of them delegates which name to which hosts, and the
 * TXT records that each host has.
 */
export async function serveNameTree() {
  const zones = new Map<string, Zone>();
  const texts = new Map<string, readonly string[]>();
  const addressOf = new Map<string, string>();
  const manners = new Map<string, Manner>();
  /** Names under which the resolver doesn't believe what it found. */
  const bogus = new Set<string>();
  const asked: { at: string; name: string; type: string }[] = [];
  const sockets: Socket[] = [];
  let port = 0;

  const resolve = (query: DecodedPacket, name: string, type: string): Buffer => {
    if ([...bogus].some((zone) => isAtOrBelow(name, zone))) {
      return reply(query, { flags: serverFailure });
    }
    const zone = zones.get(name);
    const address = addressOf.get(name);
    const answers: Answer[] =
      type === "NS"
        ? (zone?.hosts ?? []).map((data) => ({ type: "NS", name, ttl, data }))
        : type === "A" && address
          ? [{ type: "A", name, ttl, data: address }]
          : [];
    const isKnown = zone !== undefined || address !== undefined;
    return reply(query, { flags: isKnown ? 0 : nameError, answers });
  };

  const answerAt = (at: string, query: DecodedPacket, name: string, type: string): Buffer | undefined => {
    const hosts = [...addressOf].filter(([, address]) => address === at).map(([host]) => host);
    const manner = hosts.map((host) => manners.get(host)).find((found) => found !== undefined);
    if (manner === "silent") {
      return undefined;
    }
    const [zoneName, zone] =
      [...zones]
        .filter(([own, { hosts: of }]) => isAtOrBelow(name, own) && of.some((host) => hosts.includes(host)))
        .sort(([one], [other]) => other.length - one.length)[0] ?? [];
    if (manner === "refuses" || zoneName === undefined || !zone) {
      return reply(query, { flags: refused });
    }
    const [cut, delegated] = [...zone.delegations].find(([below]) => isAtOrBelow(name, below)) ?? [];
    if (cut !== undefined && delegated) {
      return reply(query, {
        authorities: delegated.map((data) => ({ type: "NS", name: cut, ttl, data })),
        additionals: delegated.flatMap((host) => {
          const address = addressOf.get(host);
          return address ? [{ type: "A", name: host, ttl, data: address } as const] : [];
        }),
      });
    }
    const found = hosts.flatMap((host) => texts.get(`${host} ${name}`) ?? []);
    const isBeneath = [...texts.keys()].some((key) => {
      const [host = "", owner = ""] = key.split(" ");
      return hosts.includes(host) && isAtOrBelow(owner, name);
    });
    const isKnown = name === zoneName || isBeneath;
    return reply(query, {
      flags: dnsPacket.AUTHORITATIVE_ANSWER | (isKnown ? 0 : nameError),
      answers:
        type === "TXT"
          ? found.map((data) => ({ type: "TXT", name, ttl, data }))
          : type === "NS" && name === zoneName
            ? zone.hosts.map((data) => ({ type: "NS", name, ttl, data }))
            : [],
    });
  };

  for (const at of addresses) {
    const socket = createSocket("udp4");
    socket.on("message", (message, from) => {
      const query = dnsPacket.decode(message);
      const [question] = query.questions ?? [];
      const name = question?.name.toLowerCase() || ".";
      const type = question?.type ?? "";
      asked.push({ at, name, type });
      const answer = at === resolverAddress ? resolve(query, name, type) : answerAt(at, query, name, type);
      if (answer) {
        socket.send(answer, from.port, from.address);
      }
    });
    socket.bind(port, at);
    await once(socket, "listening");
    ({ port } = socket.address());
    sockets.push(socket);
  }

  return {
    port,
    asked,
    zones,
    /** A nameserver at one of the eight addresses. */
    addHost(host: string, number: number) {
      addressOf.set(host, addresses[number] ?? "");
      return host;
    },
    addZone(name: string, hosts: readonly string[]) {
      zones.set(name, { hosts, delegations: zones.get(name)?.delegations ?? new Map() });
    },
    /** In the nearest zone above; no hosts: the name isn't delegated. */
    delegate(name: string, hosts: readonly string[]) {
      const [, above] =
        [...zones]
          .filter(([zone]) => zone !== name && isAtOrBelow(name, zone))
          .sort(([one], [other]) => other.length - one.length)[0] ?? [];
      above?.delegations.delete(name);
      zones.delete(name);
      if (hosts.length > 0) {
        above?.delegations.set(name, hosts);
        zones.set(name, { hosts, delegations: new Map() });
      }
    },
    /** The TXT records that one host has at a name. */
    setTexts: (host: string, name: string, values: readonly string[]) => texts.set(`${host} ${name}`, values),
    textsOf: (host: string, name: string) => texts.get(`${host} ${name}`) ?? [],
    setManner: (host: string, manner: Manner) => manners.set(host, manner),
    distrust: (zone: string) => bogus.add(zone),
    resolver: (isRefusedAddress: (address: string) => boolean = () => false) =>
      new DnsResolver({
        isRefusedAddress,
        resolvers: [`${resolverAddress}:${port}`],
        nameserverPort: port,
        // Only a silent server is waited for.
        tryTimeoutMs: 2_000,
        tries: 1,
        totalTimeoutMs: 60_000,
      }),
    [Symbol.dispose]() {
      for (const socket of sockets) {
        socket.close();
      }
    },
  };
}

export type NameTree = Awaited<ReturnType<typeof serveNameTree>>;

const isAtOrBelow = (name: string, zone: string): boolean =>
  zone === "." || name === zone || name.endsWith(`.${zone}`);

const reply = ({ id = 0, questions = [] }: DecodedPacket, over: object): Buffer =>
  dnsPacket.encode({ type: "response", id, flags: 0, questions, ...over });
