import type { DnssecPreflight, NameserverPreflight, Warning } from "@zonepost/schema";
import type { ServerAwayReason } from "../dns-port.ts";

/** A nameserver's answers about a domain. */
export type ServerAnswers = {
  nameserver: string;
  /** Undefined if it answered for the domain. */
  away?: ServerAwayReason;
  /** Undefined if it did not answer. */
  mailHosts?: readonly string[];
};

type Question = {
  domainName: string;
  before: readonly ServerAnswers[];
  after: readonly ServerAnswers[];
  /** Of the new nameservers with the current DS records; its `before` is that of the current nameservers. */
  dnssec: Pick<DnssecPreflight, "outcome" | "before"> & { warnings: readonly Warning[] };
};

/** Judges what a change of nameservers would do, from the answers of the current and the new ones. */
export function judgeDelegation(question: Question): NameserverPreflight {
  const { after, dnssec } = question;
  const breaksValidation = dnssec.outcome === "breaks" && dnssec.before !== "breaks";
  const problems = [
    ...resolvingProblems(question),
    ...(breaksValidation ? dnssec.warnings : []),
    ...mailProblems(question),
  ];
  const away = after.filter((server) => server.away !== undefined);
  const warnings = [
    ...(breaksValidation ? [] : dnssec.warnings),
    ...(dnssec.outcome === "insecure" ? away.map(describeAway) : []),
    ...(problems.length === 0 ? mailWarnings(question) : []),
  ];
  const isUnknown = away.length > 0 || dnssec.outcome === "unknown";
  return { outcome: problems.length > 0 ? "breaks" : isUnknown ? "unknown" : "works", problems, warnings };
}

/** Not known to serve nothing: we couldn't ask them. */
const unasked: readonly ServerAwayReason[] = ["busy", "private_address"];

/** A domain that doesn't resolve now can't stop resolving. */
function resolvingProblems({ domainName, before, after }: Question): Warning[] {
  const resolvesNow = before.some(({ away }) => away === undefined);
  const isLost = after.every(({ away }) => away !== undefined && !unasked.includes(away));
  if (!resolvesNow || !isLost) {
    return [];
  }
  const message =
    after.length === 0
      ? `${domainName} would have no nameservers and stop resolving.`
      : `None of the new nameservers answers for ${domainName}. It would stop resolving.`;
  return [{ code: "would_not_resolve", message }];
}

const mailHostsOf = (servers: readonly ServerAnswers[]): string[] =>
  [...new Set(servers.flatMap(({ mailHosts }) => mailHosts ?? []))].sort();

function mailProblems({ before, after }: Question): Warning[] {
  const current = mailHostsOf(before);
  const without = current.length > 0 ? after.filter(({ mailHosts }) => mailHosts?.length === 0) : [];
  return without.map(({ nameserver }) => ({
    code: "mail_would_break",
    message: `${nameserver} has no MX record. Mail now goes to ${current.join(", ")} and would be lost.`,
  }));
}

function mailWarnings({ before, after }: Question): Warning[] {
  const [current, next] = [mailHostsOf(before), mailHostsOf(after)];
  if (current.length === 0 || next.length === 0 || current.join() === next.join()) {
    return [];
  }
  return [
    {
      code: "mail_hosts_change",
      message: `Mail would go to ${next.join(", ")} instead of ${current.join(", ")}.`,
    },
  ];
}

const describeAway = ({ nameserver }: ServerAnswers): Warning => ({
  code: "nameserver_not_answering",
  message: `${nameserver} does not answer for the domain.`,
});
