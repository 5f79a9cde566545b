/** Serials are numbers of 32 bits that wrap around (RFC 1982). Zero is left out: some servers take it for "none". */
const serials = 2 ** 32;

export const nextSerial = (serial: number): number => (serial + 1) % serials || 1;

/** True if the first is after the second, in the sense of RFC 1982. */
export function isLaterSerial(one: number, other: number): boolean {
  const ahead = (one - other + serials) % serials;
  return ahead > 0 && ahead < serials / 2;
}

/** A new zone's: later than that of a zone of the same name which other servers may remember. */
export const firstSerial = (wallNow: Date): number => Math.floor(wallNow.getTime() / 1_000) % serials;
