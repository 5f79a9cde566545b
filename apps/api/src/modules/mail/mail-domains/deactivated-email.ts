import { mailDomainStates } from "@zonepost/schema/status";
import { composeEmail, describeOrigin, formatDay, inSentence, typedText } from "../../accounts/index.ts";

type Deactivated = {
  domainName: string;
  erasesAt: Date;
  panelUrl: string;
  by: string;
  at: Date;
  ipAddress: string | null;
  userAgent?: string | null;
};

const deactivated = inSentence(mailDomainStates.deactivated.word);

/** Sent to the owners when someone has deactivated mail. Not to the mailboxes, which no longer receive any. */
export function deactivatedEmail({ domainName, erasesAt, panelUrl, by, ...origin }: Deactivated) {
  const url = `${panelUrl}/mail/${domainName}`;
  return composeEmail("mail_deactivated", {
    en: {
      subject: `Mail of ${domainName} was ${deactivated}`,
      paragraphs: [
        `Mail of ${domainName} was ${deactivated}. Incoming mail is refused, and sign-in to its accounts is blocked.`,
        `We erase its accounts with all their mail on ${formatDay("en", erasesAt)}. Until then, you can reactivate it.`,
      ],
      facts: [["By", typedText(by, 254)], ...describeOrigin("en", origin)],
      link: { label: "View mail", url },
    },
    de: {
      subject: `Die Postfächer von ${domainName} wurden deaktiviert`,
      paragraphs: [
        `Die Postfächer von ${domainName} wurden deaktiviert. Eingehende E-Mails werden abgelehnt, und eine Anmeldung ist nicht mehr möglich.`,
        `Am ${formatDay("de", erasesAt)} löschen wir die Postfächer mit allen E-Mails. Bis dahin können Sie sie wieder aktivieren.`,
      ],
      facts: [["Durch", typedText(by, 254)], ...describeOrigin("de", origin)],
      link: { label: "Postfächer ansehen", url },
    },
  });
}
