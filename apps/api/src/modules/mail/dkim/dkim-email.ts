import type { DkimShown } from "@zonepost/schema";
import { composeEmail } from "../../accounts/index.ts";
import { tellAfterDays } from "./dkim-policy.ts";

type WaitingKey = {
  domainName: string;
  host: string;
  /** Null unless all nameservers show the record. */
  seenAt: Date | null;
  shown: readonly DkimShown[];
  panelUrl: string;
};

/** Sent once to the owners when a new key has waited for a week. */
export function dkimWaitsEmail({ domainName, host, seenAt, shown, panelUrl }: WaitingKey) {
  const url = `${panelUrl}/mail/${domainName}/dns`;
  const without = shown.filter(({ status }) => status !== "shown").map(({ nameserver }) => nameserver);
  const [listEn, listDe] =
    without.length > 0 ? [` (${without.join(", ")})`, ` (${without.join(", ")})`] : ["", ""];
  return composeEmail("mail_dkim_waits", {
    en: {
      subject: `The new DKIM key of ${domainName} isn't active yet`,
      paragraphs: [
        `A new DKIM key for ${domainName} was created ${tellAfterDays} days ago and doesn't sign mail yet. The current key signs it in the meantime, so mail isn't affected.`,
        seenAt
          ? "Its record is published. We're waiting for a mail server that doesn't have the key yet. If this doesn't change, contact support."
          : `Publish its TXT record at ${host}. Not all nameservers of the domain show it${listEn}. To keep the current key, cancel the rotation.`,
      ],
      link: { label: "View DKIM record", url },
    },
    de: {
      subject: `Der neue DKIM-Schlüssel für ${domainName} ist noch nicht aktiv`,
      paragraphs: [
        `Vor ${tellAfterDays} Tagen wurde für ${domainName} ein neuer DKIM-Schlüssel erstellt. Er signiert noch keine E-Mails. Solange signiert der bisherige Schlüssel; der E-Mail-Verkehr ist also nicht betroffen.`,
        seenAt
          ? "Der Eintrag ist veröffentlicht. Wir warten auf einen Mailserver, der den Schlüssel noch nicht hat. Wenn sich daran nichts ändert, wenden Sie sich an den Support."
          : `Veröffentlichen Sie den TXT-Eintrag unter ${host}. Noch nicht alle Nameserver der Domain zeigen ihn${listDe}. Wenn Sie den bisherigen Schlüssel behalten möchten, brechen Sie den Wechsel ab.`,
      ],
      link: { label: "DKIM-Eintrag ansehen", url },
    },
  });
}
