import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { attributesOf, cookieValue } from "../../../../test/support/accounts/cookies.ts";
import {
  api,
  getSession,
  owner,
  setUpAccounts,
  signIn,
  workspace,
} from "../../../../test/support/accounts/set-up-accounts.ts";
import { password } from "../../../../test/support/start-api.ts";

setUpAccounts();

describe("the cookie", () => {
  it("is Secure and __Secure- on https, with the configured Domain, and no other name is accepted there", async () => {
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

  it("is rejected if missing, forged, truncated, unsigned or signed with another secret", async () => {
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

  it("is found among other cookies, even after one with the same name that isn't ours", async () => {
    expect((await getSession(`a=1; zonepost.session_token=planted.aaaa; ${owner.cookie}; b=2`)).status).toBe(
      200,
    );
    expect(
      (await getSession(`xzonepost.session_token=1; ${owner.cookie.replace("zonepost", "x")}`)).status,
    ).toBe(401);
  });
});

describe("a session", () => {
  it("ends immediately, on the server, when its person signs out; their other sessions remain", async () => {
    const [one, two] = [await api.signIn(owner.email), await api.signIn(owner.email)];
    const out = await api.call({ method: "POST", path: "/auth/sign-out", cookie: one });
    expect(out.status).toBe(200);
    expect(out.cookies.some((each) => /^zonepost\.session_token=;.*Max-Age=0/i.test(each))).toBe(true);
    expect((await getSession(one)).status).toBe(401);
    expect((await api.call({ path: "/domains/mine", cookie: one })).status).toBe(401);
    expect((await getSession(two)).status).toBe(200);
  });

  it("ends with every other session whose cookie the same browser sends", async () => {
    const [one, two, elsewhere] = await Promise.all([1, 2, 3].map(() => api.signIn(owner.email)));
    const cookie = `${one}; ${two}`;
    expect((await api.call({ method: "POST", path: "/auth/sign-out", cookie })).status).toBe(200);
    expect((await getSession(one)).status).toBe(401);
    expect((await getSession(two)).status).toBe(401);
    expect((await getSession(elsewhere)).status).toBe(200);
  });

  it("can be signed out twice, or without a session, without an error", async () => {
    const cookie = await api.signIn(owner.email);
    for (const each of [cookie, cookie, undefined, "zonepost.session_token=forged"]) {
      expect((await api.call({ method: "POST", path: "/auth/sign-out", cookie: each })).status).toBe(200);
    }
    expect((await getSession(owner.cookie)).status).toBe(200);
  });

  it("ends at the next request after it is revoked, has expired, or its person is gone", async () => {
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

  it("has its person's current role, and no workspace once the membership has ended", async () => {
    const person = await workspace.join("member");
    await api.sql`update members set role = 'read_only' where user_id = ${person.id}`;
    expect((await getSession(person.cookie)).json.session.role).toBe("read_only");
    await api.sql`delete from members where user_id = ${person.id}`;
    expect((await getSession(person.cookie)).json.session).toMatchObject({ role: null, workspaceId: null });
    const refused = await api.call({ path: "/domains/mine", cookie: person.cookie });
    expect([refused.status, refused.json.code]).toEqual([403, "no_workspace"]);
  });

  it("is extended by use at most once an hour, even by simultaneous requests, with the same cookie", async () => {
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

  it("ends 30 days after the sign-in, even if it is used", async () => {
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

  it("sends the extended cookie with any response, a refusal too, over REST and tRPC", async () => {
    const cookie = await api.signIn(owner.email);
    const token = cookieValue(cookie).split(".")[0] ?? "";
    for (const path of [
      "/domains/not-registered.com/dnssec",
      "/trpc/domains.portfolio",
      "/webhooks/outbound",
    ]) {
      await api.sql`update sessions set updated_at = now() - interval '2 hours' where token = ${token}`;
      const answer = await api.call({ path, cookie });
      expect([path, answer.cookies.length]).toEqual([path, 1]);
    }
  });

  it("is not extended again within the hour", async () => {
    const cookie = await api.signIn(owner.email);
    const token = cookieValue(cookie).split(".")[0] ?? "";
    await api.sql`update sessions set updated_at = now() - interval '59 minutes' where token = ${token}`;
    expect((await getSession(cookie)).cookies).toEqual([]);
  });

  it("is required: otherwise the response is a 401 problem", async () => {
    const answer = await getSession();
    expect([answer.status, answer.json.code]).toEqual([401, "unauthenticated"]);
  });
});

it("is read on one connection, however many requests arrive at once", async () => {
  const countConnections = () => api.sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'zonepost-api-identity'`;
  await getSession(owner.cookie);
  const before = await countConnections();
  const answers = await Promise.all(Array.from({ length: 100 }, () => getSession(owner.cookie)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await countConnections()).toEqual(before);
});
