const notFull = "Enter a full URL that starts with https://.";
const portOutOfRange = "Enter a port from 1 to 65535.";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the URL parser would drop in silence
const refusedCharacters = /[\u0000-\u0020\u007f\\]/;
const portOfUrl = /^(https?:\/\/[^/?#]*):[^:/?#\]]*(?=[/?#]|$)/i;

/**
 * The first mistake in the form of a receiver's URL, as a sentence; undefined if there is none. Only the API checks the
 * rest: whether the host is public, and which ports and schemes are allowed.
 */
export function webhookUrlMistake(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) {
    return notFull;
  }
  if (refusedCharacters.test(url)) {
    return "Remove spaces, control characters and backslashes.";
  }
  if (URL.canParse(url)) {
    return new URL(url).port === "0" ? portOutOfRange : undefined;
  }
  return URL.canParse(url.replace(portOfUrl, "$1")) ? portOutOfRange : notFull;
}
