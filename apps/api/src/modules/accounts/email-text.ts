const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** A mail as text and as plain HTML from the same paragraphs, with at most one link to follow. */
export function emailContent(
  paragraphs: string[],
  link?: { label: string; url: string },
): { text: string; html: string } {
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), "Zonepost"].join("\n\n");
  const linkHtml = link
    ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p><p style="color:#666">${escapeHtml(link.url)}</p>`
    : "";
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">${paragraphs
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join("")}${linkHtml}<p>Zonepost</p></body></html>`;
  return { text, html };
}
