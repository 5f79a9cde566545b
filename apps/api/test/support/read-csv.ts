/** The lines of a CSV file, by column. */
export function readCsv(text: string): Record<string, string | undefined>[] {
  const [columns = [], ...rows] = rowsOf(text.replace(/^\uFEFF/, ""));
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
}

/** RFC 4180, as spreadsheets read it: fields with quotes in them, lines that end in CRLF. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") {
      rows.push([]);
    }
    if (end === "") {
      break;
    }
  }
  return rows.filter((row) => row.length > 1);
}
