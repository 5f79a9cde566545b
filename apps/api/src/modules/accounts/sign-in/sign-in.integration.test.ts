import { createHmac } from "node:crypto";
import { users } from "@zonepost/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../../../test/support/answer.ts";
import {
  type Api,
  type Person,
  password,
  startApi,
  type Workspace,
} from "../../../../test/support/start-api.ts";

let api: Api;
let workspace: Workspace;
let owner: Person;

beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
  owner = workspace.owner;
});
afterAll(() => api?.[Symbol.asyncDispose]());

const signIn = (body: object, listener: Pick<Api, "call"> = api) =>
  listener.call({ method: "POST", path: "/auth/sign-in/email", body });
const getSession = (cookie?: string, listener: Pick<Api, "call"> = api) =>
  listener.call({ path: "/auth/get-session", cookie });
const withoutRequestId = ({ text }: Answer) => text.replace(/req_[0-9a-z_]{41}/, "<request>");
const attributesOf = (setCookie: string | undefined) =>
  (setCookie ?? "")
    .split("; ")
    .slice(1)
    .map((attribute) => attribute.toLowerCase())
    .sort();
const cookieValue = (setCookie: string | undefined) =>
  decodeURIComponent((setCookie ?? "").split(";")[0]?.split("=").slice(1).join("=") ?? "");

describe("signing in with a password", () => {
  it("answers the person and sets one cookie that scripts and other sites cannot use", async () => {
    const answer = await signIn({ email: owner.email, password });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ redirect: false, user: { email: owner.email, emailVerified: true } });
    expect(answer.json.user.id).toMatch(/^usr_/);
    expect(answer.cookies).toHaveLength(1);
    expect(answer.cookies[0]).toMatch(/^zonepost\.session_token=/);
    expect(attributesOf(answer.cookies[0])).toEqual(["httponly", "max-age=604800", "path=/", "samesite=lax"]);
    const session = await getSession(answer.cookies[0]?.split(";")[0]);
    expect(session.status).toBe(200);
    expect(session.json).toMatchObject({
      user: { email: owner.email },
      session: { workspaceName: "Test Workspace", role: "owner" },
    });
  });

  it("makes a session of its own, whatever cookie comes with it, and leaves that one's session alone", async () => {
    const sent = await signIn({ email: owner.email, password });
    const there = sent.cookies[0]?.split(";")[0] ?? "";
    for (const cookie of [there, "zonepost.session_token=chosen-by-somebody-else"]) {
      const answer = await api.call({
        method: "POST",
        path: "/auth/sign-in/email",
        cookie,
        body: { email: owner.email, password },
      });
      const made = answer.cookies[0]?.split(";")[0];
      expect([answer.status, made === cookie]).toEqual([200, false]);
      expect((await getSession(made)).status).toBe(200);
    }
    expect((await getSession(there)).status).toBe(200);
  });

  it("takes the address in any capitals and with blanks around it, and the password exactly", async () => {
    expect((await signIn({ email: ` ${owner.email.toUpperCase()} `, password })).status).toBe(200);
    for (const wrong of [password.toUpperCase(), ` ${password}`, `${password} `]) {
      expect((await signIn({ email: owner.email, password: wrong })).status).toBe(401);
    }
  });

  it("refuses a wrong password and an unknown address with the same bytes, and no cookie", async () => {
    const wrong = await signIn({ email: owner.email, password: "not-the-password" });
    const unknown = await signIn({ email: "nobody@people.test", password });
    expect([wrong.status, wrong.cookies]).toEqual([401, []]);
    expect([unknown.status, unknown.cookies]).toEqual([401, []]);
    expect(withoutRequestId(unknown)).toBe(withoutRequestId(wrong));
    expect(wrong.json).toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD", status: 401 });
  });

  it("refuses a malformed address or body with 422 and a pointer", async () => {
    for (const [body, pointer] of [
      [{ email: "nobody", password }, "/email"],
      [{ email: ["a@b.test"], password }, "/email"],
      [{ email: { $ne: null }, password }, "/email"],
      [{ email: owner.email }, "/password"],
      [{ email: owner.email, password: 12_345_678 }, "/password"],
      [{ email: owner.email, password: "a".repeat(1025) }, "/password"],
      [{ email: owner.email, password, role: "owner" }, "/role"],
    ] as const) {
      const answer = await signIn(body);
      expect([body, answer.status, answer.json.errors?.[0].pointer]).toEqual([body, 422, pointer]);
    }
  });

  it("tells no token in any body", async () => {
    const answer = await signIn({ email: owner.email, password });
    const token = cookieValue(answer.cookies[0]).split(".")[0] ?? "";
    expect(token.length).toBeGreaterThan(20);
    const cookie = answer.cookies[0]?.split(";")[0];
    const session = await getSession(cookie);
    const current = await api.call({ path: "/trpc/session.current", cookie });
    const out = await api.call({ method: "POST", path: "/auth/sign-out", cookie });
    for (const { text } of [answer, session, current, out]) {
      expect(text).not.toContain(token);
      expect(text.toLowerCase()).not.toContain("token");
    }
  });
});

