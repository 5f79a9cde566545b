import type { Db } from "@zonepost/db";
import type { Language, WorkspaceRole } from "@zonepost/schema";
import type { SignedIn } from "../../../kernel/actor.ts";
import { publicId } from "../../../kernel/ids.ts";
import { quarantined } from "../../../kernel/quarantine/quarantined.ts";
import { publicUser } from "./public-user.ts";
import { type SessionCookie, sessionLifetimeSeconds, sessionMaxAgeSeconds } from "./session-cookie.ts";

type SessionRow = {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  emailVerified: boolean;
  image: string | null;
  language: Language | null;
  twoFactorEnabled: boolean;
  isSecondFactorDue: boolean;
  createdAt: string;
  expiresAt: string;
  confirmedAtMs: number;
  isRefreshDue: boolean;
  isOperator: boolean;
  isQuarantined: boolean;
  accountDeletesAt: string | null;
  workspaceId: string | null;
  workspaceName: string | null;
  role: WorkspaceRole | null;
  domainNames: string[] | null;
};

/**
 * Checks a cookie's signature, then reads session, user, membership and workspace in one prepared query. Nothing is
 * cached, so a revoked session ends at the next request. In a quarantine, only operators have one, and in no workspace.
 */
export async function readSession(
  db: Db,
  cookie: SessionCookie,
  cookieHeader: string | undefined,
): Promise<SignedIn | null> {
  const token = cookie.readToken(cookieHeader);
  if (token === undefined) {
    return null;
  }
  const [row] = await db.$client<SessionRow[]>`
    select s.id as "sessionId", u.id as "userId", u.email, u.name, u.email_verified as "emailVerified", u.image,
      u.language, u.two_factor_enabled as "twoFactorEnabled",
      u.two_factor_enabled and s.second_factor_at is null as "isSecondFactorDue", 
      (extract(epoch from s.confirmed_at) * 1000)::float8 as "confirmedAtMs",
      to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      to_char(s.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
      to_char(u.deletes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "accountDeletesAt",
      s.updated_at < now() - interval '1 hour' as "isRefreshDue",
      o.user_id is not null as "isOperator",
      exists (select from installation where key = 'quarantine') as "isQuarantined", w.id as "workspaceId", w.name as "workspaceName", m.role, m.domain_names as "domainNames"
    from sessions s
    join users u on u.id = s.user_id
    left join operators o on o.user_id = u.id
    left join members m on m.user_id = u.id and m.workspace_id = s.active_workspace_id
    left join workspaces w on w.id = m.workspace_id
    where s.token = ${token} and s.expires_at > now()
      and s.created_at > now() - make_interval(secs => ${sessionMaxAgeSeconds})`;
  if (row?.isQuarantined && !row.isOperator) {
    throw quarantined();
  }
  return row
    ? signedIn(row.isQuarantined ? withoutWorkspace(row) : row, token, cookie.isOutdated(cookieHeader))
    : null;
}

const withoutWorkspace = (row: SessionRow): SessionRow => ({
  ...row,
  workspaceId: null,
  workspaceName: null,
  role: null,
  domainNames: null,
});

function signedIn(row: SessionRow, token: string, isCookieOutdated: boolean): SignedIn {
  const { userId, sessionId, email } = row;
  const person = { userId, sessionId, email, confirmedAt: new Date(row.confirmedAtMs) };
  return {
    token,
    isRefreshDue: row.isRefreshDue,
    isCookieOutdated,
    isSecondFactorDue: row.isSecondFactorDue,
    person: { ...person, kind: "person", name: row.name },
    operator: row.isOperator
      ? { ...person, kind: "operator", isSecondFactorMissing: !row.twoFactorEnabled }
      : null,
    actor:
      row.workspaceId && row.role
        ? {
            ...person,
            kind: "user",
            workspaceId: row.workspaceId,
            role: row.role,
            domainNames: row.domainNames,
          }
        : null,
    current: () => ({
      user: publicUser({ ...row, id: row.userId }),
      session: {
        id: publicId("ses", row.sessionId),
        createdAt: row.createdAt,
        expiresAt: row.expiresAt,
        workspaceId: row.workspaceId && publicId("wsp", row.workspaceId),
        workspaceName: row.workspaceName,
        confirmedAt: new Date(row.confirmedAtMs).toISOString(),
        role: row.role,
        domainNames: row.domainNames,
        accountDeletesAt: row.accountDeletesAt,
      },
    }),
  };
}

/**
 * Extends the sliding lifetime, at most once an hour. Returns the cookie to send if it did, or if a retired secret has
 * signed the one that was sent.
 */
export async function refreshSession(
  db: Db,
  cookie: SessionCookie,
  session: SignedIn,
): Promise<string | undefined> {
  const again = session.isCookieOutdated ? cookie.write(session.token, sessionLifetimeSeconds) : undefined;
  if (!session.isRefreshDue) {
    return again;
  }
  const moved = await db.$client`
    update sessions set updated_at = now(), expires_at = least(
      now() + make_interval(secs => ${sessionLifetimeSeconds}),
      created_at + make_interval(secs => ${sessionMaxAgeSeconds}))
    where token = ${session.token} and updated_at < now() - interval '1 hour'`;
  return moved.count === 1 ? cookie.write(session.token, sessionLifetimeSeconds) : again;
}
