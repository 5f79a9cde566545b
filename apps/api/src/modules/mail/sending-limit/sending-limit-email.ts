import type { Language } from "@zonepost/schema";
import { composeEmail } from "../../accounts/index.ts";

type LimitedAccount = {
  fullAddress: string;
  recipientsPerHour: number;
  /** When the account can send again. */
  until: Date;
  /** The account's page in the panel. */
  url: string;
};

const locales: Record<Language, string> = { en: "en-GB", de: "de-DE" };

const timeIn = (language: Language, date: Date) =>
  new Intl.DateTimeFormat(locales[language], { timeStyle: "short", timeZone: "UTC" }).format(date);

/** Sent to the owners once for each account and hour. */
export function sendingLimitEmail({ fullAddress, recipientsPerHour, until, url }: LimitedAccount) {
  const countIn = (language: Language) => recipientsPerHour.toLocaleString(locales[language]);
  return composeEmail("mail_sending_limited", {
    en: {
      subject: `${fullAddress} has reached its sending limit`,
      paragraphs: [
        `The mail account ${fullAddress} has sent mail to ${countIn("en")} recipients within an hour, the limit of its plan. Until ${timeIn("en", until)} UTC, our mail servers refuse more recipients with a temporary error (450). Most mail programs keep such messages and try again later.`,
        "If this wasn't intended, the account's password has probably been stolen. Change the password and revoke the app passwords, or suspend the account.",
      ],
      link: { label: "View mail account", url },
    },
    de: {
      subject: `${fullAddress} hat das Versandlimit erreicht`,
      paragraphs: [
        `Das Postfach ${fullAddress} hat innerhalb einer Stunde E-Mails an ${countIn("de")} Empfänger gesendet. Das ist das Limit seines Tarifs. Bis ${timeIn("de", until)} Uhr UTC lehnen unsere Mailserver weitere Empfänger mit einem vorübergehenden Fehler (450) ab. Die meisten Mailprogramme behalten solche Nachrichten und versuchen es später erneut.`,
        "Wenn das nicht beabsichtigt war, wurde wahrscheinlich das Passwort des Postfachs gestohlen. Ändern Sie das Passwort und widerrufen Sie die App-Passwörter, oder sperren Sie das Postfach.",
      ],
      link: { label: "Postfach ansehen", url },
    },
  });
}
