const earliestMilliseconds = 1e11;

/** Unix seconds from what a log shows: seconds, milliseconds or a date. `undefined` if it is none of them. */
export function readTime(text: string): number | undefined {
  const plain = text.trim();
  if (/^\d+(?:\.\d+)?$/.test(plain)) {
    const number = Number(plain);
    return number >= earliestMilliseconds ? number / 1000 : number;
  }
  const ms = Date.parse(plain);
  return Number.isNaN(ms) ? undefined : ms / 1000;
}
