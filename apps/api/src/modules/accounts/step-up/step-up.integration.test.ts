import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  auditedActions,
  cookieOf,
  enableSecondFactor,
  makeStale,
  tokenOf,
} from "../../../../test/support/accounts/second-factor.ts";
import {
  api,
  person,
  post,
  setUpAccounts,
  summaryOf,
} from "../../../../test/support/accounts/set-up-accounts.ts";
import { password } from "../../../../test/support/start-api.ts";
import { holdClock } from "../../../../test/support/stopped-clock.ts";

setUpAccounts({ personRole: "member" });
beforeEach(async () => {
  await makeStale(api, person);
});
afterEach(() => {
  vi.useRealTimers();
});

const stepUp = (body: unknown, cookie = person.cookie) => post("/step-up", body, cookie);
/** Actions that a stolen session must not allow. */
const dangerous = (cookie: string) => post("/email/change", { newEmail: "new@elsewhere.example" }, cookie);

describe("confirming your identity", () => {
  it("accepts the password without a second factor, and lasts ten minutes", async () => {
    expect(summaryOf(await dangerous(person.cookie))).toEqual([403, "step_up_required", undefined]);
    const answer = await stepUp({ password });
    expect([answer.status, answer.json]).toEqual([200, { status: true }]);
    expect((await dangerous(cookieOf(answer))).status).toBe(200);
    await api.sql`
      update sessions set confirmed_at = now() - interval '8 minutes' where user_id = ${person.id}`;
    expect((await dangerous(cookieOf(answer))).status).toBe(200);
    await makeStale(api, person);
    expect((await dangerous(cookieOf(answer))).status).toBe(403);
  });

  it("gives the session a new token: stolen ones stop working, and no other session is confirmed", async () => {
    const another = await api.signIn(person.email);
    await makeStale(api, person);
    const answer = await stepUp({ password });
    const after = cookieOf(answer);
    expect(tokenOf(after)).not.toBe(tokenOf(person.cookie));
    expect((await dangerous(person.cookie)).status).toBe(401);
    expect((await dangerous(another)).status).toBe(403);
    const sessions = await api.call({ path: "/me/sessions", cookie: after });
    expect(sessions.json).toHaveLength(2);
  });

  it("rejects a wrong password, leaves the session unchanged and logs the attempt", async () => {
    expect(summaryOf(await stepUp({ password: `${password}x` }))).toEqual([
      422,
      "wrong_password",
      "/password",
    ]);
    expect((await dangerous(person.cookie)).status).toBe(403);
    expect(await auditedActions(api, person)).toContain("session.confirmation_failed");
  });

  it("requires a code with a second factor, and not the password instead", async () => {
    await api.sql`update sessions set confirmed_at = now() where user_id = ${person.id}`;
    const factor = await enableSecondFactor(api, person);
    await makeStale(api, person);
    expect(summaryOf(await stepUp({ password }))).toEqual([422, "invalid_input", "/code"]);
    expect(summaryOf(await stepUp({ code: factor.wrongCode() }))).toEqual([422, "wrong_code", "/code"]);
    expect((await dangerous(person.cookie)).status).toBe(403);
    const code = await factor.freshCode();
    const answer = await stepUp({ code });
    expect(answer.status).toBe(200);
    expect((await dangerous(person.cookie)).status).toBe(401);
    expect((await dangerous(cookieOf(answer))).status).toBe(200);
    expect(summaryOf(await stepUp({ code }, cookieOf(answer)))).toEqual([422, "wrong_code", "/code"]);
  });

  it("accepts a code once, even if it is sent several times at once", async () => {
    await api.sql`update sessions set confirmed_at = now() where user_id = ${person.id}`;
    const factor = await enableSecondFactor(api, person);
    const code = await factor.freshCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => stepUp({ code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) {
      expect([200, 401, 422]).toContain(status);
    }
  });

  it("requires exactly one of the two", async () => {
    for (const body of [{}, { password, code: "123456" }, { password: "" }, { password, userId: "usr_x" }]) {
      expect((await stepUp(body)).status).toBe(422);
    }
    expect(summaryOf(await stepUp({ code: "123456" }))).toEqual([422, "invalid_input", "/password"]);
    expect((await stepUp("{")).status).toBe(400);
  });

  it("requires a new sign-in without either, which counts as confirmation", async () => {
    await api.sql`delete from credentials where user_id = ${person.id}`;
    expect(summaryOf(await stepUp({ password }))).toEqual([409, "no_way_to_confirm", undefined]);
  });

  it("requires a fully signed-in person", async () => {
    expect(summaryOf(await post("/step-up", { password }))).toEqual([401, "unauthenticated", undefined]);
    await api.sql`update sessions set confirmed_at = now() where user_id = ${person.id}`;
    const factor = await enableSecondFactor(api, person);
    const half = await factor.signInByHalf();
    for (const body of [{ password }, { code: await factor.freshCode() }]) {
      expect(summaryOf(await stepUp(body, half))).toEqual([401, "second_factor_required", undefined]);
    }
  });

  it("is limited per person across all networks and sessions", async () => {
    const strict = await api.startAnother({ env: { SIGN_IN_LIMIT_PER_MINUTE: "2" } });
    holdClock();
    const answers: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status } = await post("/step-up", { password: "wrong" }, person.cookie, strict);
      answers.push(status);
    }
    // Earlier attempts of this minute count too.
    expect(answers).toContain(429);
  });
});
