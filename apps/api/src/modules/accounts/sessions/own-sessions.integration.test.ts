import { describe, expect, it } from "vitest";
import {
  auditedActions,
  cookieOf,
  enableSecondFactor,
  mintLink,
  tokenOf,
} from "../../../../test/support/accounts/second-factor.ts";
import {
  api,
  me,
  person,
  sessionStatus,
  setUpAccounts,
  withoutRequestId,
  workspace,
} from "../../../../test/support/accounts/set-up-accounts.ts";
import { password } from "../../../../test/support/start-api.ts";

setUpAccounts({ personRole: "member" });

const list = async (cookie = person.cookie) => (await me("GET", "/sessions", undefined, cookie)).json;
const signInFrom = async (userAgent: string) =>
  cookieOf(
    await api.call({
      method: "POST",
      path: "/auth/sign-in/email",
      body: { email: person.email, password },
      headers: { "user-agent": userAgent },
    }),
  );

describe("your sessions", () => {
  it("are listed with device, sign-in method and last use, the current one marked and no token shown", async () => {
    await signInFrom("Second Browser/2.0");
    await api.sql`
      update sessions set updated_at = now() - interval '2 hours'
      where user_id = ${person.id} and user_agent = 'Second Browser/2.0'`;
    const { text, json } = await me("GET", "/sessions");
    expect(json).toHaveLength(2);
    expect(json[0]).toMatchObject({ isCurrent: true, signedInBy: "password" });
    expect(json[1]).toMatchObject({
      isCurrent: false,
      userAgent: "Second Browser/2.0",
      ipAddress: "127.0.0.1",
    });
    const tokens = await api.sql<
      { token: string }[]
    >`select token from sessions where user_id = ${person.id}`;
    for (const { token } of tokens) {
      expect(text).not.toContain(token);
    }
  });

  it("exclude expired ones and include half signed-in ones", async () => {
    const factor = await enableSecondFactor(api, person);
    await factor.signInByHalf();
    expect(await list()).toHaveLength(2);
    const gone = [await signInFrom("Expired/1"), await signInFrom("Old/1")];
    await api.sql`update sessions set expires_at = now() - interval '1 second' where user_agent = 'Expired/1'`;
    await api.sql`update sessions set created_at = now() - interval '31 days' where user_agent = 'Old/1'`;
    expect(gone).toHaveLength(2);
    expect(await list()).toHaveLength(2);
  });

  it("are bounded: the list shows 50, and sign-ins above 300 end the oldest, half signed-in ones first", async () => {
    const fill = (count: number, isComplete: boolean, from: number) => api.sql`
      insert into sessions (id, token, user_id, second_factor_at, expires_at, created_at, updated_at)
      select gen_random_uuid(), 'bulk-' || n || ${person.id}::text, ${person.id},
        case when ${isComplete} then now() end, now() + interval '1 day', now(), now() - n * interval '1 second'
      from generate_series(${from}::int, ${from + count - 1}::int) n`;
    const own = async () => {
      const rows = await api.sql`
        select replace(token, ${person.id}, '') as token, second_factor_at is not null as "isComplete"
        from sessions where user_id = ${person.id} order by updated_at`;
      return rows.map(({ token, isComplete }) => ({ token: String(token), isComplete }));
    };
    await fill(299, false, 1);
    const shown = await list();
    expect([shown.length, shown[0].isCurrent]).toEqual([50, true]);
    await api.sql`update sessions set updated_at = now() - interval '1 day' where token = ${tokenOf(person.cookie)}`;
    await signInFrom("One more/1");
    const kept = await own();
    expect([kept.length, kept[0]?.token, await sessionStatus(person.cookie)]).toEqual([300, "bulk-299", 401]);

    await api.sql`delete from sessions where user_id = ${person.id}`;
    await fill(200, true, 1_000);
    await fill(150, false, 1);
    await signInFrom("One more/2");
    const left = await own();
    expect([left.length, left.filter(({ isComplete }) => isComplete).length]).toEqual([300, 200]);
    await fill(200, true, 2_000);
    expect([await sessionStatus(await signInFrom("One more/3")), (await own()).length]).toEqual([200, 300]);
  });

  it("end immediately, one by one", async () => {
    const another = await signInFrom("Lost Phone/1");
    const id = (await list()).find((each: { isCurrent: boolean }) => !each.isCurrent).id;
    expect((await me("DELETE", `/sessions/${id}`)).status).toBe(204);
    expect([await sessionStatus(another), await sessionStatus(person.cookie)]).toEqual([401, 200]);
    expect((await me("DELETE", `/sessions/${id}`)).status).toBe(404);
    expect(await auditedActions(api, person)).toContain("session.revoked");
    const own = (await list())[0].id;
    expect((await me("DELETE", `/sessions/${own}`)).status).toBe(204);
    expect(await sessionStatus(person.cookie)).toBe(401);
  });

  it("can't include another person's: the same bytes as for an unknown session", async () => {
    const other = await workspace.join("owner");
    const [theirs] = await list(other.cookie);
    const foreign = await me("DELETE", `/sessions/${theirs.id}`);
    const missing = await me("DELETE", "/sessions/ses_01k3v2m8q4f7x9b0c1d2e3f4g5");
    expect([foreign.status, withoutRequestId(foreign)]).toEqual([404, withoutRequestId(missing)]);
    expect(await sessionStatus(other.cookie)).toBe(200);
    expect((await me("DELETE", "/sessions/not-an-id")).status).toBe(422);
  });

  it("all end except this one, together with trusted browsers and unused links", async () => {
    const factor = await enableSecondFactor(api, person);
    const half = await factor.signInByHalf();
    const trusting = await api.call({
      method: "POST",
      path: "/auth/two-factor/verify-totp",
      cookie: half,
      body: { code: await factor.freshCode(), trustDevice: true },
    });
    const waiting = await factor.signInByHalf();
    const link = await mintLink(api, person, "email_change", "thief@elsewhere.example");
    expect((await me("GET", "")).json.trustedDeviceCount).toBe(1);
    expect((await me("DELETE", "/sessions")).status).toBe(204);
    expect([
      await sessionStatus(cookieOf(trusting)),
      await sessionStatus(waiting),
      await sessionStatus(person.cookie),
    ]).toEqual([401, 401, 200]);
    expect((await me("GET", "")).json.trustedDeviceCount).toBe(0);
    const confirmed = await api.call({ method: "POST", path: "/auth/email/confirm", body: { token: link } });
    expect(confirmed.json.code).toBe("link_invalid");
    expect(await list()).toHaveLength(1);
  });

  it("of other people continue when one person signs out everywhere", async () => {
    const other = await workspace.join("member");
    expect((await me("DELETE", "/sessions")).status).toBe(204);
    expect(await sessionStatus(other.cookie)).toBe(200);
  });

  it("can be listed and ended over tRPC too", async () => {
    await signInFrom("Second Browser/3.0");
    const call = (method: string, name: string, body?: unknown) =>
      api.call({
        method,
        path: `/trpc/me.${name}`,
        cookie: person.cookie,
        ...(method === "POST" ? { body: body ?? "" } : {}),
      });
    const sessions = (await call("GET", "sessions")).json.result.data;
    expect(sessions).toHaveLength(2);
    const { id } = sessions.find((each: { isCurrent: boolean }) => !each.isCurrent);
    expect((await call("POST", "revokeSession", { id })).status).toBe(200);
    expect((await call("POST", "revokeSession", { id })).status).toBe(404);
    expect((await call("POST", "revokeOtherSessions")).status).toBe(200);
    expect((await call("POST", "forgetDevices")).status).toBe(200);
    expect((await call("POST", "update", { name: "New Name" })).json.result.data.user.name).toBe("New Name");
    expect((await call("POST", "update", { email: "x@people.test" })).status).toBe(422);
    expect((await call("GET", "get")).json.result.data.user.name).toBe("New Name");
  });
});
