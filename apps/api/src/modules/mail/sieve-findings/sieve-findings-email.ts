import type { SieveFinding } from "@zonepost/db";
import type { Language } from "@zonepost/schema";
import { composeEmail } from "../../accounts/index.ts";

type ChangedScript = {
  fullAddress: string;
  scriptName: string;
  findings: readonly SieveFinding[];
  /** The account's page in the panel; null for the mailbox itself, whose user may not have access to it. */
  url: string | null;
};

const reasons: Record<SieveFinding["code"], Record<Language, (detail: string) => string>> = {
  extension: {
    en: (name) => `the extension "${name}" isn't offered`,
    de: (name) => `die Erweiterung „${name}“ wird nicht angeboten`,
  },
  action: {
    en: (name) => `"${name}" isn't offered; the message is kept`,
    de: (name) => `„${name}“ wird nicht angeboten; die Nachricht bleibt im Postfach`,
  },
  test: {
    en: (name) => `the test "${name}" isn't offered; its rule doesn't apply`,
    de: (name) => `der Test „${name}“ wird nicht angeboten; seine Regel wird nicht angewendet`,
  },
  redirect_not_plain: {
    en: () => "the address of redirect isn't one plain address; the message is kept",
    de: () => "die Adresse von redirect ist keine einzelne Adresse; die Nachricht bleibt im Postfach",
  },
  redirect_not_allowed: {
    en: (address) => `${address} hasn't confirmed the forwarding; the message is kept`,
    de: (address) => `${address} hat die Weiterleitung nicht bestätigt; die Nachricht bleibt im Postfach`,
  },
  vacation_not_plain: {
    en: (tag) => `the addresses of vacation ${tag} aren't plain addresses; no reply is sent`,
    de: (tag) =>
      `die Adressen von vacation ${tag} sind keine einfachen Adressen; es wird keine Antwort gesendet`,
  },
  vacation_not_own: {
    en: (address) => `${address} isn't an address of this mailbox; no reply is sent`,
    de: (address) => `${address} ist keine Adresse dieses Postfachs; es wird keine Antwort gesendet`,
  },
  vacation_header: {
    en: (name) => `a reply can't have the header field ${name}; no reply is sent`,
    de: (name) => `eine Antwort darf das Kopffeld ${name} nicht enthalten; es wird keine Antwort gesendet`,
  },
  include_not_personal: {
    en: () => "include can only use scripts of this mailbox; the message is kept",
    de: () => "include kann nur Skripte dieses Postfachs verwenden; die Nachricht bleibt im Postfach",
  },
  not_readable: {
    en: () => "the script can't be read",
    de: () => "das Skript kann nicht gelesen werden",
  },
  turned_off: {
    en: () => "the script is off, because its other rules can't be used without these lines",
    de: () => "das Skript ist aus, weil seine übrigen Regeln ohne diese Zeilen nicht verwendbar sind",
  },
};

const mostLines = 50;

/** Sent to the mailbox and to the owners once for each script. */
export function sieveFindingsEmail({ fullAddress, scriptName, findings, url }: ChangedScript) {
  const linesIn = (language: Language, line: string) =>
    findings
      .slice(0, mostLines)
      .map(({ line: number, code, detail }) => `${line} ${number}: ${reasons[code][language](detail)}.`);
  return composeEmail("mail_sieve_changed", {
    en: {
      subject: `Filters of ${fullAddress} have been changed`,
      paragraphs: [
        `The script "${scriptName}" of the mailbox ${fullAddress} has filters (Sieve) that our mail servers no longer carry out. Its other filters continue to work. These lines have been changed:`,
        ...linesIn("en", "Line"),
        `Nothing is lost: the script as it was is stored as "${scriptName} (original)". It is off, and can't be turned on. Filters can forward to addresses of your workspace, and to others once they have confirmed the forwarding.`,
      ],
      ...(url === null ? {} : { link: { label: "View mail account", url } }),
    },
    de: {
      subject: `Filter von ${fullAddress} wurden geändert`,
      paragraphs: [
        `Das Skript „${scriptName}“ des Postfachs ${fullAddress} enthält Filter (Sieve), die unsere Mailserver nicht mehr ausführen. Seine übrigen Filter gelten weiter. Diese Zeilen wurden geändert:`,
        ...linesIn("de", "Zeile"),
        `Nichts geht verloren: Das bisherige Skript ist als „${scriptName} (original)“ gespeichert. Es ist aus und lässt sich nicht einschalten. Filter können an Adressen Ihres Arbeitsbereichs weiterleiten, und an andere, sobald diese die Weiterleitung bestätigt haben.`,
      ],
      ...(url === null ? {} : { link: { label: "Postfach ansehen", url } }),
    },
  });
}
