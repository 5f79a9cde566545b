import { stringify } from "csv-stringify/sync";

/**
 * A CSV file (RFC 4180), a part at a time, so that a long one never lies in memory as a whole. It starts with a byte
 * order mark, by which spreadsheets know UTF-8. What starts like a formula is written as text, so that no spreadsheet
 * runs user input.
 */
export async function* csvFile(
  columns: readonly string[],
  parts: AsyncIterable<readonly string[][]>,
): AsyncIterable<string> {
  yield csvOf([[...columns]], { bom: true });
  for await (const rows of parts) {
    if (rows.length > 0) {
      yield csvOf(rows);
    }
  }
}

const csvOf = (rows: readonly string[][], options: { bom?: boolean } = {}): string =>
  stringify(
    rows.map((row) => row.map(withoutInnerFormulas)),
    { ...options, escape_formulas: true, record_delimiter: "windows" },
  );

/** Spreadsheets whose language writes 1,5 part a line at semicolons, quotes or not: a formula may begin there, too. */
const withoutInnerFormulas = (cell: string): string => cell.replace(/(;[\s"]*)(?=[=+\-@])/g, "$1'");
