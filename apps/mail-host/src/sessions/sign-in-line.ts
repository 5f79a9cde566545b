export type SignInLine =
  | {
      type: "signed-in";
      at: Date;
      pid: number;
      session: string;
      ipAddress: string;
      /** Undefined: the line has none, as before an upgrade. */
      right: SignInRight | undefined;
    }
  | { type: "program"; session: string; program: string };

/** What a session signed in with, as `mail_host.logins` and `mail_host.app_passwords` describe it. */
export type SignInRight = {
  accountId: string;
  sessionVersion: number;
  passwordVersion: number | null;
  appPasswordId: string | null;
};

const signedInLine =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d)(\d\d) (?:imap|submission|managesieve)-login: Info: Login: user=<[^<>]*>, method=[^,]*, rip=([^,]*), lip=[^,]*, mpid=(\d+), (?:[^<>]*, )?session=<([^<>]+)>(?:, right=<([^<>]*)>)?$/;
// A mail program can write anything into its ID, so that only what follows the last session counts.
const programBeforeSignIn =
  /^\S+ imap-login: Info: ID sent: (.*): user=<.*session=<([^<>]+)>(?:, right=<[^<>]*>)?$/;
const programAfterSignIn = /^\S+ imap\([^()]*\)<\d+><([^<>]+)>: Info: ID sent: (.*)$/;
const rightText = /^([0-9a-f-]{36}):(\d+):(?:p(\d+)|a([0-9a-f-]{36}))$/;

/** A line of Dovecot's log about a session; undefined for any other. */
export function parseSignInLine(line: string): SignInLine | undefined {
  const signedIn = signedInLine.exec(line);
  if (signedIn) {
    const [, time, hours, minutes, ipAddress = "", pid, session = "", right = ""] = signedIn;
    const at = new Date(`${time}${hours}:${minutes}`);
    return { type: "signed-in", at, pid: Number(pid), session, ipAddress, right: parseRight(right) };
  }
  const [, before = "", session] = programBeforeSignIn.exec(line) ?? [];
  if (session !== undefined) {
    return { type: "program", session, program: programOf(before) };
  }
  const [, laterSession, after = ""] = programAfterSignIn.exec(line) ?? [];
  return laterSession === undefined
    ? undefined
    : { type: "program", session: laterSession, program: programOf(after) };
}

function parseRight(text: string): SignInRight | undefined {
  const [, accountId, sessionVersion, passwordVersion, appPasswordId = null] = rightText.exec(text) ?? [];
  return accountId === undefined
    ? undefined
    : {
        accountId,
        sessionVersion: Number(sessionVersion),
        passwordVersion: passwordVersion === undefined ? null : Number(passwordVersion),
        appPasswordId,
      };
}

/** `name=Thunderbird, version=128.5.0` as `Thunderbird 128.5.0`. */
function programOf(fields: string): string {
  const [, name = "", version = ""] = /^name=(.*?)(?:, version=(.*))?$/.exec(fields) ?? [];
  return `${name} ${version}`
    .replace(/[\p{Cc}\p{Cf}]/gu, "?")
    .trim()
    .slice(0, 100)
    .toWellFormed();
}
