import { users } from "@zonepost/db";
import { describe, expect, it } from "vitest";
import { attributesOf, cookieValue } from "../../../../test/support/accounts/cookies.ts";
import {
  api,
  getSession,
  owner,
  setUpAccounts,
  signIn,
  withoutRequestId,
} from "../../../../test/support/accounts/set-up-accounts.ts";
import { type Api, password } from "../../../../test/support/start-api.ts";

setUpAccounts();

describe("signing in with a password", () => {
  it("returns the person and sets cookies that scripts and other sites can't use", async () => {
    const answer = await signIn({ email: owner.email, password });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ redirect: false, user: { email: owner.email, emailVerified: true } });
    expect(answer.json.user.id).toMatch(/^usr_/);
    expect(answer.cookies.map((each) => each.split("=")[0])).toEqual([
      "zonepost.session_token",
      "zonepost.known_browser",
    ]);
    for (const [index, maxAge] of [604_800, 34_560_000].entries()) {
      const attributes = ["httponly", `max-age=${maxAge}`, "path=/", "samesite=lax"];
      expect(attributesOf(answer.cookies[index])).toEqual(attributes);
    }
    const session = await getSession(answer.cookies[0]?.split(";")[0]);
    expect(session.status).toBe(200);
    expect(session.json).toMatchObject({
      user: { email: owner.email },
      session: { workspaceName: "Test Workspace", role: "owner" },
    });
  });

  it("creates a new session, whatever cookie was sent, and leaves the other session unchanged", async () => {
    const sent = await signIn({ email: owner.email, password });
    const there = sent.cookies[0]?.split(";")[0] ?? "";
    for (const cookie of [there, "zonepost.session_token=chosen-by-someone-else"]) {
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

  it("accepts the address in any case and with surrounding spaces, and the password exactly", async () => {
    expect((await signIn({ email: ` ${owner.email.toUpperCase()} `, password })).status).toBe(200);
    for (const wrong of [password.toUpperCase(), ` ${password}`, `${password} `]) {
      expect((await signIn({ email: owner.email, password: wrong })).status).toBe(401);
    }
  });

  it("rejects a wrong password and an unknown address with the same bytes, and no cookie", async () => {
    const wrong = await signIn({ email: owner.email, password: "not-the-password" });
    const unknown = await signIn({ email: "unknown@people.test", password });
    expect([wrong.status, wrong.cookies]).toEqual([401, []]);
    expect([unknown.status, unknown.cookies]).toEqual([401, []]);
    expect(withoutRequestId(unknown)).toBe(withoutRequestId(wrong));
    expect(wrong.json).toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD", status: 401 });
  });

  it("rejects an invalid address or body with 422 and a pointer", async () => {
    for (const [body, pointer] of [
      [{ email: "not-an-address", password }, "/email"],
      [{ email: ["a@b.test"], password }, "/email"],
      [{ email: { $ne: null }, password }, "/email"],
      [{ email: owner.email }, "/password"],
      [{ email: owner.email, password: 12_345_678 }, "/password"],
      [{ email: owner.email, password: "a".repeat(1025) }, "/password"],
      [{ email: owner.email, password, role: "owner" }, "/role"],
      [{ email: owner.email, password, callbackURL: "https://evil.example/" }, "/callbackURL"],
    ] as const) {
      const answer = await signIn(body);
      expect([body, answer.status, answer.json.errors?.[0].pointer]).toEqual([body, 422, pointer]);
    }
  });

  it("returns no token in any body", async () => {
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

describe("signing in with a provider", () => {
  const social = (body: object, listener: Pick<Api, "call"> = api) =>
    listener.call({ method: "POST", path: "/auth/sign-in/social", body });

  it("returns 422 for an unsupported provider and 503 for one that isn't configured", async () => {
    expect((await social({ provider: "facebook" })).status).toBe(422);
    for (const provider of ["google", "github"]) {
      const answer = await social({ provider, callbackURL: "/domains" });
      expect([answer.status, answer.json.code]).toEqual([503, "provider_not_configured"]);
      expect((await api.call({ path: `/auth/callback/${provider}?code=x&state=y` })).status).toBe(404);
    }
  });

  it("redirects to a configured provider, and never creates an account, whatever the request", async () => {
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

  it("can only return to the panel", async () => {
    const configured = await api.startAnother({
      env: { GITHUB_CLIENT_ID: "test-client", GITHUB_CLIENT_SECRET: "test-secret" },
    });
    for (const callbackURL of ["https://evil.example/", "//evil.example", "javascript:alert(1)"]) {
      expect([403, 422]).toContain((await social({ provider: "github", callbackURL }, configured)).status);
    }
  });
});
