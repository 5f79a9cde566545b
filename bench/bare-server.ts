import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { verify } from "@node-rs/argon2";
import postgres from "postgres";

// The baseline: the cost of node:http and the driver without a framework, for the same cookie, queries and JSON.

const {
  DATABASE_URL = "",
  AUTH_SECRET = "",
  DATABASE_MAX_CONNECTIONS = "10",
  ENDPOINT_ID = "",
} = process.env;
const sql = postgres(DATABASE_URL, {
  max: Number(DATABASE_MAX_CONNECTIONS),
  connection: { TimeZone: "UTC", application_name: "bare" },
});

const listDomains = ({ workspaceId }: { workspaceId: string }) => sql`
    select name, tld, status, auto_renew as "autoRenew", whois_privacy as "whoisPrivacy",
      to_char(registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "registeredAt",
      to_char(paid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"
    from domains
    where workspace_id = ${workspaceId} and status not in ('deleted', 'transferred_out')
    order by name`;

/** Ids and times as the driver returns them. */
const listDeliveries = ({ workspaceId }: { workspaceId: string }, endpointId: string) => sql`
    select d.id, d.event_id as "eventId", d.event_type as "eventType", d.status, d.status_code as "statusCode", d.error,
      d.attempt, d.created_at as "createdAt", d.last_attempt_at as "lastAttemptAt",
      d.next_attempt_at as "nextAttemptAt", d.duration_ms as "durationMs"
    from webhook_endpoints e join deliveries d on d.endpoint_id = e.id
    where e.id = ${endpointId} and e.workspace_id = ${workspaceId}
    order by d.id desc limit 100`;

const routes: Record<string, (session: SessionRow) => Promise<unknown>> = {
  "/domains/mine": listDomains,
  "/deliveries": (session) => listDeliveries(session, ENDPOINT_ID),
  "/auth/get-session": async (row) => ({
    user: {
      id: typeId("usr", row.userId),
      email: row.email,
      name: row.name,
      emailVerified: row.emailVerified,
      image: row.image,
      language: row.language,
      twoFactorEnabled: row.twoFactorEnabled,
    },
    session: {
      id: typeId("ses", row.sessionId),
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
      workspaceId: typeId("wsp", row.workspaceId),
      workspaceName: row.workspaceName,
      confirmedAt: row.confirmedAt,
      role: row.role,
      domainNames: row.domainNames,
    },
  }),
};

type SessionRow = {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  emailVerified: boolean;
  image: string | null;
  language: string | null;
  twoFactorEnabled: boolean;
  confirmedAt: string;
  domainNames: string[] | null;
  createdAt: string;
  expiresAt: string;
  workspaceId: string;
  workspaceName: string;
  role: string;
};

async function readSession(token: string): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    select s.id as "sessionId", u.id as "userId", u.email, u.name, u.email_verified as "emailVerified", u.image,
      u.language, u.two_factor_enabled as "twoFactorEnabled", m.domain_names as "domainNames",
      to_char(s.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "confirmedAt",
      to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      to_char(s.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
      w.id as "workspaceId", w.name as "workspaceName", m.role
    from sessions s
    join users u on u.id = s.user_id
    join members m on m.user_id = u.id and m.workspace_id = s.active_workspace_id
    join workspaces w on w.id = m.workspace_id
    where s.token = ${token} and s.expires_at > now()`;
  return row;
}

function readToken(cookieHeader: string): string | undefined {
  const value = /(?:^|; )zonepost\.session_token=([^;]+)/.exec(cookieHeader)?.[1];
  if (value === undefined) {
    return undefined;
  }
  const decoded = decodeURIComponent(value);
  const dot = decoded.lastIndexOf(".");
  const token = decoded.slice(0, dot);
  const offered = Buffer.from(decoded.slice(dot + 1), "base64");
  const expected = createHmac("sha256", AUTH_SECRET).update(token).digest();
  return offered.length === expected.length && timingSafeEqual(offered, expected) ? token : undefined;
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A UUID in TypeID's format: 128 bits in 26 characters of base32, after two zero bits. */
function typeId(prefix: string, uuid: string): string {
  let text = "";
  let bits = 0;
  let bitCount = 2;
  for (const byte of Buffer.from(uuid.replaceAll("-", ""), "hex")) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    for (; bitCount >= 5; bitCount -= 5) {
      text += alphabet[(bits >> (bitCount - 5)) & 31];
    }
    bits &= 31;
  }
  return `${prefix}_${text}`;
}

async function readApiKey(key: string): Promise<{ workspaceId: string } | undefined> {
  const keyHash = createHash("sha256").update(key).digest("base64url");
  const [row] = await sql<{ workspaceId: string; scopes: string[] }[]>`
    select workspace_id as "workspaceId", scopes from api_keys
    where key_hash = ${keyHash} and revoked_at is null and (expires_at is null or expires_at > now())`;
  return row?.scopes.includes("domains:read") ? row : undefined;
}

// The API's concurrency limit.
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let nextLane = 0;

function verifyInTurn(hash: string, password: string): Promise<boolean> {
  const lane = nextLane++ % lanes.length;
  const verified = (lanes[lane] ?? Promise.resolve()).then(() => verify(hash, password));
  lanes[lane] = verified.catch(() => {});
  return verified;
}

/** Finds the person, compares the password and stores a session: the least that a sign-in does. */
async function signIn(request: IncomingMessage): Promise<{ status: boolean } | undefined> {
  const { email, password } = (await json(request)) as { email: string; password: string };
  const [person] = await sql<{ id: string; workspaceId: string; hash: string }[]>`
    select u.id, m.workspace_id as "workspaceId", c.password as hash
    from users u
    join credentials c on c.user_id = u.id and c.provider_id = 'credential'
    join members m on m.user_id = u.id
    where lower(u.email) = ${email.toLowerCase()} limit 1`;
  if (!person || !(await verifyInTurn(person.hash, password))) {
    return undefined;
  }
  await sql`
    insert into sessions (id, token, user_id, active_workspace_id, expires_at, created_at, updated_at)
    values (${randomUUID()}, ${randomBytes(24).toString("base64url")}, ${person.id}, ${person.workspaceId},
      now() + interval '7 days', now(), now())`;
  return { status: true };
}

async function bodyFor(request: IncomingMessage): Promise<unknown> {
  const { url = "", headers } = request;
  if (url === "/health/live") {
    return { status: "ok" };
  }
  if (url === "/sign-in") {
    return signIn(request);
  }
  const key = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];
  if (key !== undefined) {
    const actor = await readApiKey(key);
    return actor && url === "/domains/mine" ? listDomains(actor) : undefined;
  }
  const token = readToken(headers.cookie ?? "");
  const session = token === undefined ? undefined : await readSession(token);
  return session && routes[url]?.(session);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const value = await bodyFor(request);
  if (value === undefined) {
    response.writeHead(401).end();
    return;
  }
  const body = JSON.stringify(value);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
process.once("disconnect", () => process.exit());
