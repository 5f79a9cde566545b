import { domainNameProblemMessages, normalizeDomainName } from "./domains/normalize-domain-name.ts";
import { withoutPastedEdges } from "./pasted.ts";

/** RFC 5321 4.5.3.1.1 and 4.5.3.1.3, without the angle brackets. */
const longestLocalPart = 64;
export const longestEmailAddress = 254;

export type EmailAddressResult = { ok: true; address: string } | { ok: false; message: string };

// ASCII only: the Kelvin sign would fold to a k.
export const foldLocalPart = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The mistake in a folded part before the @, as a sentence; undefined if there is none. */
export function localPartMistake(local: string): string | undefined {
  if (local === "") {
    return "Enter the part before the @.";
  }
  if (local.length > longestLocalPart) {
    return `Use at most ${longestLocalPart} characters.`;
  }
  if (!/^(?!-)[a-z0-9!#$&'*+=?^_`{|}~-]+(?:\.[a-z0-9!#$&'*+=?^_`{|}~-]+)*$/.test(local)) {
    return "Use letters, digits and .!#$&'*+-=?^_`{|}~. A dot cannot be first, last or doubled.";
  }
  return local === "*" ? "Only an alias can have * before the @, as a catch-all." : undefined;
}

/**
 * Converts an email address to its stored form: without the spaces around it, the part before the @ in lower case (a
 * dot-atom of RFC 5321), the domain as lower-case A-labels without a final dot. Quoted parts before the @ and IP addresses
 * after it are refused.
 */
export function normalizeEmailAddress(
  input: string,
  { allowsCatchAll = false }: { allowsCatchAll?: boolean } = {},
): EmailAddressResult {
  const typed = withoutPastedEdges(input);
  const at = typed.lastIndexOf("@");
  if (at < 0) {
    return { ok: false, message: "Enter an email address, such as dana@example.com." };
  }
  const local = foldLocalPart(typed.slice(0, at));
  const mistake = allowsCatchAll && local === "*" ? undefined : localPartMistake(local);
  if (mistake !== undefined) {
    return { ok: false, message: `Check the part before the @. ${mistake}` };
  }
  const domain = normalizeDomainName(typed.slice(at + 1));
  if (!domain.ok) {
    return {
      ok: false,
      message: `Check the part after the @. ${domainNameProblemMessages[domain.problem]}`,
    };
  }
  const address = `${local}@${domain.name}`;
  return address.length > longestEmailAddress
    ? { ok: false, message: `An address has at most ${longestEmailAddress} characters in its ASCII form.` }
    : { ok: true, address };
}
