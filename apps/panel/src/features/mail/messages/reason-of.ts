/** The reason in a step's words, if they give one, without what happens next. */
export function reasonOf(summary: string): string | undefined {
  const start = summary.indexOf(": ");
  return start < 0 ? undefined : summary.slice(start + 2).replace(/\. [A-Z].*$/, "");
}
