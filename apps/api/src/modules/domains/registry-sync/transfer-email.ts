import type { Language } from "@zonepost/schema";
import { composeEmail } from "../../accounts/index.ts";

const locales: Record<Language, string> = { en: "en-GB", de: "de-DE" };

const formatInstant = (language: Language, instant: Date) =>
  `${new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(instant)} UTC`;

/** Sent to the owners, because the transfer completes without a response. */
export function transferOutEmail(input: { domainName: string; waitsUntil: Date | null; panelUrl: string }) {
  const { domainName, waitsUntil, panelUrl: url } = input;
  const until = (language: Language, words: string) =>
    waitsUntil ? ` ${words.replace("{until}", formatInstant(language, waitsUntil))}` : "";
  return composeEmail("transfer_out_requested", {
    en: {
      subject: `Transfer of ${domainName} to another registrar requested`,
      paragraphs: [
        `Someone used the auth code of ${domainName} to request its transfer to another registrar.`,
        `Approve the transfer to complete it now, or reject it if you didn't request it.${until("en", "If you don't respond, the registry transfers the domain after {until}.")}`,
      ],
      link: { label: "Review transfer", url },
      afterwards: [
        "You're receiving this email as an owner of the workspace. If no one on your team requested this, reject the transfer, lock the domain and find out who had its auth code.",
      ],
    },
    de: {
      subject: `Transfer von ${domainName} zu einem anderen Registrar beantragt`,
      paragraphs: [
        `Jemand hat mit dem Auth-Code von ${domainName} den Transfer zu einem anderen Registrar beantragt.`,
        `Stimmen Sie zu, um den Transfer sofort abzuschließen, oder lehnen Sie ab, wenn Sie ihn nicht beantragt haben.${until("de", "Ohne Ihre Antwort überträgt die Registry die Domain nach {until}.")}`,
      ],
      link: { label: "Transfer prüfen", url },
      afterwards: [
        "Sie erhalten diese E-Mail als Eigentümer des Arbeitsbereichs. Wenn niemand in Ihrem Team den Transfer beantragt hat, lehnen Sie ihn ab, sperren Sie die Domain und klären Sie, wer den Auth-Code hatte.",
      ],
    },
  });
}
