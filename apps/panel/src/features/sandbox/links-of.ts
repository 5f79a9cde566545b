/** The distinct URLs in a mail's plain text. */
export function linksOf(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,)]+$/, "")))];
}
