import { createHash, randomBytes } from "node:crypto";
import { TOTP, URI } from "otpauth";
import { newId } from "../../../src/kernel/ids.ts";
import type { Answer } from "../answer.ts";
import { type Api, type Person, password } from "../start-api.ts";
import { until } from "../until.ts";

export const cookieOf = (answer: Answer, name = "session_token"): string => {
  const found = answer.cookies.find((cookie) => cookie.split("=")[0]?.endsWith(name));
  if (found === undefined) {
    throw new Error(`no ${name} came with ${answer.status} ${answer.text}`);
  }
  return found.split(";")[0] ?? "";
};

/** The token in a session cookie, as stored in the database. */
export const tokenOf = (cookie: string): string =>
  decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1)).split(".")[0] ?? "";

export type SecondFactor = Awaited<ReturnType<typeof enableSecondFactor>>;

/** Enables a person's second factor as the panel does, and updates `person.cookie` with the new token. */
export async function enableSecondFactor(api: Api, person: Person) {
  const post = (path: string, body?: unknown, cookie = person.cookie) =>
    api.call({ method: "POST", path: `/auth${path}`, body, cookie });
  const enrolment = await post("/two-factor/enable");
  const totp = URI.parse(enrolment.json.totpUri);
  if (!(totp instanceof TOTP)) {
    throw new Error(`not a TOTP: ${enrolment.json.totpUri}`);
  }
  // Of the next step, because it is accepted for at least a minute.
  const codeNow = () => totp.generate({ timestamp: Date.now() + 30_000 });
  const confirmed = await post("/two-factor/confirm", { code: codeNow() });
  if (confirmed.status !== 200) {
    throw new Error(`not confirmed: ${confirmed.text}`);
  }
  person.cookie = cookieOf(confirmed);
  return {
    totp,
    secret: enrolment.json.secret as string,
    backupCodes: confirmed.json.backupCodes as string[],
    confirmed,
    /** A valid, unused code, without waiting for the next half minute. */
    async freshCode(): Promise<string> {
      await api.sql`update two_factors set last_used_step = 0 where user_id = ${person.id}`;
      return codeNow();
    },
    /** Six digits that are not a code of the current or adjacent steps. */
    wrongCode(): string {
      const near = [-2, -1, 0, 1, 2].map((step) => totp.generate({ timestamp: Date.now() + step * 30_000 }));
      for (;;) {
        const code = String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, "0");
        if (!near.includes(code)) {
          return code;
        }
      }
    },
    /** A new session of this person that still needs the code. */
    async signInByHalf(): Promise<string> {
      const answer = await post("/sign-in/email", { email: person.email, password }, "");
      if (answer.json.twoFactorRedirect !== true) {
        throw new Error(`no code is asked: ${answer.text}`);
      }
      return cookieOf(answer);
    },
  };
}

/** The kinds of mail sent to an address, oldest first. */
export async function mailsTo(api: Api, email: string): Promise<string[]> {
  const rows = await api.sql<{ kind: string }[]>`
    select kind from outgoing_emails where to_address = ${email} order by id`;
  return rows.map(({ kind }) => kind);
}

/** The token of a mailed link, for tests that don't need the link. */
export async function mintLink(
  api: Api,
  person: Person,
  purpose: "password_reset" | "email_change",
  email: string | null = null,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await api.sql`
    insert into person_tokens (id, user_id, purpose, token_hash, email, session_id, created_at, expires_at)
    values (${newId()}, ${person.id}, ${purpose}, ${createHash("sha256").update(token).digest("base64url")}, ${email},
      (select id from sessions where token = ${tokenOf(person.cookie)}), now(), now() + interval '10 minutes')`;
  return token;
}

/** The link in the last mail of a kind to an address. */
export async function mailedLink(api: Pick<Api, "call">, email: string, kind: string): Promise<URL> {
  const mail = await until(`a ${kind} is there`, async () => {
    const { json } = await api.call({ path: "/sandbox/outbox" });
    return json.findLast((sent: { to: string; kind: string }) => sent.to === email && sent.kind === kind);
  });
  return new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? "");
}

/** A person's actions in the audit log of their workspaces, oldest first. */
export async function auditedActions(api: Api, person: Person): Promise<string[]> {
  const rows = await api.sql<{ action: string }[]>`
    select action from audit_entries where actor ->> 'id' = ${person.id} order by id`;
  return rows.map(({ action }) => action);
}

/** Moves the last confirmation of identity back by more than ten minutes. */
export async function makeStale(api: Api, person: Person): Promise<void> {
  await api.sql`
    update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${person.id}`;
}
