import { stringify } from "csv-stringify/sync";

/**
 * A CSV file (RFC 4180), streamed in parts. It starts with a byte order mark, so that spreadsheets detect UTF-8. Cells
 * that look like formulas are escaped, so that no spreadsheet runs user input.
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

/** Spreadsheets with a decimal comma also split lines at semicolons, quoted or not, so a formula could start there. */
const withoutInnerFormulas = (cell: string): string => cell.replace(/(;[\s"]*)(?=[=+\-@])/g, "$1'");
