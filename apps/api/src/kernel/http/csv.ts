import { stringify } from "csv-stringify/sync";
import { z } from "zod";

/** The output of an operation that returns {@link csvFile}. */
export const csv = z.custom<AsyncIterable<string>>().meta({ type: "string", description: "CSV (RFC 4180)" });
export const csvMediaType = "text/csv; charset=utf-8";

/** A number keeps its sign: only texts can be formulas. */
export type CsvCell = string | number;

/**
 * A CSV file (RFC 4180), streamed in parts. It starts with a byte order mark, so that spreadsheets detect UTF-8. Cells
 * that look like formulas are escaped, so that no spreadsheet runs user input.
 */
export async function* csvFile(
  columns: readonly string[],
  parts: AsyncIterable<readonly CsvCell[][]>,
): AsyncIterable<string> {
  yield csvOf([[...columns]], { bom: true });
  for await (const rows of parts) {
    if (rows.length > 0) {
      yield csvOf(rows);
    }
  }
}

/** At most this many rows of a list are read at once. */
export const csvChunkSize = 2_000;

/**
 * A file of rows that are read in chunks, each after the last row of the one before. The first is read before the response
 * begins, so that an error still gets a problem document.
 */
export async function csvInChunks<Row>(
  columns: readonly string[],
  readAfter: (last: Row | undefined) => Promise<readonly Row[]>,
  cellsOf: (rows: readonly Row[]) => CsvCell[][] | Promise<CsvCell[][]>,
): Promise<AsyncIterable<string>> {
  const first = await readAfter(undefined);
  async function* parts(): AsyncIterable<CsvCell[][]> {
    for (let rows = first; rows.length > 0; rows = await readAfter(rows.at(-1))) {
      yield await cellsOf(rows);
    }
  }
  return csvFile(columns, parts());
}

const csvOf = (rows: readonly CsvCell[][], options: { bom?: boolean } = {}): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === "string" ? withoutInnerFormulas(cell) : cell))),
    { ...options, escape_formulas: true, record_delimiter: "windows" },
  );

/** Spreadsheets with a decimal comma also split lines at semicolons, quoted or not, so a formula could start there. */
const withoutInnerFormulas = (cell: string): string => cell.replace(/(;[\s"]*)(?=[=+\-@])/g, "$1'");
