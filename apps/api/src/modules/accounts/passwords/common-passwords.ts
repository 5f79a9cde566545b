import type { MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { invalid } from "../../../kernel/errors.ts";

/** The person or mailbox of the password: attackers first try its name and address. */
export type PasswordOwner = { email: string; name?: string | undefined };

const serviceName = "zonepost";
const minPersonalWordLength = 3;

/** Passwords below this are refused; a common one with small additions scores less than 10^8.5. */
const fewestGuesses = 1e9;

/** Matching takes about 20 ms of CPU at this length, and grows quadratically. */
const maxCheckedLength = 32;

/**
 * Throws if a password is among those tried first (NIST SP 800-63B-4, 3.1.1.2). The schema checks its length. `pointer`
 * names the input field.
 */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  pointer = "/newPassword",
): Promise<void> {
  const message = weakness(await loadMatcher(), password.normalize("NFKC"), personalWords(owner));
  if (message) {
    throw invalid([{ pointer, message }]);
  }
}

/** For a long password, one strong end is enough. */
function weakness(matcher: ZxcvbnFactory, given: string, known: string[]): string | undefined {
  const password = withoutRepetition(given);
  const { guesses, sequence } = matcher.check(password.slice(0, maxCheckedLength), known);
  if (guesses >= fewestGuesses) {
    return undefined;
  }
  if (password.length > maxCheckedLength) {
    const end = matcher.check(password.slice(-maxCheckedLength), known);
    if (end.guesses >= fewestGuesses) {
      return undefined;
    }
  }
  return describe(sequence);
}

/** Shortens repeated text to two repetitions, because cutting a long password could hide the repetition. */
function withoutRepetition(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) {
      return unit.repeat(2);
    }
  }
  return text;
}

function describe(sequence: readonly MatchExtended[]): string {
  const longest = sequence.reduce((one, other) => (other.token.length > one.token.length ? other : one));
  if (longest.pattern === "repeat" && new Set(longest.token).size <= 2) {
    return "Use more than one or two different characters.";
  }
  if (
    sequence.some(
      ({ pattern, dictionaryName }) => pattern === "dictionary" && dictionaryName === "userInputs",
    )
  ) {
    return "Avoid words from the name and the email address, and the name of this service.";
  }
  return "This password is too common. Avoid common words, keyboard rows and sequences such as 123456.";
}

function personalWords({ email, name = "" }: PasswordOwner): string[] {
  return [email, name, ...email.split("@"), ...email.split(/[@.+_-]/), ...name.split(/\P{L}+/u), serviceName]
    .map((word) => word.normalize("NFKC").toLowerCase())
    .filter((word) => word.length >= minPersonalWordLength);
}

let matcher: Promise<ZxcvbnFactory> | undefined;

/** Loaded on first use: about 49,000 leaked passwords, and keyboard layouts. */
function loadMatcher(): Promise<ZxcvbnFactory> {
  matcher ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }]) =>
      new ZxcvbnFactory({
        dictionary: { "passwords-common": dictionary["passwords-common"] },
        graphs,
        maxLength: maxCheckedLength,
      }),
  );
  return matcher;
}
