import { composeEmail, formatDay } from "../../accounts/index.ts";

type Deactivated = { domainName: string; erasesAt: Date; panelUrl: string };

/** Sent to the owners when someone has deactivated mail. */
export function deactivatedEmail({ domainName, erasesAt, panelUrl }: Deactivated) {
  const url = `${panelUrl}/mail/${domainName}`;
  return composeEmail("mail_deactivated", {
    en: {
      subject: `Mail of ${domainName} was deactivated`,
      paragraphs: [
        `Mail of ${domainName} was deactivated. Incoming mail is refused, and sign-in to its accounts is blocked.`,
        `We erase its accounts with all their mail on ${formatDay("en", erasesAt)}. Until then, you can reactivate it.`,
      ],
      link: { label: "View mail", url },
    },
    de: {
      subject: `Die Postfächer von ${domainName} wurden deaktiviert`,
      paragraphs: [
        `Die Postfächer von ${domainName} wurden deaktiviert. Eingehende E-Mails werden abgelehnt, und eine Anmeldung ist nicht mehr möglich.`,
        `Am ${formatDay("de", erasesAt)} löschen wir die Postfächer mit allen E-Mails. Bis dahin können Sie sie wieder aktivieren.`,
      ],
      link: { label: "Postfächer ansehen", url },
    },
  });
}
