import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieOf, enableSecondFactor } from "../../../../test/support/accounts/second-factor.ts";
import { type Api, password, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { until } from "../../../../test/support/until.ts";
import { endAllSessions } from "./end-all-sessions.ts";

const [first, second] = ["the-first-secret-of-this-installation", "the-second-secret-of-this-installation"];

// Three states of an installation whose secret changes: before, while the first is retired, and after it was removed.
let api: Api;
let rotated: Pick<Api, "call">;
let forgotten: Pick<Api, "call">;
let workspace: Workspace;
beforeAll(async () => {
  api = await startApi({ env: { AUTH_SECRET: first } });
  rotated = await api.startAnother({ env: { AUTH_SECRET: second, AUTH_SECRETS_RETIRED: first } });
  forgotten = await api.startAnother({ env: { AUTH_SECRET: second } });
  await api.startWorker();
  workspace = await api.createWorkspace();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const statusOf = async (at: Pick<Api, "call">, cookie: string, path = "/me") =>
  (await at.call({ path, cookie })).status;
const post = (at: Pick<Api, "call">, path: string, body: unknown, cookie?: string) =>
  at.call({ method: "POST", path, body, cookie });

/** Requests a link, and reads its email. */
async function requestLink(at: Pick<Api, "call">, email: string) {
  const browser = cookieOf(await post(at, "/auth/magic-link/send", { email }), "link_browser");
  return until("the email is there", async () => {
    const { json } = await api.call({ path: "/sandbox/outbox" });
    const mail = json.find((each: { to: string; kind: string }) => each.to === email);
    return (
      mail && {
        browser,
        code: /^Code: (\d{6})$/m.exec(mail.text)?.[1],
        token: /#token=([\w-]+)/.exec(mail.text)?.[1],
      }
    );
  });
}

describe("a change of AUTH_SECRET", () => {
  it.each(["/me", "/auth/get-session"])(
    "keeps everyone signed in while the earlier one is retired, and signs their cookies again (%s)",
    async (path) => {
      const { cookie } = await workspace.join("member");
      const answer = await rotated.call({ path, cookie });
      expect(answer.status).toBe(200);
      const again = cookieOf(answer);
      expect(again).not.toBe(cookie);
      expect([await statusOf(forgotten, again), await statusOf(forgotten, cookie)]).toEqual([200, 401]);
      expect((await rotated.call({ path, cookie: again })).cookies).toEqual([]);
    },
  );

  it("can be prepared on all machines: a secret is accepted before any of them uses it", async () => {
    const prepared = await api.startAnother({ env: { AUTH_SECRET: first, AUTH_SECRETS_RETIRED: second } });
    const { email } = await workspace.join("member");
    const cookie = cookieOf(await post(rotated, "/auth/sign-in/email", { email, password }));
    expect([await statusOf(prepared, cookie), await statusOf(api, cookie)]).toEqual([200, 401]);
  });

  it("keeps the codes and links of emails that were sent before", async () => {
    const { email } = await workspace.join("member");
    const { browser, code } = await requestLink(api, email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    expect((await post(rotated, "/auth/magic-link/code", { email, code: wrong }, browser)).status).toBe(422);
    expect((await post(forgotten, "/auth/magic-link/code", { email, code }, browser)).status).toBe(422);
    const answer = await post(rotated, "/auth/magic-link/code", { email, code }, browser);
    expect([answer.status, await statusOf(forgotten, cookieOf(answer))]).toEqual([200, 200]);

    const another = await workspace.join("member");
    const { token } = await requestLink(api, another.email);
    expect((await post(forgotten, "/auth/magic-link/redeem", { token })).status).toBe(200);
  });
});

describe("a change at once", () => {
  it("ends every session, link and trusted browser, also for those who keep the earlier secret", async () => {
    const person = await workspace.join("member");
    const factor = await enableSecondFactor(api, person);
    const { email } = await workspace.join("member");
    const { browser, code, token } = await requestLink(rotated, email);
    expect(await statusOf(api, person.cookie)).toBe(200);
    expect(await api.sql`select 1 from two_factors where user_id = ${person.id}`).toHaveLength(1);
    expect(factor.backupCodes).toHaveLength(10);

    const ctx = { ...api.wired, requestId: null, ipAddress: null };
    expect(await endAllSessions(ctx)).toBeGreaterThan(1);
    expect([await statusOf(api, person.cookie), await statusOf(rotated, workspace.owner.cookie)]).toEqual([
      401, 401,
    ]);
    expect((await post(rotated, "/auth/magic-link/code", { email, code }, browser)).status).toBe(422);
    expect((await post(rotated, "/auth/magic-link/redeem", { token })).status).toBe(422);
    const [counts] = await api.sql`
      select (select count(*)::int from sessions) as sessions, (select count(*)::int from trusted_devices) as devices,
        (select count(*)::int from person_tokens) as tokens, (select count(*)::int from verifications) as links`;
    expect(counts).toEqual({ sessions: 0, devices: 0, tokens: 0, links: 0 });
    const [entry] =
      await api.sql`select actor, workspace_id from audit_entries where action = 'operator.sessions_ended'`;
    expect(entry).toMatchObject({ workspace_id: null, actor: { kind: "system" } });
    expect((await post(rotated, "/auth/sign-in/email", { email, password })).status).toBe(200);
  });
});
