import type { Answer, DecodedPacket } from "dns-packet";
import { hostText } from "./read-records.ts";
import { replyCode, replyCodeOf } from "./reply-code.ts";

export type DelegatedServer = { nameserver: string; addresses: string[] };

/** `not_delegated`: the zone above is authoritative for the name itself. */
export type ParentAnswer =
  | { kind: "delegated"; servers: DelegatedServer[] }
  | { kind: "not_delegated"; isNameMissing: boolean };

/** The names above a name, from the nearest to the root. */
export function namesAbove(name: string): string[] {
  const labels = hostText(name).split(".");
  return [...labels.slice(1).map((_, at) => labels.slice(at + 1).join(".")), "."];
}

/** The hosts of the NS records with this owner, each once. An alias of the owner isn't followed. */
export function nameserversAt(records: readonly Answer[] | undefined, owner: string): string[] {
  const hosts = (records ?? []).flatMap((record) =>
    record.type === "NS" && hostText(record.name) === hostText(owner) ? [hostText(record.data)] : [],
  );
  return [...new Set(hosts)].sort();
}

/**
 * What a nameserver of the zone above answers to a query for the name's NS records; undefined if it can't tell. A server
 * that has both zones answers with authority for the lower one.
 */
export function readParentAnswer(
  answer: DecodedPacket,
  { name, parent }: { name: string; parent: string },
): ParentAnswer | undefined {
  const hosts = nameserversAt(answer.flag_aa ? answer.answers : answer.authorities, name);
  if (hosts.length > 0) {
    return {
      kind: "delegated",
      servers: hosts.map((nameserver) => ({
        nameserver,
        addresses: isWithin(nameserver, parent) ? glueOf(answer, nameserver) : [],
      })),
    };
  }
  const code = replyCodeOf(answer);
  const isKnown = code === replyCode.noError || code === replyCode.nameError;
  return answer.flag_aa && isKnown
    ? { kind: "not_delegated", isNameMissing: code === replyCode.nameError }
    : undefined;
}

/** The zone above knows nothing about hosts outside of it, whatever it adds to its answer. */
const isWithin = (host: string, zone: string): boolean => zone === "." || host.endsWith(`.${hostText(zone)}`);

const glueOf = ({ additionals }: DecodedPacket, host: string): string[] =>
  (additionals ?? []).flatMap((record) =>
    (record.type === "A" || record.type === "AAAA") && hostText(record.name) === host ? [record.data] : [],
  );
