import { users } from "@zonepost/db";
import { count } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadAuthLibrary } from "../src/modules/accounts/index.ts";
import { type Api, type Person, startApi } from "./support/start-api.ts";

// Access is by invitation only. The sign-in library has many more routes than we offer, so each of them is requested
// here: new ones of a later version must stay closed until we want them.

const offered = new Set([
  "POST /sign-in/email",
  "POST /sign-in/social",
  "POST /sign-out",
  "GET /get-session",
  "GET /providers",
  "GET /magic-link/verify",
  "GET /callback/google",
  "GET /callback/github",
]);

const providers = {
  GOOGLE_CLIENT_ID: "test-client",
  GOOGLE_CLIENT_SECRET: "test-secret",
  GITHUB_CLIENT_ID: "test-client",
  GITHUB_CLIENT_SECRET: "test-secret",
};

let api: Api;
let owner: Person;
let library: Awaited<ReturnType<typeof loadAuthLibrary>>;
const countUsers = async () => (await api.db.select({ count: count() }).from(users))[0]?.count;

beforeAll(async () => {
  api = await startApi({ env: providers });
  ({ owner } = await api.createWorkspace());
  library = await loadAuthLibrary({
    db: api.db,
    log: pino({ level: "silent" }),
    settings: {
      apiUrl: api.env.API_URL,
      panelUrl: api.env.PANEL_URL,
      authSecret: api.env.AUTH_SECRET,
      cookieDomain: undefined,
      signInLimitPerMinute: 10,
      isSecondFactorAskedOfOperators: true,
      providers: {
        google: { clientId: "test-client", clientSecret: "test-secret" },
        github: { clientId: "test-client", clientSecret: "test-secret" },
      },
    },
  });
});
afterAll(() => api?.[Symbol.asyncDispose]());

type Endpoint = { path?: string; options?: { method?: string | string[] } };

function libraryAddresses(): { method: string; path: string }[] {
  return Object.values(library.api as unknown as Record<string, Endpoint>).flatMap(({ path, options }) =>
    path === undefined
      ? []
      : [options?.method ?? "GET"].flat().flatMap((method) => {
          const paths = path.includes(":id") ? ["google", "github", "evil"] : ["x"];
          return paths.map((value) => ({ method, path: path.replace(/:\w+/g, value) }));
        }),
  );
}

const eager = {
  email: "new@people.test",
  password: "a-long-enough-password",
  newPassword: "a-long-enough-password",
  name: "New Person",
  token: "x",
  provider: "google",
  callbackURL: "/domains",
  requestSignUp: true,
  idToken: { token: "eyJhbGciOiJub25lIn0.eyJlbWFpbCI6Im5ld0BwZW9wbGUudGVzdCJ9." },
};

describe("the sign-in library's own routes", () => {
  it("are found in the library", () => {
    const paths = libraryAddresses().map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths).toEqual(
      expect.arrayContaining(["/sign-up/email", "/sign-in/magic-link", "/change-password", "/link-social"]),
    );
  });

  it("return 404 unless offered, or 405 for another method, signed in or not, with or without a body", async () => {
    const before = await countUsers();
    const closed = libraryAddresses().filter(({ method, path }) => !offered.has(`${method} ${path}`));
    const offeredPaths = new Set([...offered].map((address) => address.split(" ")[1]));
    for (const { method, path } of closed) {
      for (const cookie of [undefined, owner.cookie]) {
        for (const body of method === "GET" ? [undefined] : [eager, undefined]) {
          const answer = await api.call({ method, path: `/auth${path}`, cookie, body });
          const refusal = offeredPaths.has(path) ? [405, "method_not_allowed"] : [404, "not_found"];
          expect([method, path, answer.status, answer.json.code]).toEqual([method, path, ...refusal]);
        }
      }
    }
    expect(await countUsers()).toBe(before);
    expect((await api.call({ path: "/auth/get-session", cookie: owner.cookie })).status).toBe(200);
  });

  it("can't be reached with another spelling of their path", async () => {
    for (const path of [
      "/auth//sign-up/email",
      "/auth/sign-up/email/",
      "/auth/sign-up%2femail",
      "/auth/./sign-up/email",
      "/auth/sign-in/../sign-up/email",
      "/auth/sign-in/%2e%2e/sign-up/email",
      "/auth/SIGN-UP/email",
      "/AUTH/sign-up/email",
      "/auth/sign-out/../sign-up/email",
      "/auth/constructor",
      "/auth/__proto__",
    ]) {
      const answer = await api.call({ method: "POST", path, body: eager });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it("create no account if offered", async () => {
    const before = await countUsers();
    const session = /zonepost\.session_token=[^;]/;
    for (const path of [
      "/sign-in/email",
      "/sign-in/social",
      "/sign-out",
      "/magic-link/send",
      "/magic-link/redeem",
      "/magic-link/code",
    ]) {
      const answer = await api.call({ method: "POST", path: `/auth${path}`, body: eager });
      expect([path, answer.cookies.filter((cookie) => session.test(cookie))]).toEqual([path, []]);
    }
    expect(await countUsers()).toBe(before);
  });
});

describe("the sign-up guard", () => {
  it("rejects every new person, in every way the library can create one", async () => {
    const before = await countUsers();
    const context = await library.$context;
    await expect(
      context.internalAdapter.createUser(
        { email: "new@people.test", name: "New", emailVerified: true },
        undefined as never,
      ),
    ).rejects.toThrow(/invitation/i);
    await expect(
      context.internalAdapter.createOAuthUser(
        { email: "new@people.test", name: "New", emailVerified: true },
        { providerId: "google", accountId: "1" },
      ),
    ).rejects.toThrow(/invitation/i);
    await expect(
      library.api.signUpEmail({
        body: { email: "new@people.test", password: "a-long-enough-password", name: "New" },
      }),
    ).rejects.toThrow();
    expect(await countUsers()).toBe(before);
  });
});
