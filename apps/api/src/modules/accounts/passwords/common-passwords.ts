import { invalid } from "../../../kernel/errors.ts";

/** Whose password it is to be; what others know of a person is what they try first. */
export type PasswordOwner = { email: string; name?: string | undefined };

const shortestWord = 4;
const shortestOwnWord = 3;
const rows = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
];
const serviceName = "zonepost";

/**
 * Throws where a new password is one of those that are tried first (NIST SP 800-63B-4, 3.1.1.2). Its length is the
 * schema's matter. `pointer` names the field it came in.
 */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  pointer = "/newPassword",
): Promise<void> {
  const message = weakness(fold(password), owner, await readCommonPasswords());
  if (message) {
    throw invalid([{ pointer, message }]);
  }
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

function weakness(text: string, owner: PasswordOwner, listed: ReadonlySet<string>): string | undefined {
  if (new Set(text).size <= 2) {
    return "must not be one or two characters over and over";
  }
  if (isRun(text)) {
    return "must not be a row of the keyboard, the alphabet or the digits";
  }
  if (isMostlyOwn(text, owner)) {
    return "must not be mostly your address, your name or the name of this service";
  }
  if (isCommon(text, listed) || isRepeated(text, listed)) {
    return "is among the commonest passwords, or one of them with little added";
  }
  return undefined;
}

/** A listed one, alone or with nothing but digits and symbols before or after it. */
function isCommon(text: string, listed: ReadonlySet<string>): boolean {
  if (listed.has(text)) {
    return true;
  }
  const before = /^\P{L}*/u.exec(text)?.[0].length ?? 0;
  const after = /\P{L}*$/u.exec(text)?.[0].length ?? 0;
  if (before === text.length) {
    return false;
  }
  for (let start = before; start >= 0; start -= 1) {
    for (let end = text.length - after; end <= text.length; end += 1) {
      if (end - start > longestListed) {
        break;
      }
      if (end - start >= shortestWord && listed.has(text.slice(start, end))) {
        return true;
      }
    }
  }
  return false;
}

/** One of a few characters, or a common one, again and again; the last time perhaps not whole. */
function isRepeated(text: string, listed: ReadonlySet<string>): boolean {
  const core = text.replace(/^\P{L}+|\P{L}+$/gu, "");
  return [text, core].some((whole) => {
    const longest = Math.min(Math.floor(whole.length / 1.5), longestListed);
    for (let length = 1; length <= longest; length += 1) {
      const unit = whole.slice(0, length);
      if (unit.repeat(Math.ceil(whole.length / length)).slice(0, whole.length) !== whole) {
        continue;
      }
      return length < shortestWord || isCommon(unit, listed);
    }
    return false;
  });
}

function isRun(text: string): boolean {
  const backwards = Array.from(text).reverse().join("");
  return rows.some((row) => {
    const endless = row.repeat(Math.ceil(text.length / row.length) + 1).replaceAll("00", "0");
    return endless.includes(text) || endless.includes(backwards);
  });
}

function isMostlyOwn(text: string, owner: PasswordOwner): boolean {
  const email = fold(owner.email);
  const name = fold(owner.name ?? "");
  const words = [email, name, ...email.split(/[@.+_-]/), ...name.split(/\P{L}+/u), serviceName]
    .filter((word) => word.length >= shortestOwnWord)
    .sort((one, other) => other.length - one.length);
  let rest = text;
  for (const word of words) {
    rest = rest.replaceAll(word, "");
  }
  return rest.length * 2 < text.length;
}

const longestListed = 40;
let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 that were found in leaks, the most frequent first; read when the first password is judged. */
function readCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(fold)),
  );
  return commonPasswords;
}
