const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Decodes padded base64 in the standard alphabet (RFC 4648 section 4). Returns undefined for anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!base64Form.test(text)) {
    return undefined;
  }
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
