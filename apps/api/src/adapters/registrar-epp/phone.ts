// ITU-T E.164: zones 1 and 7 are one country code each; these have two digits, all others three.
const twoDigitCodes = new Set(
  "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split(
    " ",
  ),
);

/** RFC 5733 section 2.5: the country code, a dot, the rest. Takes E.164. */
export function eppPhoneNumber(phone: string): string {
  const digits = phone.replace(/^\+/, "");
  const codeLength = /^[17]/.test(digits) ? 1 : twoDigitCodes.has(digits.slice(0, 2)) ? 2 : 3;
  return `+${digits.slice(0, codeLength)}.${digits.slice(codeLength)}`;
}
