import type { MailDnsRecord } from "@zonepost/schema";
import type { NameserverRecords } from "../../model/read-records.ts";
import type { MailDnsSettings } from "../../ports.ts";
import type { DkimKey, ExpectedRecord } from "../../zone-records/policies/expected-records-policy.ts";
import { judgeSpf, type SpfCount } from "./spf-policy.ts";
import {
  judgeDkim,
  judgeDmarc,
  judgeMtaStsText,
  judgeTlsReports,
  type Verdict,
} from "./text-records-policy.ts";

/** The answers about each name and type, by {@link questionOf}. */
export type Answers = ReadonlyMap<string, readonly NameserverRecords[]>;

export const questionOf = ({ type, name }: Pick<ExpectedRecord, "type" | "name">): string =>
  `${type} ${name}`;

export type JudgedDomain = {
  domainName: string;
  settings: MailDnsSettings | null;
  keys: readonly DkimKey[];
  hasNameservers: boolean;
  /** The lookups of SPF records, by record. */
  spfCounts: ReadonlyMap<string, SpfCount>;
};

type One = { expected: ExpectedRecord; nameserver: string; values: readonly string[]; answers: Answers };

/** One entry for each expected record, in the same order. */
export const judgeRecords = (
  domain: JudgedDomain,
  expected: readonly ExpectedRecord[],
  answers: Answers,
): MailDnsRecord[] =>
  expected.map((record) => {
    const seen = answers.get(questionOf(record)) ?? [];
    const verdicts = seen.flatMap((answer) =>
      answer.kind === "answered"
        ? [
            {
              nameserver: answer.nameserver,
              ...judge(domain, {
                expected: record,
                nameserver: answer.nameserver,
                values: answer.values,
                answers,
              }),
            },
          ]
        : [],
    );
    return {
      ...record,
      seen: seen.map((answer) =>
        answer.kind === "answered"
          ? { nameserver: answer.nameserver, state: "answers" as const, values: answer.values }
          : { nameserver: answer.nameserver, state: answer.reason, values: [] },
      ),
      ...combine(domain, record, verdicts),
    };
  });

const ranks = { error: 0, warning: 1, note: 2 };

/** Servers that were away don't count. */
function combine(
  domain: JudgedDomain,
  record: ExpectedRecord,
  verdicts: readonly (Verdict & { nameserver: string })[],
): Pick<MailDnsRecord, "expected" | "status" | "severity" | "hint" | "lookups"> {
  const [worst] = [...verdicts].sort(
    (left, right) =>
      Number(left.status === "ok") - Number(right.status === "ok") ||
      ranks[left.severity] - ranks[right.severity],
  );
  const expected = worst?.expected ?? record.expected;
  if (!worst && domain.hasNameservers) {
    const hint = "No nameserver responded, so this wasn't checked. Check again later.";
    return { expected, status: "unknown", severity: "note", hint };
  }
  if (!worst) {
    const hint = "The domain has no nameservers, so nothing can be published. Set its nameservers first.";
    return { expected, status: "missing", severity: record.purpose === "mx" ? "error" : "warning", hint };
  }
  const wrong = verdicts.filter(({ status }) => status !== "ok");
  const { status, severity, hint, lookups } = worst;
  if (wrong.length === 0 || wrong.length === verdicts.length) {
    return { expected, status, severity, hint, lookups };
  }
  const names = wrong.map(({ nameserver }) => nameserver).join(", ");
  return {
    expected,
    status: "differs",
    severity,
    lookups,
    hint: `The nameservers disagree. If you have just changed the record, wait until ${names} ${wrong.length === 1 ? "has" : "have"} it too. Otherwise correct it there. ${hint}`,
  };
}

function judge(domain: JudgedDomain, one: One): Verdict {
  const { settings, keys } = domain;
  const { expected, values } = one;
  switch (expected.purpose) {
    case "mx":
      return judgeMx(one, settings);
    case "spf":
      return settings
        ? judgeSpf(values, {
            settings,
            expected: expected.expected,
            areMxHostsOurs: strangersOf(mxHostsAt(domain, one), settings).length === 0,
            counts: domain.spfCounts,
          })
        : fine;
    case "dkim": {
      const key = keys.find(({ selector }) => expected.name.startsWith(`${selector}._domainkey.`));
      return judgeDkim(values, expected, key?.stage ?? "active");
    }
    case "dmarc":
      return judgeDmarc(values, expected);
    case "mta_sts":
      return expected.type === "CNAME"
        ? judgeAlias(one, "Senders then know that they must encrypt mail to this domain.")
        : judgeMtaSts(domain, one);
    case "tls_rpt":
      return judgeTlsReports(values, expected);
    case "autoconfig":
      return judgeAlias(one, "Thunderbird then finds the settings.");
    case "autodiscover":
      return expected.type === "CNAME"
        ? judgeAlias(one, "Outlook then finds the settings.")
        : judgeService(one, "Outlook then finds the settings.");
    case "srv":
      return judgeService(one, "Mail programs that use SRV records then find the server.");
  }
}

const fine: Verdict = { status: "ok", severity: "note", hint: "" };

const hostOf = (mx: string): string => mx.slice(mx.indexOf(" ") + 1);

/** What the same nameserver returns for the domain's MX records. */
function mxHostsAt({ domainName }: JudgedDomain, { nameserver, answers }: One): string[] {
  const all = answers.get(questionOf({ type: "MX", name: domainName })) ?? [];
  const own = all.find((answer) => answer.nameserver === nameserver);
  return own?.kind === "answered" ? own.values.map(hostOf) : [];
}

