import { domainToUnicode } from "node:url";
import { dnssecStates, nameserverStates } from "@zonepost/schema/status";
import { composeEmail, formatDay } from "../../accounts/index.ts";

export type DnsProblem = "dnssec" | "nameservers";

type About = { problem: DnsProblem; domainName: string; panelUrl: string };

const urlOf = ({ panelUrl, domainName, problem }: About) => `${panelUrl}/domains/${domainName}/${problem}`;

/** Sent once, after two checks. */
export function dnsBrokenEmail(about: About & { since: Date }) {
  const { problem, since } = about;
  const name = domainToUnicode(about.domainName);
  const isDnssec = problem === "dnssec";
  const url = urlOf(about);
  return composeEmail("domain_dns_broken", {
    en: {
      subject: isDnssec ? `The DNSSEC of ${name} is broken` : `No nameserver of ${name} responds`,
      paragraphs: isDnssec
        ? [
            `The DNSSEC signatures of ${name} don't match its DS records, so many people can't reach it. Two checks, at least 15 minutes apart, found this.`,
            "Sign the zone with a key that has a DS record, or remove the DS records.",
          ]
        : [
            `None of the nameservers of ${name} responded to two checks, at least 15 minutes apart. People can't reach its website, and mail to it is delayed.`,
            "Contact the provider of the nameservers, or set other nameservers.",
          ],
      facts: [
        [
          isDnssec ? "DNSSEC" : "Nameservers",
          (isDnssec ? dnssecStates.breaks : nameserverStates.timeout).word,
        ],
        ["Since", formatDay("en", since)],
      ],
      link: { label: isDnssec ? "View DNSSEC" : "View nameservers", url },
    },
    de: {
      subject: isDnssec ? `DNSSEC von ${name} ist fehlerhaft` : `Kein Nameserver von ${name} antwortet`,
      paragraphs: isDnssec
        ? [
            `Die DNSSEC-Signaturen von ${name} passen nicht zu den DS-Einträgen. Viele können die Domain deshalb nicht erreichen. Das haben zwei Prüfungen im Abstand von mindestens 15 Minuten ergeben.`,
            "Signieren Sie die Zone mit einem Schlüssel, der einen DS-Eintrag hat, oder entfernen Sie die DS-Einträge.",
          ]
        : [
            `Keiner der Nameserver von ${name} hat auf zwei Prüfungen im Abstand von mindestens 15 Minuten geantwortet. Die Website ist nicht erreichbar, und E-Mails an die Domain verzögern sich.`,
            "Wenden Sie sich an den Anbieter der Nameserver, oder tragen Sie andere Nameserver ein.",
          ],
      facts: [["Seit", formatDay("de", since)]],
      link: { label: isDnssec ? "DNSSEC ansehen" : "Nameserver ansehen", url },
    },
  });
}

/** Sent once the problem that people were told about is gone. */
export function dnsFixedEmail(about: About) {
  const name = domainToUnicode(about.domainName);
  const isDnssec = about.problem === "dnssec";
  const url = urlOf(about);
  return composeEmail("domain_dns_fixed", {
    en: {
      subject: isDnssec
        ? `The DNSSEC of ${name} is no longer broken`
        : `The nameservers of ${name} respond again`,
      paragraphs: [
        isDnssec
          ? `The last check found no problem with the DNSSEC of ${name}. Resolvers can keep the error for a while.`
          : `At least one nameserver of ${name} responded to the last check.`,
      ],
      link: { label: isDnssec ? "View DNSSEC" : "View nameservers", url },
    },
    de: {
      subject: isDnssec
        ? `DNSSEC von ${name} ist nicht mehr fehlerhaft`
        : `Die Nameserver von ${name} antworten wieder`,
      paragraphs: [
        isDnssec
          ? `Die letzte Prüfung hat bei DNSSEC von ${name} keinen Fehler gefunden. Resolver können den Fehler noch eine Weile im Cache haben.`
          : `Mindestens ein Nameserver von ${name} hat auf die letzte Prüfung geantwortet.`,
      ],
      link: { label: isDnssec ? "DNSSEC ansehen" : "Nameserver ansehen", url },
    },
  });
}
