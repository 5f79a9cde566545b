/** The API's errors are fragments for logs. Their beginnings lack an article, or a word that a reader expects. */
const rewritten: readonly [fragment: RegExp, sentence: string][] = [
  [/^responded with (\d+)$/, "your receiver responded with $1"],
  [
    /^redirects are not followed \((\d+)\)$/,
    "your receiver responded with a redirect ($1). We don't follow redirects",
  ],
  [/^name does not resolve/, "the hostname doesn't resolve"],
  [/^name did not resolve/, "the hostname didn't resolve"],
  [/^URL refused/, "the URL was refused"],
  [/^(?=(?:address|host|response|request|server|TLS certificate) )/, "the "],
  [/^TLS handshake (?=did|failed)/, "the TLS handshake "],
  [/ did not /g, " didn't "],
];

/** Why an attempt failed, from the API's error, such as "responded with 500". */
export function failureSentence(error: string): string {
  const text = rewritten.reduce((before, [fragment, sentence]) => before.replace(fragment, sentence), error);
  return text.replace(/^./, (first) => first.toUpperCase()).replace(/[^.]$/, "$&.");
}
