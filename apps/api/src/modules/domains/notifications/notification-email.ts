import { domainToUnicode } from "node:url";
import { type DomainNotificationTopic, type Language, languages } from "@zonepost/schema";
import { composeEmail, type EmailTexts, typedText } from "../../accounts/index.ts";
import { formatInstant } from "./formats.ts";
import { daysLeft, expiryGroup, isAboutExpiry, type Notified, worstFirst } from "./notified.ts";
import type { DigestTexts, NotificationTexts } from "./texts.ts";
import { germanTexts } from "./texts-de.ts";
import { englishTexts } from "./texts-en.ts";

/** The domains of a digest that are described; mail clients cut off longer mails. The others are only named. */
export const describedDomains = 50;
const namedDomains = 1_000;

const texts: Record<Language, DigestTexts> = { en: englishTexts, de: germanTexts };

type Mail = {
  topic: DomainNotificationTopic;
  notified: readonly Notified[];
  workspaceName: string;
  /** Why this person gets it. */
  recipient: "owner" | "chosen" | "payments";
  panelUrl: string;
  now: Date;
};

/** One mail for everything of a topic that a person hears of at once. */
export function notificationEmail(mail: Mail) {
  const notified = worstFirst(mail.notified);
  const [first] = notified;
  if (!first) {
    throw new Error("a mail needs a notification");
  }
  const isSingle = notified.length === 1;
  const kinds = new Set(notified.map(({ kind }) => kind));
  const wordsIn = (language: Language) =>
    isSingle ? single(mail, first, language) : digest(mail, notified, language);
  const [en, de] = languages.map(wordsIn) as [EmailTexts, EmailTexts];
  return composeEmail(kinds.size === 1 ? first.kind : `${mail.topic}_digest`, { en, de });
}

function single(mail: Mail, notified: Notified, language: Language): EmailTexts {
  const words = texts[language];
  const { subject, sentence, link, advice } = words.textsOf(notified, mail.now);
  return {
    subject,
    paragraphs: [sentence],
    facts: [...factsOf(notified, language), workspaceFact(mail, words)],
    link: { label: link.label, url: urlOf(mail, notified, link) },
    afterwards: [...(advice ? [advice] : []), reason(mail, words)],
  };
}

function digest(mail: Mail, notified: readonly Notified[], language: Language): EmailTexts {
  const words = texts[language];
  const named = notified.slice(describedDomains, describedDomains + namedDomains);
  return {
    subject: digestSubject(mail, notified, words),
    paragraphs: [words.intros[mail.topic]],
    items: notified.slice(0, describedDomains).map((one) => {
      const { sentence, link } = words.textsOf(one, mail.now);
      const facts = factsOf(one, language).map(([label, value]) => `${label}: ${value}`);
      // All contacts changed alike, as the intro says.
      const lines = mail.topic === "contacts" ? [] : [sentence];
      return {
        title: domainToUnicode(one.domainName),
        lines: facts.length > 0 ? [...lines, facts.join(" · ")] : lines,
        link: { label: link.label, url: urlOf(mail, one, link) },
      };
    }),
    facts: [workspaceFact(mail, words)],
    link: { label: words.listLink, url: `${mail.panelUrl}/domains` },
    afterwards: [
      ...(named.length > 0
        ? [
            `${words.others(notified.length - describedDomains)} ${named
              .map(({ domainName }) => domainToUnicode(domainName))
              .join(", ")}`,
          ]
        : []),
      reason(mail, words),
    ],
  };
}

function digestSubject(
  { topic, now }: Mail,
  notified: readonly Notified[],
  { expiryPhrases, subjects, textsOf }: DigestTexts,
): string {
  if (topic !== "expiry") {
    const { size } = new Set(notified.map(({ domainName }) => domainName));
    const last = notified.at(-1);
    return size === 1 && last ? textsOf(last, now).subject : subjects[topic](size);
  }
  // In the order of the mail, worst first.
  const groups = [...Map.groupBy(notified, expiryGroup)];
  const subject = groups
    .map(([group, all]) => {
      const left = all.map(({ domain }) => daysLeft(domain.paidUntil, now));
      return expiryPhrases[group](all.length, [Math.min(...left), Math.max(...left)]);
    })
    .join(", ");
  return subject.charAt(0).toUpperCase() + subject.slice(1);
}

function factsOf(notified: Notified, language: Language): [label: string, value: string][] {
  const words = texts[language];
  const { actor, cost } = notified;
  if (isAboutExpiry(notified)) {
    return cost ? [[words.costLabel, words.formatCost(cost)]] : [];
  }
  return [
    [words.whenLabel, formatInstant(language, notified.occurredAt)],
    [words.byLabel, words.by[actor.kind](typedText(actor.name))],
  ];
}

const workspaceFact = (mail: Mail, words: DigestTexts): [string, string] => [
  words.workspaceLabel,
  typedText(mail.workspaceName),
];

const reason = ({ recipient }: Mail, words: DigestTexts): string =>
  ({ owner: words.reasonOwner, chosen: words.reasonChosen, payments: words.reasonPayments })[recipient];

function urlOf({ panelUrl }: Mail, { domainName }: Notified, link: NotificationTexts["link"]): string {
  if (link.isList) {
    return `${panelUrl}/domains`;
  }
  if (link.isPayments) {
    return `${panelUrl}/payments`;
  }
  return `${panelUrl}/domains/${domainName}${link.act ? `?act=${link.act}` : ""}`;
}
