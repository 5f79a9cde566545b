import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { computeDsRecord, type DsRecord, dnskeyWireForm, keyTagOf, nameWireForm } from "@zonepost/schema";
import dnsPacket, { type Answer } from "dns-packet";

/** A key that signs its own zone's keys, ECDSA P-256 (RFC 6605). */
export type ZoneKey = { publicKey: Buffer; privateKey: KeyObject };

export function newZoneKey(): ZoneKey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return {
    publicKey: Buffer.concat([Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]),
    privateKey,
  };
}

const dnskeyOf = ({ publicKey }: ZoneKey) => ({
  flags: 257,
  protocol: 3,
  algorithm: 13,
  publicKey: publicKey.toString("base64"),
});

export const dsRecordOf = (domainName: string, key: ZoneKey): Promise<DsRecord> =>
  computeDsRecord({ domainName, dnskey: dnskeyOf(key), digestType: 2 });

/** A nameserver's response to a query for a zone's keys: the keys and a signature by each, a refusal, or none. */
export type Zone = ZoneKey[] | "refused" | "silent";

/** One nameserver per zone on 127.0.0.1 (`ns1`) and one on 127.0.0.2 (`ns2`), all on one port per address. */
export async function serveChildZones() {
  const zones = [new Map<string, Zone>(), new Map<string, Zone>()];
  const mail = [new Map<string, string>(), new Map<string, string>()];
  let port = 0;
  const sockets: Socket[] = [];
  /** Responds to each query that a silent zone has left open, if the zone responds by now. */
  const open: (() => void)[] = [];
  for (const [at, held] of zones.entries()) {
    const socket = createSocket("udp4");
    socket.on("message", (message, from) => {
      const respond = () => {
        const response = answer(message, held, mail[at]);
        if (response) {
          socket.send(response, from.port, from.address);
        } else {
          open.push(respond);
        }
      };
      respond();
    });
    socket.bind(port, `127.0.0.${at + 1}`);
    await once(socket, "listening");
    ({ port } = socket.address());
    sockets.push(socket);
  }
  return {
    port,
    /** The responses of a domain's two nameservers. By default, the second one's are the same. */
    set(name: string, first: Zone, second: Zone = first) {
      zones[0]?.set(name, first);
      zones[1]?.set(name, second);
      for (const respond of open.splice(0)) {
        respond();
      }
    },
    /** The number of queries that silent zones have left open. */
    countOpen: () => open.length,
    /** The mail servers in the zones of the two nameservers, if any. */
    setMail(name: string, first: string | undefined, second: string | undefined) {
      for (const [at, host] of [first, second].entries()) {
        if (host) {
          mail[at]?.set(name, host);
        }
      }
    },
    nameserversOf: (name: string) =>
      zones.map((_, at) => ({ host: `ns${at + 1}.${name}`, addresses: [`127.0.0.${at + 1}`] })),
    close() {
      for (const socket of sockets) {
        socket.close();
      }
    },
  };
}

export type ChildZones = Awaited<ReturnType<typeof serveChildZones>>;

function answer(
  message: Buffer,
  zones: ReadonlyMap<string, Zone>,
  mail?: ReadonlyMap<string, string>,
): Buffer | undefined {
  const { id = 0, questions = [] } = dnsPacket.decode(message);
  const name = questions[0]?.name.toLowerCase() ?? "";
  const zone = zones.get(name) ?? "refused";
  if (zone === "silent") {
    return undefined;
  }
  if (zone === "refused") {
    return dnsPacket.encode({ type: "response", id, flags: 5, questions });
  }
  const flags = dnsPacket.AUTHORITATIVE_ANSWER;
  if (questions[0]?.type === "MX") {
    const exchange = mail?.get(name);
    const answers: Answer[] = exchange ? [{ type: "MX", name, ttl, data: { preference: 10, exchange } }] : [];
    return dnsPacket.encode({ type: "response", id, flags, questions, answers });
  }
  return dnsPacket.encode({ type: "response", id, flags, questions, answers: signedKeys(name, zone) });
}

const ttl = 300;

function signedKeys(name: string, keys: readonly ZoneKey[]): Answer[] {
  const records = keys.map(dnskeyOf);
  const inception = Math.floor(Date.now() / 1000) - 3600;
  const expiration = inception + 86_400;
  const number16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
  const number32 = (value: number) => Buffer.concat([number16(value >>> 16), number16(value & 0xffff)]);
  const owner = nameWireForm(name);
  const labels = name.split(".").length;
  const set = records
    .map((record) => Buffer.from(dnskeyWireForm(record)))
    .sort(Buffer.compare)
    .flatMap((data) => [owner, number16(48), number16(1), number32(ttl), number16(data.length), data]);
  const signatures = keys.map(({ privateKey }, at): Answer => {
    const keyTag = keyTagOf(records[at] ?? { flags: 0, protocol: 3, algorithm: 13, publicKey: "" });
    const head = [number16(48), Buffer.from([13, labels]), number32(ttl), number32(expiration)];
    const signed = Buffer.concat([...head, number32(inception), number16(keyTag), owner, ...set]);
    const signature = sign("sha256", signed, { key: privateKey, dsaEncoding: "ieee-p1363" });
    const about = { labels, originalTTL: ttl, expiration, inception, keyTag, signersName: name, signature };
    return { type: "RRSIG", name, ttl, data: { typeCovered: "DNSKEY", algorithm: 13, ...about } };
  });
  const shown = keys.map(
    ({ publicKey }): Answer => ({
      type: "DNSKEY",
      name,
      ttl,
      data: { flags: 257, algorithm: 13, key: publicKey },
    }),
  );
  return [...shown, ...signatures];
}
