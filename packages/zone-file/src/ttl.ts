/** RFC 2181 section 8. */
export const maxTtlSeconds: number = 2 ** 31 - 1;

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** `300` or, as in BIND, `1h30m`; undefined if it is neither. */
export function durationSeconds(text: string): number | undefined {
  if (/^\d{1,15}$/.test(text)) {
    return Number(text);
  }
  if (!/^(\d{1,10}[smhdw])+$/i.test(text)) {
    return undefined;
  }
  let total = 0;
  for (const [, count, unit] of text.toLowerCase().matchAll(/(\d+)([smhdw])/g)) {
    total += Number(count) * (unitSeconds[unit ?? ""] ?? 0);
  }
  return total;
}
