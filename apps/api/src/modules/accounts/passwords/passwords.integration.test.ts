import { createHash } from "node:crypto";
import type { Db } from "@zonepost/db";
import * as tables from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { Agent } from "undici";
import { describe, expect, it } from "vitest";
import {
  auditedActions,
  cookieOf,
  enableSecondFactor,
  mailedLink,
  makeStale,
  mintLink,
  tokenOf,
} from "../../../../test/support/accounts/second-factor.ts";
import {
  api,
  invalidLink,
  person,
  post,
  sentTo,
  sessionStatus,
  setUpAccounts,
  summaryOf,
  withoutRequestId,
  workspace,
} from "../../../../test/support/accounts/set-up-accounts.ts";
import { advanceClock } from "../../../../test/support/advance-clock.ts";
import { createClient } from "../../../../test/support/client.ts";
import { type Person, password, startApi } from "../../../../test/support/start-api.ts";
import { until } from "../../../../test/support/until.ts";
import { wallClock } from "../../../kernel/clock.ts";
import { createLogger } from "../../../kernel/log.ts";
import {
  authOperations,
  createPasswords,
  createSessionCookie,
  loadAuthLibrary,
  type Passwords,
} from "../index.ts";

setUpAccounts({ hasWorker: true, personRole: "member" });

const newPassword = "twelve characters and some more";
const change = (body: object, cookie = person.cookie) => post("/password/change", body, cookie);
const reset = (token: string, secret = newPassword, cookie?: string) =>
  post("/password/reset", { token, newPassword: secret }, cookie);
const signsIn = async (secret: string) =>
  (await post("/sign-in/email", { email: person.email, password: secret })).status === 200;
const linksOf = async ({ id }: Person) =>
  (await api.sql`select id from person_tokens where user_id = ${id}`).length;

describe("changing the password", () => {
  it("requires the current one, gives this session a new token and ends all others", async () => {
    const another = await api.signIn(person.email);
    await mintLink(api, person, "password_reset");
    await mintLink(api, person, "email_change", "new@elsewhere.example");
    const answer = await change({ currentPassword: password, newPassword });
    expect([answer.status, answer.json]).toEqual([200, { status: true }]);
    const after = cookieOf(answer);
    expect(tokenOf(after)).not.toBe(tokenOf(person.cookie));
    expect([
      await sessionStatus(person.cookie),
      await sessionStatus(another),
      await sessionStatus(after),
    ]).toEqual([401, 401, 200]);
    expect([await signsIn(password), await signsIn(newPassword)]).toEqual([false, true]);
    expect(await linksOf(person)).toBe(0);
    expect(await auditedActions(api, person)).toContain("password.changed");
    await until("the person was told", async () => (await sentTo(person.email)).includes("password_changed"));
  });

  it("rejects a wrong or missing current password, and then changes nothing", async () => {
    const wrong = await change({ currentPassword: `${password} `, newPassword });
    expect(summaryOf(wrong)).toEqual([422, "wrong_password", "/currentPassword"]);
    expect(summaryOf(await change({ newPassword }))).toEqual([422, "invalid_input", "/currentPassword"]);
    expect([await signsIn(password), await sessionStatus(person.cookie)]).toEqual([true, 200]);
    expect(await auditedActions(api, person)).toContain("session.confirmation_failed");
  });

  it("accepts any characters, including spaces, up to 1024, all significant", async () => {
    const long = `${"ä long pass phrase ".repeat(60).slice(0, 1023)}.`;
    expect((await change({ currentPassword: password, newPassword: long })).status).toBe(200);
    expect([await signsIn(`${long.slice(0, 1023)}!`), await signsIn(long)]).toEqual([false, true]);
  });

  it("rejects a short, long, common, personal or unchanged password, with the reason", async () => {
    for (const [refused, message] of [
      ["elevenchars", /at least 12/],
      ["x y".repeat(400), /at most 1,024/],
      ["password1234!", /too common/],
      ["aaaaaaaaaaaaaaaa", /different characters/],
      [`${person.email}1`, /the email address/],
      [password, /other than your current one/],
    ] as const) {
      const answer = await change({ currentPassword: password, newPassword: refused });
      expect(summaryOf(answer)).toEqual([422, "invalid_input", "/newPassword"]);
      expect(answer.json.errors[0].message).toMatch(message);
    }
    expect(await signsIn(password)).toBe(true);
  });

  it("sets a first password in a session that was just confirmed", async () => {
    await api.sql`delete from credentials where user_id = ${person.id}`;
    await makeStale(api, person);
    expect(summaryOf(await change({ newPassword }))[1]).toBe("step_up_required");
    await api.sql`update sessions set confirmed_at = now() where user_id = ${person.id}`;
    expect((await change({ newPassword })).status).toBe(200);
    expect(await signsIn(newPassword)).toBe(true);
  });

  it("succeeds for one of ten simultaneous requests, and only that password signs in", async () => {
    const wanted = Array.from({ length: 10 }, (_, index) => `${newPassword} number ${index}`);
    const answers = await Promise.all(
      wanted.map((each) => change({ currentPassword: password, newPassword: each })),
    );
    const winners = wanted.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    for (const { status: number } of answers) {
      expect([200, 401, 422]).toContain(number);
    }
    expect(await signsIn(winners[0] ?? "")).toBe(true);
  });

  it("requires a fully signed-in person", async () => {
    const body = { currentPassword: password, newPassword };
    expect((await post("/password/change", body)).status).toBe(401);
    const factor = await enableSecondFactor(api, person);
    expect(summaryOf(await change(body, await factor.signInByHalf()))[1]).toBe("second_factor_required");
  });
});

