/** The web addresses in a mail's plain text, each once. */
export function linksOf(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])].map((link) => link.replace(/[.,)]+$/, ""));
}
