import type { Language, MailSendingCause, MailSendingScope } from "@zonepost/schema";
import { mailAccountStates } from "@zonepost/schema/status";
import { locales } from "../../../kernel/locales.ts";
import { composeEmail } from "../../accounts/index.ts";

export type LimitedScope = {
  scope: MailSendingScope;
  cause: MailSendingCause;
  /** The address or the domain name; empty for a workspace. */
  name: string;
  recipientsPerHour: number;
  /** When another recipient is accepted. */
  until: Date;
  /** The page in the panel. */
  url: string;
};

const timeIn = (language: Language, date: Date) =>
  new Intl.DateTimeFormat(locales[language], { timeStyle: "short", timeZone: "UTC" }).format(date);

/** Sent to members at most once an hour for each limit. */
export function sendingLimitEmail({ scope, cause, name, recipientsPerHour, until, url }: LimitedScope) {
  const countIn = (language: Language) => recipientsPerHour.toLocaleString(locales[language]);
  const who = {
    en: { source: name, domain: `Mail of ${name}`, workspace: "The mail of your workspace" }[scope],
    de: { source: name, domain: `E-Mail von ${name}`, workspace: "Die E-Mail Ihres Workspace" }[scope],
  };
  const isOwn = cause === "own";
  return composeEmail("mail_sending_limited", {
    en: {
      subject: isOwn
        ? `${mailAccountStates.limited.word}: ${who.en}`
        : `${who.en} has reached its forwarding limit`,
      paragraphs: isOwn
        ? [
            `${who.en} ${scope === "source" ? "has sent mail to" : "went to"} ${countIn("en")} recipients within an hour, which is the limit. Until ${timeIn("en", until)} UTC, our mail servers refuse more recipients with a temporary error (450). Most mail programs keep such messages and try again later.`,
            "If this wasn't intended, a mailbox's password has probably been stolen. Change the password and revoke the app passwords, or suspend the account.",
          ]
        : [
            `${countIn("en")} messages within an hour were forwarded to other hosts or answered automatically, which is the limit. Until ${timeIn("en", until)} UTC, our mail servers defer mail that would be forwarded, so that its senders try again, and make no automatic replies.`,
            "If this is unusual, someone may be sending a lot of mail to your addresses. Messages that stay in a mailbox aren't affected.",
          ],
      link: { label: "View in Zonepost", url },
    },
    de: {
      subject: isOwn
        ? `${who.de} hat das Versandlimit erreicht`
        : `${who.de} hat das Weiterleitungslimit erreicht`,
      paragraphs: isOwn
        ? [
            `${who.de} hat innerhalb einer Stunde ${countIn("de")} Empfänger erreicht. Das ist das Limit. Bis ${timeIn("de", until)} Uhr UTC lehnen unsere Mailserver weitere Empfänger mit einem vorübergehenden Fehler (450) ab. Die meisten Mailprogramme behalten solche Nachrichten und versuchen es später erneut.`,
            "Wenn das nicht beabsichtigt war, wurde wahrscheinlich das Passwort eines Postfachs gestohlen. Ändern Sie das Passwort und widerrufen Sie die App-Passwörter, oder sperren Sie das Postfach.",
          ]
        : [
            `Innerhalb einer Stunde wurden ${countIn("de")} Nachrichten an andere Server weitergeleitet oder automatisch beantwortet. Das ist das Limit. Bis ${timeIn("de", until)} Uhr UTC nehmen unsere Mailserver E-Mails, die weitergeleitet würden, nur verzögert an und senden keine automatischen Antworten.`,
            "Wenn das ungewöhnlich ist, sendet vielleicht jemand sehr viele E-Mails an Ihre Adressen. Nachrichten, die in einem Postfach bleiben, sind nicht betroffen.",
          ],
      link: { label: "In Zonepost ansehen", url },
    },
  });
}
