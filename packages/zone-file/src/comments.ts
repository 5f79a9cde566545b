/** A comment and tags as Cloudflare exports them at the end of a line: `; Web server cf_tags=team:web,critical`. */
export function splitComment(comment: string): { comment: string | null; tags: string[] } {
  const at = comment.search(/(^|\s)cf_tags=(?!.*\scf_tags=)/);
  if (at < 0) {
    return { comment: comment || null, tags: [] };
  }
  const [text, tags] = [comment.slice(0, at), comment.slice(at).trimStart().slice("cf_tags=".length)];
  return {
    comment: text.trim() || null,
    tags: tags
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a line can't have
const unprintable = /[\u0000-\u001f\u007f\s]+/g;

/** The end of a line, with a space before it; empty without a comment and tags. */
export function printComment(comment: string | null | undefined, tags: readonly string[] = []): string {
  const text = (comment ?? "").replaceAll(unprintable, " ").trim();
  const hasTags = tags.length > 0 || /(^|\s)cf_tags=/.test(text);
  const list = tags.map((tag) => tag.replaceAll(unprintable, " ").replaceAll(",", " ").trim()).join(",");
  const parts = [text, hasTags ? `cf_tags=${list}` : ""].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` ; ${parts.join(" ")}`;
}
