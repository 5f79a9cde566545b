import type { MailDnsPurpose, MailDnsRecord } from "@zonepost/schema";
import { mailDnsLights, mailDnsStates } from "@zonepost/schema/status";
import { composeEmail, inSentence } from "../../accounts/index.ts";

type About = { domainName: string; panelUrl: string; records: readonly MailDnsRecord[] };

const names: Record<MailDnsPurpose, string> = {
  mx: "MX",
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  mta_sts: "MTA-STS",
  tls_rpt: "TLS-RPT",
  autoconfig: "Autoconfig",
  autodiscover: "Autodiscover",
  srv: "SRV",
};

const namesOf = (records: readonly MailDnsRecord[]): string =>
  [...new Set(records.map(({ purpose }) => names[purpose]))].join(", ");

/** As in a zone file, so that the record is found without translation. */
const factsOf = (records: readonly MailDnsRecord[]): [string, string][] =>
  records.map(({ type, name, expected }) => [`${type} ${name}`, expected]);

const urlOf = ({ panelUrl, domainName }: About) => `${panelUrl}/mail/${domainName}/dns`;

/** Sent to members once, after two checks. */
export function recordsBrokeEmail(about: About) {
  const { domainName, records } = about;
  const isMailLost = records.some(({ severity }) => severity === "error");
  return composeEmail("mail_dns_broken", {
    en: {
      subject: `DNS records of ${domainName} changed: ${namesOf(records)}`,
      paragraphs: [
        `Mail of ${domainName} needs the DNS records below. Two checks, at least 15 minutes apart, found them ${inSentence(mailDnsStates.missing.word)} or ${inSentence(mailDnsStates.wrong.word)}.`,
        isMailLost
          ? "Mail to or from this domain may be lost until they are corrected."
          : "Mail of this domain may be marked as spam until they are corrected.",
      ],
      facts: factsOf(records),
      link: { label: "View DNS records", url: urlOf(about) },
    },
    de: {
      subject: `DNS-Einträge von ${domainName} wurden geändert: ${namesOf(records)}`,
      paragraphs: [
        `Die E-Mails von ${domainName} benötigen die folgenden DNS-Einträge. Zwei Prüfungen im Abstand von mindestens 15 Minuten haben ergeben, dass sie fehlen oder geändert wurden.`,
        isMailLost
          ? "E-Mails an oder von dieser Domain können verloren gehen, bis die Einträge korrigiert sind."
          : "E-Mails dieser Domain können als Spam eingestuft werden, bis die Einträge korrigiert sind.",
      ],
      facts: factsOf(records),
      link: { label: "DNS-Einträge ansehen", url: urlOf(about) },
    },
  });
}

/** Sent to members once records work again that they were told about. */
export function recordsWorkEmail(about: About) {
  const { domainName, records } = about;
  return composeEmail("mail_dns_fixed", {
    en: {
      subject: `DNS records of ${domainName} work again: ${namesOf(records)}`,
      paragraphs: [
        `These DNS records of ${domainName} were ${inSentence(mailDnsLights.bad.word)} and now work again.`,
      ],
      facts: factsOf(records),
      link: { label: "View DNS records", url: urlOf(about) },
    },
    de: {
      subject: `DNS-Einträge von ${domainName} funktionieren wieder: ${namesOf(records)}`,
      paragraphs: [`Diese DNS-Einträge von ${domainName} waren fehlerhaft und funktionieren jetzt wieder.`],
      facts: factsOf(records),
      link: { label: "DNS-Einträge ansehen", url: urlOf(about) },
    },
  });
}
