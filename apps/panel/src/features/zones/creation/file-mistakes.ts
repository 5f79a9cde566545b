export type FileMistake = { line: number; column: number; message: string };

/** The mistakes in a zone file, by their places; `others` belong to no line. */
export function fileMistakesOf(errors: readonly { pointer: string; message: string }[]): {
  mistakes: FileMistake[];
  others: string[];
} {
  const mistakes: FileMistake[] = [];
  const others: string[] = [];
  for (const { pointer, message } of errors) {
    if (pointer !== "/zoneFile") {
      continue;
    }
    const [, line, column, words = ""] = /^Line (\d+), column (\d+): (.*)$/s.exec(message) ?? [];
    if (line === undefined) {
      others.push(message);
    } else {
      mistakes.push({ line: Number(line), column: Number(column), message: words });
    }
  }
  return { mistakes, others };
}

/** Where a place is in the text, counted as the API does: lines end with LF or CRLF. */
export function offsetOf(text: string, { line, column }: Pick<FileMistake, "line" | "column">): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((length, each) => length + each.length + 1, 0);
  return Math.min(before + column - 1, text.length);
}
