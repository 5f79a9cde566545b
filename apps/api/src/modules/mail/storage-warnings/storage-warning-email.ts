import type { Language } from "@zonepost/schema";
import { locales } from "../../../kernel/locales.ts";
import { composeEmail } from "../../accounts/index.ts";

type Storage = {
  /** Of the two that cause a warning. */
  percent: number;
  usedBytes: number;
  quotaBytes: number;
};

function sizeIn(language: Language, bytes: number): string {
  const [unit, size] = bytes >= 1024 ** 3 ? ["GB", 1024 ** 3] : ["MB", 1024 ** 2];
  const number = (bytes / Number(size)).toLocaleString(locales[language], { maximumFractionDigits: 1 });
  return `${number} ${unit}`;
}

/** Sent to the mailbox itself, whose person may not have an account in the panel. */
export function mailboxNearlyFullEmail({ fullAddress, ...storage }: Storage & { fullAddress: string }) {
  const { percent, usedBytes, quotaBytes } = storage;
  return composeEmail("mail_storage_warning", {
    en: {
      subject: `Your mailbox ${fullAddress} is ${percent}% full`,
      paragraphs: [
        `${sizeIn("en", usedBytes)} of ${sizeIn("en", quotaBytes)} are in use. Once the mailbox is full, it receives no more mail, and senders get their messages back.`,
        "Delete messages that you no longer need, and empty the folders Trash and Junk. Your administrator can raise the limit.",
      ],
    },
    de: {
      subject: `Ihr Postfach ${fullAddress} ist zu ${percent} % voll`,
      paragraphs: [
        `${sizeIn("de", usedBytes)} von ${sizeIn("de", quotaBytes)} sind belegt. Sobald das Postfach voll ist, empfängt es keine E-Mails mehr, und Absender erhalten ihre Nachrichten zurück.`,
        "Löschen Sie Nachrichten, die Sie nicht mehr brauchen, und leeren Sie die Ordner Papierkorb und Spam. Ihr Administrator kann das Limit erhöhen.",
      ],
    },
  });
}

/** Sent to members of the workspace. */
export function planNearlyFullEmail({
  domainName,
  url,
  ...storage
}: Storage & { domainName: string /** The mail domain's page in the panel. */; url: string }) {
  const { percent, usedBytes, quotaBytes } = storage;
  return composeEmail("mail_storage_warning", {
    en: {
      subject: `The mail storage of ${domainName} is ${percent}% full`,
      paragraphs: [
        `The mailboxes of ${domainName} use ${sizeIn("en", usedBytes)} of the ${sizeIn("en", quotaBytes)} of the plan. Once it is used up, none of them receives mail, and senders get their messages back.`,
        "Choose a larger plan, or delete messages. The messages of deleted mail accounts count until they are erased.",
      ],
      link: { label: "View mail accounts", url },
    },
    de: {
      subject: `Der Mailspeicher von ${domainName} ist zu ${percent} % voll`,
      paragraphs: [
        `Die Postfächer von ${domainName} belegen ${sizeIn("de", usedBytes)} von ${sizeIn("de", quotaBytes)} des Tarifs. Sobald der Speicher voll ist, empfängt keines von ihnen mehr E-Mails, und Absender erhalten ihre Nachrichten zurück.`,
        "Wählen Sie einen größeren Tarif, oder löschen Sie Nachrichten. Nachrichten gelöschter Postfächer zählen, bis sie endgültig entfernt sind.",
      ],
      link: { label: "Postfächer ansehen", url },
    },
  });
}
