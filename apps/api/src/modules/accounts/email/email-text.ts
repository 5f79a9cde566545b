import type { DigestText } from "@zonepost/db";
import type { Language } from "@zonepost/schema";
import type { EmailContent, WrittenEmail } from "../ports.ts";
import type { DigestTexts } from "./digest-notices.ts";
import type { EmailKind } from "./email-topics.ts";

/** The parts of an email in order. All text is escaped, so user input can't add markup or lines. */
export type EmailTexts = {
  subject: string;
  paragraphs: string[];
  /** Time, origin and details: label and value, one per line. */
  facts?: [label: string, value: string][];
  /** The entries of a digest; a heading stands above those that follow. */
  items?: { heading?: string; title: string; lines: string[]; link?: { label: string; url: string } }[];
  link?: { label: string; url: string };
  /** Below the small print, such as to the settings. */
  lastLink?: { label: string; url: string };
  /** Small print, such as what to do if this wasn't you. */
  afterwards?: string[];
};

const longestSubject = 160;
const zeroWidthSpace = "\u200b";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Removes line breaks, invisible characters and those that change the reading direction. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cs}\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu, "")
    .trim();

function shorten(text: string, maxLength: number): string {
  const characters = Array.from(text);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join("")}…`;
}

/**
 * Makes user input (a name, a device) safe for an email: one line, of limited length, and broken invisibly so that mail
 * clients don't turn addresses in it into links.
 */
export function typedText(text: string, maxLength = 80): string {
  return shorten(oneLine(text), maxLength)
    .replace(/:\/\//g, `:${zeroWidthSpace}//`)
    .replace(/\.(?=\p{L})/gu, `.${zeroWidthSpace}`);
}

export function composeEmail(
  kind: EmailKind,
  words: Record<Language, EmailTexts>,
): WrittenEmail & { variants: Record<Language, EmailContent>; digest: DigestTexts } {
  return {
    kind,
    variants: { en: composeContent("en", words.en), de: composeContent("de", words.de) },
    digest: { en: composeNotice(words.en), de: composeNotice(words.de) },
  };
}

const mostNoticeLines = 6;

/** What the email says, in short, as an entry of a digest. */
function composeNotice({ subject, paragraphs, items = [], link }: EmailTexts): DigestText {
  const all = [...paragraphs, ...items.map(({ title, lines }) => [title, ...lines.slice(0, 1)].join(": "))];
  const lines = all.map(oneLine).slice(0, mostNoticeLines);
  return {
    title: shorten(oneLine(subject), longestSubject),
    lines: all.length > mostNoticeLines ? [...lines, "…"] : lines,
    link: link ?? null,
  };
}

function composeContent(language: Language, words: EmailTexts): EmailContent {
  const subject = shorten(oneLine(words.subject), longestSubject);
  const paragraphs = words.paragraphs.map(oneLine);
  const facts = (words.facts ?? []).map(([label, value]) => [oneLine(label), oneLine(value)] as const);
  const afterwards = (words.afterwards ?? []).map(oneLine);
  const items = (words.items ?? []).map(({ heading, title, lines, link }) => ({
    heading: heading === undefined ? undefined : oneLine(heading),
    title: oneLine(title),
    lines: lines.map(oneLine),
    link,
  }));
  const { link, lastLink } = words;
  const text = [
    ...paragraphs,
    ...items.flatMap(({ heading, title, lines, link: own }) => [
      ...(heading ? [`${heading}:`] : []),
      [title, ...lines, ...(own ? [`${own.label}: ${own.url}`] : [])].join("\n"),
    ]),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join("\n")] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...afterwards,
    ...(lastLink ? [`${lastLink.label}: ${lastLink.url}`] : []),
    "Zonepost",
  ].join("\n\n");
  const toHtml = (lines: string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n");
  const body = [
    toHtml(paragraphs),
    items.map(itemHtml).join("\n"),
    facts.length > 0
      ? `<table role="presentation">${facts
          .map(
            ([label, value]) =>
              `<tr><td class="quiet">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
          )
          .join("")}</table>`
      : "",
    link
      ? `<p><a class="button" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>
<p class="quiet">${escapeHtml(link.url)}</p>`
      : "",
    toHtml(afterwards),
    lastLink
      ? `<p class="quiet"><a href="${escapeHtml(lastLink.url)}">${escapeHtml(lastLink.label)}</a></p>`
      : "",
  ];
  return { subject, text, html: page(language, subject, body.filter(Boolean).join("\n")) };
}

type Item = NonNullable<EmailTexts["items"]>[number];

const itemHtml = ({ heading, title, lines, link }: Item) => `${
  heading ? `<p class="heading">${escapeHtml(heading)}</p>\n` : ""
}<div class="item">
<p class="title">${escapeHtml(title)}</p>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}
${
  link
    ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>
`
    : ""
}</div>`;

/** A single column that fits any screen and follows the light or dark preference; it loads no external resources. */
function page(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 16px; font-family: system-ui, -apple-system, "Segoe UI", Arial, sans-serif; font-size: 16px; line-height: 1.5; color: #1d2433; background: #ffffff; }
main { max-width: 560px; margin: 0 auto; }
p, td { overflow-wrap: anywhere; }
table { border-collapse: collapse; }
td { padding: 2px 16px 2px 0; vertical-align: baseline; }
td.quiet { white-space: nowrap; }
.name { font-weight: 700; font-size: 18px; }
.quiet { color: #5b6475; font-size: 14px; }
.item { margin: 16px 0; padding: 12px 0 0; border-top: 1px solid #d5dae3; }
.item p { margin: 0 0 4px; }
.title { font-weight: 600; }
.heading { margin: 24px 0 0; font-weight: 700; }
a { color: #1f5fd6; }
a.button { display: inline-block; padding: 10px 20px; border-radius: 6px; background: #1f5fd6; color: #ffffff; text-decoration: none; font-weight: 600; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e9ef; background: #15181e; }
  .quiet { color: #a3acbb; }
  .item { border-color: #363c48; }
  a { color: #7aa7ff; }
  a.button { background: #7aa7ff; color: #10131a; }
}
</style>
</head>
<body>
<main>
<p class="name">Zonepost</p>
${body}
</main>
</body>
</html>
`;
}