const strangersOf = (hosts: readonly string[], { mxHosts }: MailDnsSettings): string[] =>
  hosts.filter((host) => !mxHosts.some((own) => own.toLowerCase() === host));

function judgeMx({ expected, values }: One, settings: MailDnsSettings | null): Verdict {
  const own = (settings?.mxHosts ?? []).map((host) => host.toLowerCase());
  const hosts = values.map(hostOf);
  const strangers = hosts.filter((host) => !own.includes(host));
  const host = hostOf(expected.expected).toLowerCase();
  if (values.length === 0) {
    const hint = `Publish an MX record with the value ${expected.expected}. Without it, mail to this domain doesn't arrive here.`;
    return { status: "missing", severity: "error", hint };
  }
  if (hosts.includes(".")) {
    const hint = `The record “0 .” means that this domain accepts no mail. Replace it with ${expected.expected}.`;
    return { status: "wrong", severity: "error", hint };
  }
  if (!hosts.some((each) => own.includes(each))) {
    const hint = `Mail to this domain goes to ${strangers.join(", ")}. To receive it here, replace the MX records with ${expected.expected}.`;
    return { status: "wrong", severity: "error", hint };
  }
  if (!hosts.includes(host)) {
    const hint = `Add an MX record with the value ${expected.expected}, so that mail still arrives if the other server is down.`;
    return { status: "missing", severity: "warning", hint };
  }
  // Reported once, at the first of our hosts that is published.
  return strangers.length > 0 && host === own.find((each) => hosts.includes(each))
    ? judgeShare(values, own)
    : fine;
}

/** Servers try the host with the lowest number first, and others only if it is away. Equal ones share the mail. */
function judgeShare(values: readonly string[], own: readonly string[]): Verdict {
  const hosts = values.map((value) => ({ host: hostOf(value), preference: Number.parseInt(value, 10) }));
  const strangers = hosts.filter(({ host }) => !own.includes(host));
  const first = Math.min(
    ...hosts.filter(({ host }) => own.includes(host)).map(({ preference }) => preference),
  );
  const namesOf = (wanted: typeof hosts) => wanted.map(({ host }) => host).join(", ");
  const before = strangers.filter(({ preference }) => preference < first);
  const beside = strangers.filter(({ preference }) => preference === first);
  const records = strangers.length === 1 ? "that MX record" : "those MX records";
  if (before.length > 0) {
    const numbers = before.length === 1 ? "its number is" : "their numbers are";
    const hint = `All mail goes to ${namesOf(before)} instead, because ${numbers} lower. To receive it here, remove ${records}.`;
    return { status: "wrong", severity: "error", hint };
  }
  const hint =
    beside.length > 0
      ? `Some mail goes to ${namesOf(beside)} instead, because the numbers are equal. Remove ${records}, unless you want this.`
      : `While the servers here can't be reached, mail goes to ${namesOf(strangers)} instead. Remove ${records}, unless you want this.`;
  return { status: "ok", severity: "warning", hint };
}

/** Senders deliver only to hosts that the policy lists, so any other MX host is lost to them. */
function judgeMtaSts(domain: JudgedDomain, one: One): Verdict {
  const verdict = judgeMtaStsText(one.values, one.expected);
  const { settings } = domain;
  if (!settings || verdict.status !== "ok") {
    return verdict;
  }
  const unlisted = strangersOf(mxHostsAt(domain, one), settings).filter((host) => host !== ".");
  if (unlisted.length === 0) {
    return verdict;
  }
  return settings.mtaStsMode === "enforce"
    ? {
        status: "wrong",
        severity: "error",
        hint: `The MTA-STS policy is enforced and doesn't list ${unlisted.join(", ")}, so senders refuse to deliver there. Remove the MX record, or remove the TXT record at _mta-sts.`,
      }
    : {
        status: "ok",
        severity: "warning",
        hint: `The MTA-STS policy doesn't list ${unlisted.join(", ")}. Once it is enforced, senders refuse to deliver there.`,
      };
}

function judgeAlias({ expected, values }: One, benefit: string): Verdict {
  const [target] = values;
  if (target === undefined) {
    const hint = `Optional. Publish a CNAME record at ${expected.name} with the value ${expected.expected}. ${benefit}`;
    return { status: "missing", severity: "note", hint };
  }
  return target === expected.expected.toLowerCase()
    ? fine
    : {
        status: "wrong",
        severity: "warning",
        hint: `${expected.name} leads to ${target}. Change the CNAME record to ${expected.expected}.`,
      };
}

/** Priority and weight are up to the domain. */
function judgeService({ expected, values }: One, benefit: string): Verdict {
  const targetOf = (value: string) => value.toLowerCase().split(" ").slice(2).join(" ");
  if (values.length === 0) {
    const hint = `Optional. Publish an SRV record at ${expected.name} with the value ${expected.expected}. ${benefit}`;
    return { status: "missing", severity: "note", hint };
  }
  const others = values.filter((value) => targetOf(value) !== targetOf(expected.expected));
  return others.length === 0
    ? fine
    : {
        status: "wrong",
        severity: "warning",
        hint: `Mail programs are sent to another server (${others.join("; ")}). Replace the SRV record at ${expected.name} with ${expected.expected}.`,
      };
}
