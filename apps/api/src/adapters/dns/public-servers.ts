import type { DecodedPacket } from "dns-packet";
import type { PublicServer, PublicServers, ServedSerial } from "../../modules/dns/ports.ts";
import { DnsFailure, exchange } from "./exchange.ts";

/** RFC 1035 section 4.1.1. */
const rcode = { noError: 0, formatError: 1 };

/** The installation's own public nameservers. */
export function createPublicServers(
  servers: readonly PublicServer[],
  { tries = 2, tryTimeoutMs = 2_000 }: { tries?: number; tryTimeoutMs?: number } = {},
): PublicServers {
  const neverAborted = new AbortController().signal;
  return {
    servers,
    async readSerial(server, zoneName, signal = neverAborted) {
      try {
        const question = { name: zoneName, type: "SOA" as const };
        return readSerialOf(await exchange(server, question, { tries, tryTimeoutMs, signal }), zoneName);
      } catch (error) {
        if (error instanceof DnsFailure) {
          return { kind: "away", reason: error.reason };
        }
        throw error;
      }
    },
  };
}

function readSerialOf(answer: DecodedPacket, zoneName: string): ServedSerial {
  const code = (answer.flags ?? 0) & 0x0f;
  if (code === rcode.formatError) {
    return { kind: "away", reason: "malformed" };
  }
  const soa = (answer.answers ?? []).find(
    ({ name, type }) => type === "SOA" && name.toLowerCase() === zoneName.toLowerCase(),
  );
  // A server that has the zone only in its list, without content, answers with SERVFAIL.
  return code === rcode.noError && answer.flag_aa && soa?.type === "SOA" && soa.data.serial !== undefined
    ? { kind: "answered", serial: soa.data.serial }
    : { kind: "not_served" };
}