describe("the cookie", () => {
  it("is Secure and __Secure- on https, with the Domain that is set, and no other name is taken there", async () => {
    const secure = await api.startAnother({
      env: {
        API_URL: "https://api.example.test",
        PANEL_URL: "https://panel.example.test",
        COOKIE_DOMAIN: "example.test",
      },
    });
    const answer = await signIn({ email: owner.email, password }, secure);
    const [setCookie] = answer.cookies;
    expect(setCookie).toMatch(/^__Secure-zonepost\.session_token=/);
    expect(attributesOf(setCookie)).toEqual([
      "domain=example.test",
      "httponly",
      "max-age=604800",
      "path=/",
      "samesite=lax",
      "secure",
    ]);
    const cookie = setCookie?.split(";")[0] ?? "";
    expect((await getSession(cookie, secure)).status).toBe(200);
    expect((await getSession(cookie.replace("__Secure-", ""), secure)).status).toBe(401);
    const out = await secure.call({ method: "POST", path: "/auth/sign-out", cookie });
    const cleared = out.cookies.find((each) => each.startsWith("__Secure-zonepost.session_token="));
    expect(cleared).toMatch(/Max-Age=0/i);
    expect(attributesOf(cleared)).toContain("domain=example.test");
  });

  it("signs nobody in where it is missing, forged, cut, unsigned or signed with another secret", async () => {
    const value = decodeURIComponent(owner.cookie.split("=").slice(1).join("="));
    const [token = "", signature = ""] = value.split(".");
    const flipped = `${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`;
    const other = createHmac("sha256", "another-secret-that-is-long-enough").update(token).digest("base64");
    const forged = [
      "",
      token,
      `${token}.`,
      `.${signature}`,
      `${token}.${flipped}`,
      `${token}.${signature.slice(0, -4)}`,
      `${token}.${other}`,
      `${token}x.${signature}`,
      `${value}x`,
      `${value}=`,
      value.slice(0, value.length / 2),
      "%E0%A4%A",
    ];
    for (const each of forged) {
      const cookie = `zonepost.session_token=${each.startsWith("%") ? each : encodeURIComponent(each)}`;
      expect([each, (await getSession(cookie)).status]).toEqual([each, 401]);
      expect([each, (await api.call({ path: "/domains/mine", cookie })).status]).toEqual([each, 401]);
    }
    expect((await getSession(owner.cookie)).status).toBe(200);
  });

  it("is found beside other cookies and behind one of the same name that is not ours", async () => {
    expect((await getSession(`a=1; zonepost.session_token=planted.aaaa; ${owner.cookie}; b=2`)).status).toBe(
      200,
    );
    expect(
      (await getSession(`xzonepost.session_token=1; ${owner.cookie.replace("zonepost", "x")}`)).status,
    ).toBe(401);
  });
});

