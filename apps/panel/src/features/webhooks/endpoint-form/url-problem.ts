// biome-ignore lint/suspicious/noControlCharactersInRegex: the URL parser would drop them in silence
const refusedCharacters = /[\u0000-\u0020\u007f\\]/;
const port = /^(https?:\/\/[^/?#]*):[^:/?#\]]*(?=[/?#]|$)/i;

/** The common mistakes, in the order and words of the API's `checkUrl`, which also checks the rest. */
export function urlProblem(text: string): "urlNotFull" | "urlCharacters" | "urlPort" | undefined {
  const url = text.trim();
  if (!/^https?:\/\//i.test(url)) {
    return "urlNotFull";
  }
  if (refusedCharacters.test(url)) {
    return "urlCharacters";
  }
  if (URL.canParse(url)) {
    return new URL(url).port === "0" ? "urlPort" : undefined;
  }
  return URL.canParse(url.replace(port, "$1")) ? "urlPort" : "urlNotFull";
}
