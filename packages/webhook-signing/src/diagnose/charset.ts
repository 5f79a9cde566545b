/** The characters of bytes 0x80 to 0x9F in Windows-1252, which the web also uses for Latin-1. */
const upperControls = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** The text of bytes that are UTF-8, including a byte order mark. Otherwise undefined. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The UTF-8 text that was read as Latin-1 or Windows-1252 and became this one, such as "Ã¼" for "ü". */
export function undoLatin1(text: string): string | undefined {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    const upper = upperControls.indexOf(character);
    if (upper === -1 && code > 0xff) {
      return undefined;
    }
    bytes.push(upper === -1 ? code : 0x80 + upper);
  }
  const original = utf8Text(Uint8Array.from(bytes));
  return original === text ? undefined : original;
}

/** The text of bytes in Latin-1. */
export function latin1Text(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
