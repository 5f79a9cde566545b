import type { Language } from "@zonepost/schema";
import { composeEmail, type EmailTexts, typedText } from "../email/email-text.ts";
import { formatInstant, formatRole } from "../email/phrases.ts";
import type { RestoredWorkspace } from "./read-restored-workspaces.ts";

type Restored = {
  workspace: RestoredWorkspace;
  mailboxes: readonly string[];
  restoredTo: string | null;
  reviewUrl: string;
};

/** The panel has the others. */
const mostListed = 50;

type Words = {
  subject: (workspace: string) => string;
  what: (workspace: string, time: string | null) => string;
  review: string;
  members: string;
  keys: string;
  mailboxes: string;
  none: string;
  more: (count: number) => string;
  link: string;
  passwords: string;
};

const words: Record<Language, Words> = {
  en: {
    subject: (workspace) => `Review “${workspace}”: Zonepost was restored from a backup`,
    what: (workspace, time) =>
      `Zonepost was restored from a backup. The workspace “${workspace}” is as it was ${time === null ? "then" : `on ${time}`}; later changes are lost.`,
    review:
      "People, keys and mailboxes that you had removed since are back. Check these lists, and remove what shouldn't be there. All API keys are off until an owner turns on each one.",
    members: "Members",
    keys: "API keys (off)",
    mailboxes: "Mailboxes",
    none: "None",
    more: (count) => `and ${count} more, in the panel`,
    link: "Review the workspace",
    passwords:
      "Your password from before no longer works. When you sign in with it, you get a link to set a new one. Passwords of mailboxes are those of the backup: change them if they had been changed since.",
  },
  de: {
    subject: (workspace) =>
      `Bitte „${workspace}“ prüfen: Zonepost wurde aus einer Sicherung wiederhergestellt`,
    what: (workspace, time) =>
      `Zonepost wurde aus einer Sicherung wiederhergestellt. Der Arbeitsbereich „${workspace}“ ist auf dem Stand ${time === null ? "der Sicherung" : `vom ${time}`}; spätere Änderungen sind verloren.`,
    review:
      "Personen, Schlüssel und Postfächer, die Sie seitdem entfernt haben, sind wieder da. Prüfen Sie diese Listen, und entfernen Sie, was nicht mehr da sein soll. Alle API-Schlüssel sind aus, bis ein Eigentümer sie einzeln einschaltet.",
    members: "Mitglieder",
    keys: "API-Schlüssel (aus)",
    mailboxes: "Postfächer",
    none: "Keine",
    more: (count) => `und ${count} weitere, im Panel`,
    link: "Arbeitsbereich prüfen",
    passwords:
      "Ihr bisheriges Passwort gilt nicht mehr. Wenn Sie sich damit anmelden, erhalten Sie einen Link, um ein neues festzulegen. Für Postfächer gelten die Passwörter der Sicherung: Ändern Sie sie, wenn sie seitdem geändert wurden.",
  },
};

/** To each owner, once: a backup doesn't show what was removed after it. */
export const restoredEmail = (restored: Restored) =>
  composeEmail("service_restored", { en: textsOf("en", restored), de: textsOf("de", restored) });

function textsOf(language: Language, { workspace, mailboxes, restoredTo, reviewUrl }: Restored): EmailTexts {
  const text = words[language];
  const name = typedText(workspace.name);
  const time = restoredTo === null ? null : formatInstant(language, new Date(restoredTo));
  const list = (title: string, lines: readonly string[]) => ({
    title: `${title} (${lines.length})`,
    lines:
      lines.length === 0
        ? [text.none]
        : [
            ...lines.slice(0, mostListed),
            ...(lines.length > mostListed ? [text.more(lines.length - mostListed)] : []),
          ],
  });
  return {
    subject: text.subject(name),
    paragraphs: [text.what(name, time), text.review],
    items: [
      list(
        text.members,
        workspace.members.map(({ email, role }) => `${typedText(email, 254)}: ${formatRole(language, role)}`),
      ),
      list(
        text.keys,
        workspace.keys.map((key) => `${typedText(key.name)} (${key.start}…)`),
      ),
      list(
        text.mailboxes,
        mailboxes.map((address) => typedText(address, 254)),
      ),
    ],
    link: { label: text.link, url: reviewUrl },
    afterwards: [text.passwords],
  };
}
