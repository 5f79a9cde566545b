import type { Language } from "@zonepost/schema";
import { composeEmail } from "../../accounts/index.ts";

const locales: Record<Language, string> = { en: "en-GB", de: "de-DE" };

const sayInstant = (language: Language, instant: Date) =>
  `${new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(instant)} UTC`;

/** To the owners: without them the domain leaves by itself. */
export function transferOutEmail(input: {
  /** As people read it. */
  domainName: string;
  waitsUntil: Date | null;
  /** Of the domain's page in the panel. */
  panelUrl: string;
}) {
  const { domainName, waitsUntil, panelUrl: url } = input;
  const until = (language: Language, words: string) =>
    waitsUntil ? ` ${words.replace("{until}", sayInstant(language, waitsUntil))}` : "";
  return composeEmail("transfer_out_requested", {
    en: {
      subject: `Another registrar asks for ${domainName}`,
      paragraphs: [
        `Somebody has asked for the transfer of ${domainName} to another registrar, with its auth code.`,
        `Approve it if you want the domain to move at once, or reject it if you did not ask for it.${until("en", "Without an answer the registry moves it after {until}.")}`,
      ],
      link: { label: "Approve or reject the transfer", url },
      afterwards: [
        "You get this mail as an owner of the workspace. If nobody of yours asked for the transfer, reject it, lock the domain, and find out who knew its auth code.",
      ],
    },
    de: {
      subject: `Ein anderer Registrar fordert ${domainName} an`,
      paragraphs: [
        `Jemand hat mit dem Auth-Code den Umzug von ${domainName} zu einem anderen Registrar beantragt.`,
        `Stimmen Sie zu, wenn die Domain sofort umziehen soll, oder lehnen Sie ab, wenn Sie das nicht beantragt haben.${until("de", "Ohne Antwort zieht die Registry die Domain nach {until} um.")}`,
      ],
      link: { label: "Umzug annehmen oder ablehnen", url },
      afterwards: [
        "Sie erhalten diese E-Mail als Eigentümer des Arbeitsbereichs. Wenn bei Ihnen niemand den Umzug beantragt hat, lehnen Sie ihn ab, sperren Sie die Domain, und klären Sie, wer ihren Auth-Code kannte.",
      ],
    },
  });
}