describe("a session", () => {
  it("ends at once, on the server, when its person signs out; the others of that person stay", async () => {
    const [one, two] = [await api.signIn(owner.email), await api.signIn(owner.email)];
    const out = await api.call({ method: "POST", path: "/auth/sign-out", cookie: one });
    expect(out.status).toBe(200);
    expect(out.cookies.some((each) => /^zonepost\.session_token=;.*Max-Age=0/i.test(each))).toBe(true);
    expect((await getSession(one)).status).toBe(401);
    expect((await api.call({ path: "/domains/mine", cookie: one })).status).toBe(401);
    expect((await getSession(two)).status).toBe(200);
  });

  it("ends with every other one that the same browser sends a cookie of", async () => {
    const [one, two, elsewhere] = await Promise.all([1, 2, 3].map(() => api.signIn(owner.email)));
    const cookie = `${one}; ${two}`;
    expect((await api.call({ method: "POST", path: "/auth/sign-out", cookie })).status).toBe(200);
    expect((await getSession(one)).status).toBe(401);
    expect((await getSession(two)).status).toBe(401);
    expect((await getSession(elsewhere)).status).toBe(200);
  });

  it("can be signed out of twice, and by nobody, without an error", async () => {
    const cookie = await api.signIn(owner.email);
    for (const each of [cookie, cookie, undefined, "zonepost.session_token=forged"]) {
      expect((await api.call({ method: "POST", path: "/auth/sign-out", cookie: each })).status).toBe(200);
    }
    expect((await getSession(owner.cookie)).status).toBe(200);
  });

  it("is dead at the next request when it is revoked, has expired, or its person is gone", async () => {
    const token = (cookie: string) => cookieValue(cookie).split(".")[0] ?? "";
    const [revoked, expired] = [await api.signIn(owner.email), await api.signIn(owner.email)];
    await api.sql`delete from sessions where token = ${token(revoked)}`;
    await api.sql`update sessions set expires_at = now() - interval '1 second' where token = ${token(expired)}`;
    for (const cookie of [revoked, expired]) {
      expect((await getSession(cookie)).status).toBe(401);
    }
    const gone = await workspace.join("member");
    await api.sql`delete from users where id = ${gone.id}`;
    expect((await getSession(gone.cookie)).status).toBe(401);
  });

  it("has the role that its person has now, and no workspace once the seat is taken away", async () => {
    const person = await workspace.join("member");
    await api.sql`update members set role = 'read_only' where user_id = ${person.id}`;
    expect((await getSession(person.cookie)).json.session.role).toBe("read_only");
    await api.sql`delete from members where user_id = ${person.id}`;
    expect((await getSession(person.cookie)).json.session).toMatchObject({ role: null, workspaceId: null });
    const refused = await api.call({ path: "/domains/mine", cookie: person.cookie });
    expect([refused.status, refused.json.code]).toEqual([403, "no_workspace"]);
  });

  it("lives on by use: moved at most once an hour, whoever asks at once, with the same cookie", async () => {
    const cookie = await api.signIn(owner.email);
    const token = cookieValue(cookie).split(".")[0] ?? "";
    const signedIn = await signIn({ email: owner.email, password });
    expect((await getSession(cookie)).cookies).toEqual([]);
    await api.sql`
      update sessions set updated_at = now() - interval '61 minutes', expires_at = now() + interval '1 day'
      where token = ${token}`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 ? getSession(cookie) : api.call({ path: "/domains/mine", cookie }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const moved = answers.flatMap(({ cookies }) => cookies);
    expect(moved).toHaveLength(1);
    expect(moved[0]?.split(";")[0]).toBe(cookie);
    expect(attributesOf(moved[0])).toEqual(attributesOf(signedIn.cookies[0]));
    const [row] = await api.sql`
      select expires_at > now() + interval '6 days 23 hours' as "isMoved" from sessions where token = ${token}`;
    expect(row?.isMoved).toBe(true);
    expect((await getSession(cookie)).cookies).toEqual([]);
  });

  it("ends 30 days after the sign-in, however much it is used", async () => {
    const cookie = await api.signIn(owner.email);
    const token = cookieValue(cookie).split(".")[0] ?? "";
    await api.sql`
      update sessions set created_at = now() - interval '29 days 20 hours', updated_at = now() - interval '2 hours'
      where token = ${token}`;
    expect((await getSession(cookie)).status).toBe(200);
    const [row] = await api.sql`
      select expires_at <= created_at + interval '30 days' as "isCapped" from sessions where token = ${token}`;
    expect(row?.isCapped).toBe(true);
    await api.sql`
      update sessions set created_at = now() - interval '30 days 1 second', expires_at = now() + interval '1 day'
      where token = ${token}`;
    expect((await getSession(cookie)).status).toBe(401);
    expect((await api.call({ path: "/domains/mine", cookie })).status).toBe(401);
  });

  it("brings its moved cookie with whatever answer comes, a refusal too, over REST and tRPC", async () => {
    const cookie = await api.signIn(owner.email);
    const token = cookieValue(cookie).split(".")[0] ?? "";
    for (const path of ["/domains/nobody.com/dnssec", "/trpc/domains.list", "/webhooks/outbound"]) {
      await api.sql`update sessions set updated_at = now() - interval '2 hours' where token = ${token}`;
      const answer = await api.call({ path, cookie });
      expect([path, answer.cookies.length]).toEqual([path, 1]);
    }
  });

  it("stays as it was before the hour is over", async () => {
    const cookie = await api.signIn(owner.email);
    const token = cookieValue(cookie).split(".")[0] ?? "";
    await api.sql`update sessions set updated_at = now() - interval '59 minutes' where token = ${token}`;
    expect((await getSession(cookie)).cookies).toEqual([]);
  });

  it("is 401 where there is none, in a problem that says so", async () => {
    const answer = await getSession();
    expect([answer.status, answer.json.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("signing in with a provider", () => {
  const social = (body: object, listener: Pick<Api, "call"> = api) =>
    listener.call({ method: "POST", path: "/auth/sign-in/social", body });

  it("is 422 for a provider that is not offered and 503 for one that is not set up", async () => {
    expect((await social({ provider: "facebook" })).status).toBe(422);
    for (const provider of ["google", "github"]) {
      const answer = await social({ provider, callbackURL: "/domains" });
      expect([answer.status, answer.json.code]).toEqual([503, "provider_not_configured"]);
      expect((await api.call({ path: `/auth/callback/${provider}?code=x&state=y` })).status).toBe(404);
    }
  });

  it("leads to the provider where it is set up, and never makes an account, whatever is asked", async () => {
    const env = {
      GOOGLE_CLIENT_ID: "test-client",
      GOOGLE_CLIENT_SECRET: "test-secret",
      GITHUB_CLIENT_ID: "test-client",
      GITHUB_CLIENT_SECRET: "test-secret",
    };
    const configured = await api.startAnother({ env });
    const count = async () => (await api.db.select({ id: users.id }).from(users)).length;
    const before = await count();
    for (const [provider, host] of [
      ["google", "accounts.google.com"],
      ["github", "github.com"],
    ]) {
      const answer = await social({ provider, callbackURL: "/domains" }, configured);
      expect(answer.status).toBe(200);
      expect(answer.json.redirect).toBe(true);
      const url = new URL(answer.json.url);
      expect([url.protocol, url.host]).toEqual(["https:", host]);
      expect(url.searchParams.get("redirect_uri")).toBe(
        `${configured.env.API_URL}/auth/callback/${provider}`,
      );
      expect(url.searchParams.get("state")).toBeTruthy();
      const claims = Buffer.from('{"email":"new@people.test","email_verified":true}').toString("base64url");
      for (const trick of [
        { requestSignUp: true },
        { idToken: { token: `eyJhbGciOiJub25lIn0.${claims}.`, accessToken: "x" } },
        { idToken: { token: "x" }, requestSignUp: true, disableRedirect: true },
      ]) {
        const tricked = await social({ provider, ...trick }, configured);
        expect(tricked.json).not.toHaveProperty("user");
        expect(tricked.cookies.some((each) => each.includes("session_token="))).toBe(false);
      }
    }
    const states = await api.sql`select value from verifications`;
    expect(JSON.stringify([...states])).not.toMatch(/requestSignUp\\*":\s*true/);
    for (const query of ["?code=x&state=made-up", "?error=access_denied", ""]) {
      const back = await configured.call({ path: `/auth/callback/google${query}` });
      expect(back.status).toBe(302);
      expect(String(back.headers.location)).toMatch(/^http:\/\/localhost:3999\/sign-in\?/);
      expect(back.cookies.some((each) => /session_token=[^;]/.test(each))).toBe(false);
    }
    expect(await count()).toBe(before);
  });

  it("refuses to come back anywhere but to the panel", async () => {
    const configured = await api.startAnother({
      env: { GITHUB_CLIENT_ID: "test-client", GITHUB_CLIENT_SECRET: "test-secret" },
    });
    for (const callbackURL of ["https://evil.example/", "//evil.example", "javascript:alert(1)"]) {
      expect([403, 422]).toContain((await social({ provider: "github", callbackURL }, configured)).status);
    }
  });
});
