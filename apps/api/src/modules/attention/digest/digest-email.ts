import { domainToUnicode } from "node:url";
import { type AttentionItem, type Language, languages } from "@zonepost/schema";
import {
  composeEmail,
  type DigestNotice,
  type EmailTexts,
  formatDay,
  formatInstant,
  typedText,
} from "../../accounts/index.ts";
import { kindWords } from "./kind-words.ts";

/** Mail clients cut off longer emails. */
const mostItems = 40;
const mostNotices = 40;

type Digest = {
  items: readonly AttentionItem[];
  notices: readonly DigestNotice[];
  workspaceName: string;
  panelUrl: string;
};

type Words = {
  subject(workspace: string, parts: string): string;
  items(count: number): string;
  notices(count: number): string;
  intro(workspace: string): string;
  itemsHeading: string;
  noticesHeading: string;
  more(count: number): string;
  open: string;
  view: string;
  sinceUntil(since: string, until: string | null): string;
  manyOf(count: number, subject: string, word: string): string;
  reason: string;
  settings: string;
};

const words: Record<Language, Words> = {
  en: {
    subject: (workspace, parts) => `${workspace}: ${parts}`,
    items: (count) => (count === 1 ? "1 thing needs attention" : `${count} things need attention`),
    notices: (count) => (count === 1 ? "1 update" : `${count} updates`),
    intro: (workspace) => `Your daily digest of the workspace “${workspace}”.`,
    itemsHeading: "Needs attention",
    noticesHeading: "Updates since the last digest",
    more: (count) => `${count} more are in the panel.`,
    open: "View what needs attention",
    view: "View",
    sinceUntil: (since, until) => (until ? `Since ${since}, until ${until}` : `Since ${since}`),
    manyOf: (_, subject, word) => `${subject}: ${word}`,
    reason:
      "You're receiving this email because you chose a daily digest. Items that you snoozed or muted are left out.",
    settings: "Change your notifications",
  },
  de: {
    subject: (workspace, parts) => `${workspace}: ${parts}`,
    items: (count) => (count === 1 ? "1 offener Punkt" : `${count} offene Punkte`),
    notices: (count) => (count === 1 ? "1 Neuigkeit" : `${count} Neuigkeiten`),
    intro: (workspace) => `Ihre tägliche Zusammenfassung des Arbeitsbereichs „${workspace}“.`,
    itemsHeading: "Zu erledigen",
    noticesHeading: "Seit der letzten Zusammenfassung",
    more: (count) => `Weitere im Panel: ${count}.`,
    open: "Offene Punkte ansehen",
    view: "Ansehen",
    sinceUntil: (since, until) => (until ? `Seit ${since}, bis ${until}` : `Seit ${since}`),
    manyOf: (count, _, word) => `${count} ×: ${word}`,
    reason:
      "Sie erhalten diese E-Mail, weil Sie eine tägliche Zusammenfassung gewählt haben. Zurückgestellte und stummgeschaltete Punkte fehlen.",
    settings: "Benachrichtigungen ändern",
  },
};

/** Undefined if there is nothing to say. */
export function digestEmail(digest: Digest) {
  if (digest.items.length === 0 && digest.notices.length === 0) {
    return undefined;
  }
  const [en, de] = languages.map((language) => textsOf(digest, language)) as [EmailTexts, EmailTexts];
  return composeEmail("daily_digest", { en, de });
}

function textsOf({ items, notices, workspaceName, panelUrl }: Digest, language: Language): EmailTexts {
  const say = words[language];
  const workspace = typedText(workspaceName);
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const parts = [
    ...(count > 0 ? [say.items(count)] : []),
    ...(notices.length > 0 ? [say.notices(notices.length)] : []),
  ];
  const left = Math.max(0, items.length - mostItems) + Math.max(0, notices.length - mostNotices);
  return {
    subject: say.subject(workspace, parts.join(", ")),
    paragraphs: [say.intro(workspace)],
    items: [
      ...items.slice(0, mostItems).map((item, at) => ({
        heading: at === 0 ? say.itemsHeading : undefined,
        ...entryOfItem(item, language, panelUrl),
      })),
      ...notices.slice(0, mostNotices).map(({ texts, occurredAt }, at) => ({
        heading: at === 0 ? say.noticesHeading : undefined,
        title: texts[language].title,
        lines: [...texts[language].lines, formatInstant(language, occurredAt)],
        link: texts[language].link ?? undefined,
      })),
    ],
    link: { label: say.open, url: `${panelUrl}/` },
    afterwards: [...(left > 0 ? [say.more(left)] : []), say.reason],
    lastLink: { label: say.settings, url: `${panelUrl}/settings#notifications` },
  };
}

/** Names of domains are safe as they are. */
const nameOf = ({ type, name }: AttentionItem["subject"]): string =>
  type === "domain" || type === "mail_domain" ? domainToUnicode(name) : typedText(name, 254);

function entryOfItem(item: AttentionItem, language: Language, panelUrl: string) {
  const say = words[language];
  const word = kindWords[language][item.kind];
  const name = nameOf(item.subject);
  const day = (at: string) => formatDay(language, new Date(at));
  return {
    title: item.count > 1 ? say.manyOf(item.count, name, word) : `${name}: ${word}`,
    // The API explains in English.
    lines:
      language === "en"
        ? [item.explanation.message]
        : [say.sinceUntil(day(item.since), item.until === null ? null : day(item.until))],
    link: { label: say.view, url: `${panelUrl}${item.action.href}` },
  };
}
