import type { Answer, DecodedPacket } from "dns-packet";
import type { MailRecordType } from "../../modules/mail/ports.ts";

/** Lower case, without the final dot. The root remains a dot. */
export const hostText = (host: string): string => host.toLowerCase().replace(/(?<=.)\.$/, "") || ".";

const maxAliases = 8;

/**
 * The records of a name as texts. An alias (CNAME) is followed as far as the domain's own zone answers; beyond it,
 * `missingTarget` is the name still to be looked up.
 */
export function readRecordValues(
  answer: DecodedPacket,
  { name, type }: { name: string; type: MailRecordType },
  domainName: string,
): { values: string[]; alias: string | null; missingTarget: string | null } {
  const answers = answer.answers ?? [];
  const recordsOf = (owner: string, wanted: string) =>
    answers.filter((record) => record.type === wanted && hostText(record.name) === owner);
  let owner = hostText(name);
  let alias: string | null = null;
  for (let followed = 0; followed <= maxAliases; followed += 1) {
    const values = recordsOf(owner, type).flatMap(textOf).sort();
    const [target] = type === "CNAME" ? [] : recordsOf(owner, "CNAME").flatMap(textOf);
    if (values.length > 0 || target === undefined) {
      const isLookedUp = owner === hostText(name) || values.length > 0;
      return { values, alias, missingTarget: isLookedUp ? null : owner };
    }
    alias ??= target;
    owner = target;
    if (!isBelow(owner, hostText(domainName))) {
      return { values: [], alias, missingTarget: owner };
    }
  }
  // A loop of aliases has no records.
  return { values: [], alias, missingTarget: null };
}

function textOf(record: Answer): string[] {
  switch (record.type) {
    case "A":
    case "AAAA":
      return [record.data];
    case "CNAME":
      return [hostText(record.data)];
    case "MX":
      return [`${record.data.preference ?? 0} ${hostText(record.data.exchange)}`];
    case "SRV": {
      const { priority = 0, weight = 0, port, target } = record.data;
      return [`${priority} ${weight} ${port} ${hostText(target)}`];
    }
    case "TXT": {
      // The strings of a record are joined without spaces (RFC 7208 section 3.3, RFC 6376 section 3.6.2.2).
      const strings = [record.data].flat().map((text) => Buffer.from(text));
      return [Buffer.concat(strings).toString("utf8")];
    }
    default:
      return [];
  }
}

/** The TXT records with this owner alone: an alias isn't followed. */
export const textsAt = ({ answers = [] }: DecodedPacket, owner: string): string[] =>
  answers.flatMap((record) =>
    record.type === "TXT" && hostText(record.name) === hostText(owner) ? textOf(record) : [],
  );

const isBelow = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`);

/** The servers of the subdomain that the name is delegated to, with their glue; undefined if it isn't. */
export function referralOf(
  answer: DecodedPacket,
  name: string,
  domainName: string,
): { nameserver: string; addresses: string[] }[] | undefined {
  if (answer.flag_aa || (answer.answers ?? []).length > 0) {
    return undefined;
  }
  const parent = hostText(domainName);
  const servers = (answer.authorities ?? []).flatMap((record) => {
    const zone = record.type === "NS" ? hostText(record.name) : parent;
    const isDelegation = zone !== parent && isBelow(zone, parent) && isBelow(hostText(name), zone);
    return record.type === "NS" && isDelegation ? [hostText(record.data)] : [];
  });
  if (servers.length === 0) {
    return undefined;
  }
  return servers.map((nameserver) => ({
    nameserver,
    addresses: (answer.additionals ?? []).flatMap((record) =>
      (record.type === "A" || record.type === "AAAA") && hostText(record.name) === nameserver
        ? [record.data]
        : [],
    ),
  }));
}
