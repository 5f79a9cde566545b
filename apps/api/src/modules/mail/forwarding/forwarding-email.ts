import { forwardingStates } from "@zonepost/schema/status";
import { composeEmail, formatInstant, inSentence, typedText } from "../../accounts/index.ts";

const longestAddress = 254;
const mostAddresses = 5;

type Request = {
  workspaceName: string;
  domainName: string;
  fromAddresses: readonly string[];
  address: string;
  url: string;
  expiresAt: Date;
};

const listOf = (addresses: readonly string[]) =>
  [
    ...addresses.slice(0, mostAddresses).map((address) => typedText(address, longestAddress)),
    ...(addresses.length > mostAddresses ? ["…"] : []),
  ].join(", ");

/** Sent to an address outside the workspace. Nothing is forwarded before its owner confirms. */
export function forwardingConfirmationEmail(request: Request) {
  const { url, expiresAt } = request;
  const workspace = typedText(request.workspaceName);
  const domain = typedText(request.domainName, longestAddress);
  const from = listOf(request.fromAddresses);
  const to = typedText(request.address, longestAddress);
  return composeEmail("forwarding_confirmation", {
    en: {
      subject: `Confirm mail forwarding from ${domain}`,
      paragraphs: [
        `The workspace “${workspace}” manages the mail of ${domain} on Zonepost and wants to forward mail to your address. Nothing is forwarded until you confirm.`,
      ],
      facts: [
        ["From", from],
        ["To", to],
        ["Valid until", formatInstant("en", expiresAt)],
      ],
      link: { label: "View the request", url },
      afterwards: [
        "If you don't know this workspace, ignore this email, and nothing is forwarded. Keep it if you confirm: the same link stops the forwarding later. Don't pass it on.",
      ],
    },
    de: {
      subject: `Bestätigen Sie die Weiterleitung von ${domain}`,
      paragraphs: [
        `Der Arbeitsbereich „${workspace}“ verwaltet die E-Mails von ${domain} bei Zonepost und möchte E-Mails an Ihre Adresse weiterleiten. Solange Sie nicht zustimmen, wird nichts weitergeleitet.`,
      ],
      facts: [
        ["Von", from],
        ["An", to],
        ["Gültig bis", formatInstant("de", expiresAt)],
      ],
      link: { label: "Anfrage ansehen", url },
      afterwards: [
        "Wenn Sie diesen Arbeitsbereich nicht kennen, ignorieren Sie diese E-Mail. Dann wird nichts weitergeleitet. Heben Sie sie auf, wenn Sie zustimmen: Mit demselben Link können Sie die Weiterleitung später beenden. Geben Sie sie nicht weiter.",
      ],
    },
  });
}

/** Sent to members of the workspace. */
export function forwardingStoppedEmail(stopped: { domainName: string; address: string; url: string }) {
  const { url } = stopped;
  const domain = typedText(stopped.domainName, longestAddress);
  const address = typedText(stopped.address, longestAddress);
  return composeEmail("forwarding_stopped", {
    en: {
      subject: `${address} no longer accepts mail from ${domain}`,
      paragraphs: [
        `The owner of ${address} stopped the forwarding from ${domain}. Aliases and accounts of ${domain} no longer forward mail to this address.`,
        "Remove the address, or ask its owner to allow the forwarding again with the link in the confirmation email.",
      ],
      link: { label: "View aliases", url },
    },
    de: {
      subject: `${address} nimmt keine E-Mails mehr von ${domain} an`,
      paragraphs: [
        `Der Inhaber von ${address} hat die Weiterleitung von ${domain} beendet. Aliasse und Konten von ${domain} leiten keine E-Mails mehr an diese Adresse weiter.`,
        "Entfernen Sie die Adresse, oder bitten Sie den Inhaber, die Weiterleitung mit dem Link in der Bestätigungs-E-Mail wieder zu erlauben.",
      ],
      link: { label: "Aliasse ansehen", url },
    },
  });
}

/** The panel shows the others. */
const mostListed = 20;

/** Sent to members of a workspace to which a domain returned with forwarding that would loop now. */
export function forwardingPausedEmail(given: {
  domainName: string;
  paused: readonly { source: string; target: string }[];
  url: string;
}) {
  const { url } = given;
  const domain = typedText(given.domainName, longestAddress);
  const facts = given.paused
    .slice(0, mostListed)
    .map(({ source, target }): [string, string] => [
      typedText(source, longestAddress),
      typedText(target, longestAddress),
    ]);
  return composeEmail("forwarding_paused", {
    en: {
      subject: `Some forwarding of ${domain} is ${inSentence(forwardingStates.paused.word)}`,
      paragraphs: [
        `${domain} is back in this workspace with its aliases. Meanwhile, other addresses have been set up to forward to them, so mail would loop. We paused the forwarding below. The addresses' other targets receive mail as before.`,
        "To resume it, change one of the addresses that forward in a circle, and save the alias or account again.",
      ],
      facts,
      link: { label: "View aliases", url },
    },
    de: {
      subject: `Einige Weiterleitungen von ${domain} sind angehalten`,
      paragraphs: [
        `${domain} ist mit seinen Aliassen wieder in diesem Arbeitsbereich. Inzwischen leiten andere Adressen an diese weiter, sodass E-Mails im Kreis laufen würden. Wir haben die folgenden Weiterleitungen angehalten. Die übrigen Ziele dieser Adressen erhalten weiterhin E-Mails.`,
        "Um sie fortzusetzen, ändern Sie eine der Adressen, die im Kreis weiterleiten, und speichern Sie den Alias oder das Konto erneut.",
      ],
      facts,
      link: { label: "Aliasse ansehen", url },
    },
  });
}
