import { transferInInput } from "@zonepost/schema";

export type TransferLine = { lineNumber: number; name: string; authCode: string };
/** Never has the code: it is shown. */
type LineError = { lineNumber: number; message: string };
type Words = { noCode: string; repeated: (lineNumber: number) => string };

const schema = transferInInput.pick({ name: true, authCode: true });
const header = /^"?(domain|name|domain[ _-]?name)"?$/i;
const quoted = /^"((?:[^"]|"")*)"/;

/**
 * Names with their auth codes as people have them: separated by spaces, tabs, commas or semicolons, also quoted as in
 * CSV, with a header, empty lines and comments.
 */
export function readTransferLines(text: string, words: Words) {
  const lines: TransferLine[] = [];
  const errors: LineError[] = [];
  const seen = new Map<string, number>();
  let isFirst = true;
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const lineNumber = index + 1;
    const split = splitLine(written);
    const isHeader = isFirst && split !== undefined && header.test(split.name);
    isFirst &&= split === undefined;
    if (split === undefined || isHeader) {
      continue;
    }
    const parsed = schema.safeParse(split);
    const before = parsed.success ? seen.get(parsed.data.name) : undefined;
    if (split.authCode === "") {
      errors.push({ lineNumber, message: words.noCode });
    } else if (!parsed.success) {
      errors.push({ lineNumber, message: parsed.error.issues[0]?.message ?? "" });
    } else if (before !== undefined) {
      errors.push({ lineNumber, message: words.repeated(before) });
    } else {
      seen.set(parsed.data.name, lineNumber);
      lines.push({ lineNumber, ...parsed.data });
    }
  }
  return { lines, errors };
}

/** Undefined for empty lines and comments. Whatever follows the name is the code, which may have separators in it. */
function splitLine(written: string): { name: string; authCode: string } | undefined {
  const line = written.replace(/^\uFEFF/, "").trim();
  if (line === "" || line.startsWith("#") || line.startsWith("//")) {
    return undefined;
  }
  const [whole = "", name = "", separator = ""] = /^("[^"]*"|[^\s,;]*)\s*([,;]?)\s*/.exec(line) ?? [];
  const rest = line.slice(whole.length);
  const [, inQuotes] = separator === "" ? [] : (quoted.exec(rest) ?? []);
  const code =
    inQuotes?.replaceAll('""', '"') ?? withoutEmptyColumns(rest.split("\t", 1)[0] ?? "", separator);
  return { name: name.replaceAll('"', ""), authCode: code.trim() };
}

/** Spreadsheets end a line with the separators of empty columns. */
function withoutEmptyColumns(rest: string, separator: string): string {
  let end = rest.length;
  while (separator !== "" && rest[end - 1] === separator) {
    end -= 1;
  }
  return rest.slice(0, end);
}
