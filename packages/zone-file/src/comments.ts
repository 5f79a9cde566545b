/** A comment and tags as Cloudflare exports them: `; Web server cf_tags=critical,team:web,note:"a, b"`. */
export function splitComment(comment: string): { comment: string | null; tags: string[] } {
  const at = Math.max(comment.lastIndexOf(" cf_tags="), comment.startsWith("cf_tags=") ? 0 : -1);
  if (at < 0) {
    return { comment: comment || null, tags: [] };
  }
  const list = comment.slice(at).trimStart().slice("cf_tags=".length);
  return {
    comment: comment.slice(0, at).trim() || null,
    tags: splitTags(list)
      .map(readTag)
      .filter((tag) => tag !== ""),
  };
}

/** Splits at commas that aren't in quotation marks. */
function splitTags(list: string): string[] {
  const tags: string[] = [];
  let start = 0;
  let isInQuotes = false;
  for (let index = 0; index < list.length; index++) {
    const char = list.charAt(index);
    if (char === '"') {
      isInQuotes = !isInQuotes;
    } else if (char === "\\" && isInQuotes) {
      index++;
    } else if (char === "," && !isInQuotes) {
      tags.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return [...tags, list.slice(start)];
}

function readTag(text: string): string {
  const tag = text.trim();
  const colon = tag.indexOf(":");
  if (colon < 0 || tag.charAt(colon + 1) !== '"') {
    return tag;
  }
  try {
    return `${tag.slice(0, colon)}:${JSON.parse(tag.slice(colon + 1))}`;
  } catch {
    return tag;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line can't have these characters
const breaks = /[\u0000-\u001f\u007f]+/g;

/** The end of a line, with a space before it; empty without a comment and tags. */
export function printComment(comment: string | null | undefined, tags: readonly string[] = []): string {
  const text = (comment ?? "").replaceAll(breaks, " ").trim();
  // A comment with this text needs an empty list of tags behind it.
  const list = tags.length > 0 || text.includes("cf_tags=") ? `cf_tags=${tags.map(printTag).join(",")}` : "";
  const parts = [text, list].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` ; ${parts.join(" ")}`;
}

function printTag(tag: string): string {
  const [, name = "", value] = /^([^:]*)(?::(.*))?$/s.exec(tag.replaceAll(breaks, " ")) ?? [];
  const printedName = name.trim().replaceAll(/[",=\\]/g, "_");
  if (value === undefined) {
    return printedName;
  }
  const needsQuotes = /[",=\\]|^\s|\s$/.test(value);
  return `${printedName}:${needsQuotes ? JSON.stringify(value).replaceAll("=", "\\u003d") : value}`;
}