describe("requesting a password reset", () => {
  it("emails a link whose secret isn't logged, and only stores its hash", async () => {
    const answer = await post("/password/reset-request", { email: ` ${person.email.toUpperCase()} ` });
    expect([answer.status, answer.json]).toEqual([200, { status: true }]);
    const link = await mailedLink(api, person.email, "password_reset");
    expect([link.origin, link.pathname, link.search]).toEqual([api.panelOrigin, "/auth/password-reset", ""]);
    const token = new URLSearchParams(link.hash.slice(1)).get("token") ?? "";
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const [row] = await api.sql`
      select *, expires_at - created_at = interval '30 minutes' as "isHalfAnHour"
      from person_tokens where user_id = ${person.id}`;
    expect(row).toMatchObject({
      isHalfAnHour: true,
      token_hash: createHash("sha256").update(token).digest("base64url"),
    });
    expect((await reset(token)).status).toBe(200);
  });

  it("returns the same bytes for an unknown address after the same work, and emails no one", async () => {
    const quiet = await startApi();
    try {
      const { owner } = await quiet.createWorkspace();
      const ask = (email: string) => post("/password/reset-request", { email }, undefined, quiet);
      const [known, unknown] = [await ask(owner.email), await ask("unknown@people.test")];
      expect([unknown.status, withoutRequestId(unknown)]).toEqual([200, withoutRequestId(known)]);
      // Neither request looked anyone up: both only left the same job, with different addresses.
      const jobs = await quiet.sql`select task_id, payload from graphile_worker._private_jobs order by id`;
      expect(jobs.map(({ payload }) => payload)).toEqual([
        { email: owner.email },
        { email: "unknown@people.test" },
      ]);
      expect(await quiet.sql`select id from person_tokens`).toHaveLength(0);
      await quiet.startWorker();
      await mailedLink(quiet, owner.email, "password_reset");
      await until("both jobs are done", async () => {
        const [left] = await quiet.sql`select count(*)::int as count from graphile_worker._private_jobs`;
        return left?.count === 0;
      });
      const { json } = await quiet.call({ path: "/sandbox/outbox" });
      expect(json.map(({ to }: { to: string }) => to)).toEqual([owner.email]);
    } finally {
      await quiet[Symbol.asyncDispose]();
    }
  });

  it("requires an address", async () => {
    expect((await post("/password/reset-request", { email: "no address" })).status).toBe(422);
  });
});

