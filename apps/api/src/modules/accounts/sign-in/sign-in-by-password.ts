import { randomBytes } from "node:crypto";
import type { Db } from "@zonepost/db";
import type { Language, SignInResult } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { quarantined } from "../../../kernel/quarantine/quarantined.ts";
import { passwordVoid, wrongEmailOrPassword } from "../errors.ts";
import { personEventInsert, recordSignInFailure } from "../model/record-person-event.ts";
import { requestPasswordReset } from "../passwords/request-password-reset.ts";
import type { AuthPorts } from "../ports.ts";
import { sessionsToEnd } from "../sessions/end-sessions.ts";
import { firstWorkspaceOf } from "../sessions/first-workspace.ts";
import { isTrustedDevice } from "../sessions/is-trusted-device.ts";
import { sessionLifetimeSeconds } from "../sessions/session-cookie.ts";
import { signInOutcome } from "./sign-in-outcome.ts";

type Credential = {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  image: string | null;
  language: Language | null;
  twoFactorEnabled: boolean;
  /** Null for a person without a password. */
  passwordHash: string | null;
  isOperator: boolean;
  isQuarantined: boolean;
  /** It came from a backup, and doesn't sign in any more. */
  isVoid: boolean;
};

type SignInCtx = Omit<OpenCtx, "request">;

/**
 * Compares the password and starts a session. An unknown address and a person without a password cost as much as a
 * wrong password: the same statements and one hash. Only someone who knows a password from a backup learns that it is void.
 */
export async function signInByPassword(
  ctx: SignInCtx,
  ports: Pick<AuthPorts, "cookie" | "passwords" | "settings">,
  { email, password, cookieHeader }: { email: string; password: string; cookieHeader: string | undefined },
): Promise<{ result: SignInResult; setCookie: string }> {
  const person = await findCredential(ctx.db, email);
  const isRight = person?.passwordHash
    ? await ports.passwords.verify(person.passwordHash, password)
    : await ports.passwords.hash(password).then(() => false);
  if (person && isRight) {
    requireMaySignIn(person, ports.settings);
    if (person.isVoid) {
      await recordSignInFailure(ctx, ctx, { email, by: "password" });
      await requestPasswordReset(ctx.db, { email: person.email });
      throw passwordVoid();
    }
  }
  const started = person && isRight ? await startSession(ctx, ports, person, cookieHeader) : undefined;
  if (!started) {
    await recordSignInFailure(ctx, ctx, { email, by: "password" });
    throw wrongEmailOrPassword();
  }
  return started;
}

/** In a quarantine, only operators may, with their second factor. Anyone without the password doesn't learn who they are. */
function requireMaySignIn(
  { isQuarantined, isOperator, twoFactorEnabled }: Credential,
  { isSecondFactorAskedOfOperators }: AuthPorts["settings"],
): void {
  if (isQuarantined && !isOperator) {
    throw quarantined();
  }
  if (isQuarantined && isSecondFactorAskedOfOperators && !twoFactorEnabled) {
    throw quarantined(
      "This installation is being restored from a backup, and your account has no two-factor authentication. Use `npm run quarantine` on the server instead.",
    );
  }
}

async function findCredential(db: Db, email: string): Promise<Credential | undefined> {
  const [row] = await db.$client<Credential[]>`
    select u.id, u.email, u.name, u.email_verified as "emailVerified", u.image, u.language,
      u.two_factor_enabled as "twoFactorEnabled", c.password as "passwordHash",
      exists (select from operators o where o.user_id = u.id) as "isOperator",
      exists (select from installation where key = 'quarantine') as "isQuarantined",
      c.password_void_at is not null as "isVoid"
    from users u left join credentials c on c.user_id = u.id and c.provider_id = 'credential'
    where lower(u.email) = ${email.toLowerCase()}`;
  return row;
}

/**
 * Stores the session, ends the oldest above the maximum and records the sign-in, in one statement. Its locks wait for a
 * password change in progress and compare the hash again: undefined if it changed. A later change ends this session.
 */
async function startSession(
  ctx: SignInCtx,
  ports: Pick<AuthPorts, "cookie">,
  person: Credential,
  cookieHeader: string | undefined,
): Promise<{ result: SignInResult; setCookie: string } | undefined> {
  const isTrusted =
    person.twoFactorEnabled && (await isTrustedDevice({ ...ctx, ...ports }, cookieHeader, person.id));
  const by = "password";
  const { event, result } = signInOutcome(person, { by, isTrusted });
  const occurredAt = await ctx.clock.now();
  const [id, token] = [newId(), randomBytes(24).toString("base64url")];
  const { count } = await ctx.db.execute(sql`
    with person as (
      select u.id from users u join credentials c on c.user_id = u.id and c.provider_id = 'credential'
      where u.id = ${person.id} and c.password = ${person.passwordHash} and c.password_void_at is null for share of u, c
    ), ended as (
      delete from sessions where id = any (array(${sessionsToEnd(person.id, id)})) and exists (select from person)
    ), recorded as (
      ${personEventInsert(ctx, event, occurredAt)} and exists (select from person)
    )
    insert into sessions (id, token, user_id, active_workspace_id, signed_in_by, ip_address, user_agent,
      second_factor_at, confirmed_at, expires_at, created_at, updated_at)
    select ${id}::uuid, ${token}, person.id, ${firstWorkspaceOf(person.id)}, ${by}, ${ctx.ipAddress},
      ${ctx.userAgent ?? null}, case when ${isTrusted} then started.at end, started.at,
      started.at + make_interval(secs => ${sessionLifetimeSeconds}), started.at, started.at
    from person, (values (${ctx.clock.wallNow().toISOString()}::timestamptz)) as started (at)`);
  return count === 0 ? undefined : { result, setCookie: ports.cookie.write(token, sessionLifetimeSeconds) };
}
