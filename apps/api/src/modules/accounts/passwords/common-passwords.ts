import type { MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { invalid } from "../../../kernel/errors.ts";

/** The owner of the password: attackers first try what is known about a person. */
export type PasswordOwner = { email: string; name?: string | undefined };

const serviceName = "zonepost";
const shortestOwnWord = 3;

/** A password that a guesser reaches sooner is refused; a common one with little added lies below 10^8.5. */
const fewestGuesses = 1e9;

/** Matching takes some 20 ms of CPU at this length, and grows with its square. */
const longestJudged = 32;

/**
 * Throws where a new password is one of those that are tried first (NIST SP 800-63B-4, 3.1.1.2). Its length is the
 * schema's matter. `pointer` names the field it came in.
 */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  pointer = "/newPassword",
): Promise<void> {
  const message = weakness(await loadMatcher(), password.normalize("NFKC"), ownWords(owner));
  if (message) {
    throw invalid([{ pointer, message }]);
  }
}

/** Of a long password, one strong end is enough. */
function weakness(matcher: ZxcvbnFactory, given: string, known: string[]): string | undefined {
  const password = withoutRepetition(given);
  const { guesses, sequence } = matcher.check(password.slice(0, longestJudged), known);
  if (guesses >= fewestGuesses) {
    return undefined;
  }
  if (password.length > longestJudged) {
    const end = matcher.check(password.slice(-longestJudged), known);
    if (end.guesses >= fewestGuesses) {
      return undefined;
    }
  }
  return describe(sequence);
}

/** A text that says the same over and over is cut to saying it twice, so that no cut within it hides that. */
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
    return "Avoid your name, your email address and the name of this service.";
  }
  return "This password is too common. Avoid common words, keyboard rows and sequences such as 123456.";
}

function ownWords({ email, name = "" }: PasswordOwner): string[] {
  return [email, name, ...email.split(/[@.+_-]/), ...name.split(/\P{L}+/u), serviceName]
    .map((word) => word.normalize("NFKC").toLowerCase())
    .filter((word) => word.length >= shortestOwnWord);
}

let matcher: Promise<ZxcvbnFactory> | undefined;

/** Loaded when the first password is judged: some 49,000 passwords found in leaks, and the layouts of keyboards. */
function loadMatcher(): Promise<ZxcvbnFactory> {
  matcher ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }]) =>
      new ZxcvbnFactory({
        dictionary: { "passwords-common": dictionary["passwords-common"] },
        graphs,
        maxLength: longestJudged,
      }),
  );
  return matcher;
}
