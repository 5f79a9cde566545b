/** The web addresses in a mail's plain text, each once. */
export function linksOf(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,)]+$/, "")))];
}