describe("resetting the password by link", () => {
  it("ends every session, doesn't sign in, and notifies the person", async () => {
    const [token, spare] = [
      await mintLink(api, person, "password_reset"),
      await mintLink(api, person, "password_reset"),
    ];
    const answer = await reset(token, newPassword, person.cookie);
    expect([answer.status, answer.json, answer.cookies]).toEqual([200, { status: true }, []]);
    expect(await sessionStatus(person.cookie)).toBe(401);
    expect([await signsIn(password), await signsIn(newPassword)]).toEqual([false, true]);
    expect(summaryOf(await reset(token))).toEqual(invalidLink);
    expect(summaryOf(await reset(spare))).toEqual(invalidLink);
    expect(await auditedActions(api, person)).toContain("password.reset");
    await until("the person was told", async () => (await sentTo(person.email)).includes("password_changed"));
  });

  it("doesn't bypass the second factor, and removes trusted browsers", async () => {
    const factor = await enableSecondFactor(api, person);
    const trusting = await post(
      "/two-factor/verify-totp",
      { code: await factor.freshCode(), trustDevice: true },
      await factor.signInByHalf(),
    );
    const device = cookieOf(trusting, "trusted_device");
    expect((await reset(await mintLink(api, person, "password_reset"))).status).toBe(200);
    const signedIn = await post("/sign-in/email", { email: person.email, password: newPassword }, device);
    expect(signedIn.json).toEqual({ redirect: false, twoFactorRedirect: true });
    expect(await sessionStatus(cookieOf(signedIn))).toBe(401);
  });

  it("works once, even with simultaneous uses of the link", async () => {
    const token = await mintLink(api, person, "password_reset");
    const wanted = Array.from({ length: 20 }, (_, index) => `${newPassword} number ${index}`);
    const answers = await Promise.all(wanted.map((each) => reset(token, each)));
    const winners = wanted.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ json }) => json.code === "link_invalid")).toHaveLength(19);
    expect(await signsIn(winners[0] ?? "")).toBe(true);
  });

  it("rejects expired, truncated, foreign and unknown links with the same response", async () => {
    const token = await mintLink(api, person, "password_reset");
    const expired = await mintLink(api, person, "password_reset");
    await api.sql`
      update person_tokens set expires_at = now() - interval '1 second'
      where token_hash = ${createHash("sha256").update(expired).digest("base64url")}`;
    const other = await mintLink(api, person, "email_change", "new@elsewhere.example");
    const answers = [expired, token.slice(0, -1), other, "no-such-token-anywhere"].map((each) => reset(each));
    const texts = (await Promise.all(answers)).map((answer) => {
      expect(summaryOf(answer)).toEqual(invalidLink);
      return withoutRequestId(answer);
    });
    expect(new Set(texts).size).toBe(1);
    expect((await reset("short")).status).toBe(422);
    expect(await signsIn(password)).toBe(true);
  });

  it("keeps the link valid after a rejected password", async () => {
    const token = await mintLink(api, person, "password_reset");
    for (const bad of ["password1234!", "short", `${person.email}`]) {
      expect(summaryOf(await reset(token, bad))).toEqual([422, "invalid_input", "/newPassword"]);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it("sets a first password, and verifies the address", async () => {
    await api.sql`delete from credentials where user_id = ${person.id}`;
    await api.sql`update users set email_verified = false where id = ${person.id}`;
    expect((await reset(await mintLink(api, person, "password_reset"))).status).toBe(200);
    expect(await signsIn(newPassword)).toBe(true);
    const [row] = await api.sql`select email_verified from users where id = ${person.id}`;
    expect(row?.email_verified).toBe(true);
  });

  it("follows the sandbox's clock, which applies to open links too", async () => {
    const token = await mintLink(api, person, "password_reset");
    await advanceClock(api, 700);
    expect(summaryOf(await reset(token))).toEqual(invalidLink);
  });
});

describe("a password from a backup", () => {
  const voidIt = () => api.sql`update credentials set password_void_at = now() where user_id = ${person.id}`;

  it("doesn't sign in: anyone who knows it is told so, and mailed a link that sets a new one", async () => {
    await voidIt();
    const refused = await post("/sign-in/email", { email: person.email, password });
    expect([refused.status, refused.json.code, refused.cookies]).toEqual([403, "password_void", []]);
    const { hash } = await mailedLink(api, person.email, "password_reset");
    expect((await reset(hash.replace("#token=", ""))).status).toBe(200);
    expect([await signsIn(password), await signsIn(newPassword)]).toEqual([false, true]);
  });

  it("isn't revealed by a wrong one: the response is as for an unknown address, and no link is sent", async () => {
    await voidIt();
    const wrong = await post("/sign-in/email", {
      email: person.email,
      password: "not the password of anyone",
    });
    const unknown = await post("/sign-in/email", { email: "unknown@people.test", password });
    expect([wrong.status, withoutRequestId(wrong)]).toEqual([401, withoutRequestId(unknown)]);
    const jobs = await api.sql`
      select id from graphile_worker._private_jobs where payload ->> 'email' = ${person.email}`;
    expect(jobs).toEqual([]);
  });

  it("neither confirms a session nor is required to set a new one in a session by link", async () => {
    await voidIt();
    expect((await api.call({ path: "/me", cookie: person.cookie })).json.hasPassword).toBe(false);
    expect(summaryOf(await post("/step-up", { password }, person.cookie))).toEqual([
      409,
      "no_way_to_confirm",
      undefined,
    ]);
    expect((await change({ newPassword })).status).toBe(200);
    expect(await signsIn(newPassword)).toBe(true);
  });
});

describe("a sign-in while the password changes", () => {
  it("is refused like a wrong password, and starts no session", async () => {
    const held = await api.sql.reserve();
    await held`begin`;
    await held`select id from users where id = ${person.id} for no key update`;
    const signedIn = post("/sign-in/email", { email: person.email, password });
    await until("the sign-in has compared the password, and waits for the change", async () => {
      const waiting = await api.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    await held`update credentials set password = password || 'x' where user_id = ${person.id}`;
    await held`commit`;
    held.release();
    const answer = await signedIn;
    const wrong = await post("/sign-in/email", { email: person.email, password: "not the password" });
    expect([answer.status, answer.cookies]).toEqual([401, []]);
    expect(withoutRequestId(answer)).toBe(withoutRequestId(wrong));
    const left = await api.sql`select token from sessions where user_id = ${person.id}`;
    expect(left.map(({ token }) => token)).toEqual([tokenOf(person.cookie)]);
    const recorded = await api.sql`
      select action, count(*)::int from audit_entries
      where target = ${person.email} and starts_with(action, 'session.') group by action order by action`;
    expect(recorded).toEqual([
      { action: "session.sign_in_failed", count: 2 },
      { action: "session.signed_in", count: 1 },
    ]);
  });
});

/** The operation that signs in, with an observed database and hash. */
async function observedSignIn(): Promise<{
  signIn: (email: string, secret: string) => Promise<unknown>;
  done: string[];
  close: () => Promise<void>;
}> {
  const { env } = api;
  const done: string[] = [];
  const client = postgres(env.DATABASE_URL, {
    max: 1,
    fetch_types: false,
    debug: (_connection, statement) => void done.push(statement),
  });
  const real = createPasswords();
  const passwords: Passwords = {
    hash(each) {
      done.push("one hash");
      return real.hash(each);
    },
    verify(hash, each) {
      done.push("one hash");
      return real.verify(hash, each);
    },
  };
  const deps = {
    db: drizzle(client, { schema: tables }) as Db,
    clock: wallClock,
    log: createLogger("test", "silent"),
    secretBox: createSecretBox([env.ENCRYPTION_KEY]),
    passwords,
    settings: {
      apiUrl: env.API_URL,
      panelUrl: env.PANEL_URL,
      authSecret: env.AUTH_SECRET,
      cookieDomain: undefined,
      signInLimitPerMinute: 100,
      isSecondFactorAskedOfOperators: true,
      providers: {},
    },
  };
  const cookie = createSessionCookie({ ...deps.settings, isSecure: false });
  const operation = authOperations({ ...deps, cookie, library: await loadAuthLibrary(deps) }).find(
    ({ operationId }) => operationId === "signInWithEmail",
  );
  if (operation?.access !== "open") {
    throw new Error("signing in needs no session");
  }
  const request = {
    method: "POST",
    query: "",
    header: () => undefined,
    setHeader: () => {},
    clientAddress: "192.0.2.7",
  };
  const ctx = { ...deps, request, requestId: "req_of_a_test", ipAddress: request.clientAddress };
  return {
    done,
    signIn: (email, secret) =>
      operation.run(ctx, {
        parameters: {},
        query: {},
        readBody: () => ({ email, password: secret }),
        pointers: { parameters: "/path", query: "/query" },
      }),
    close: () => client.end(),
  };
}

describe("a sign-in", () => {
  it("does the same for a wrong password, a person without one, and an unknown address: one hash between the same statements", async () => {
    const without = await workspace.join("member");
    await api.sql`delete from credentials where user_id = ${without.id}`;
    const { signIn, done, close } = await observedSignIn();
    try {
      const refused = async (email: string) => {
        done.length = 0;
        const attempt = signIn(email, "not the password of anyone");
        await expect(attempt).rejects.toMatchObject({ kind: "unauthenticated" });
        return done.map((each) => each.trim().split(/\s+/, 3).join(" "));
      };
      const wrong = await refused(person.email);
      expect(wrong).toEqual([
        "with first as",
        "select u.id, u.email,",
        "one hash",
        "insert into audit_entries",
      ]);
      expect(await refused(without.email)).toEqual(wrong);
      expect(await refused("unknown@people.test")).toEqual(wrong);
    } finally {
      await close();
    }
  });

  it("with the right password takes one statement after the hash", async () => {
    const { signIn, done, close } = await observedSignIn();
    try {
      await signIn(person.email, password);
      expect(done.slice(done.indexOf("one hash") + 1)).toEqual([expect.stringMatching(/^\s*with person as/)]);
    } finally {
      await close();
    }
  });

  it("waits in a bounded queue: a flood is answered completely, and other requests continue", async () => {
    const agent = new Agent({ connections: 320 });
    try {
      const call = createClient({ port: api.port, agent });
      let settled = 0;
      const flood = Array.from({ length: 300 }, async (_, index) => {
        const body = { email: `unknown-${index}@people.test`, password: "not the password of anyone" };
        const answer = await call({ method: "POST", path: "/auth/sign-in/email", body });
        settled += 1;
        return answer;
      });
      const meanwhile = await call({ path: "/domains/mine", cookie: person.cookie });
      expect(meanwhile.status).toBe(200);
      expect(settled).toBeLessThan(300);
      const answers = await Promise.all(flood);
      const turnedAway = answers.filter(({ status: number }) => number === 503);
      expect(turnedAway.length).toBeGreaterThan(0);
      for (const { json, headers } of turnedAway) {
        expect([json.code, headers["retry-after"]]).toEqual(["busy", "2"]);
      }
      for (const { status: number } of answers) {
        expect([401, 503]).toContain(number);
      }
      expect(await signsIn(password)).toBe(true);
    } finally {
      await agent.close();
    }
  });
});
