import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  auditedActions,
  cookieOf,
  enableSecondFactor,
  mailedLink,
  makeStale,
  mintLink,
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
import { type Person, password } from "../../../../test/support/start-api.ts";
import { holdClock } from "../../../../test/support/stopped-clock.ts";
import { until } from "../../../../test/support/until.ts";

let newEmail: string;

setUpAccounts({ hasWorker: true, personRole: "member" });
beforeEach(async () => {
  newEmail = `moved-${randomBytes(4).toString("hex")}@people.test`;
});
afterEach(() => {
  vi.useRealTimers();
});

const ask = (email: string, cookie: string | undefined = person.cookie) =>
  post("/email/change", { newEmail: email }, cookie);
const confirm = (token: string, cookie?: string) => post("/email/confirm", { token }, cookie);
const signsIn = async (email: string) => (await post("/sign-in/email", { email, password })).status === 200;
const isQueueEmpty = () =>
  until("no mail waits", async () => {
    const [left] = await api.sql`select count(*)::int as count from outgoing_emails`;
    return left?.count === 0;
  });
const addressOf = async ({ id }: Person) =>
  (await api.sql`select email, email_verified from users where id = ${id}`)[0];
const mint = () => mintLink(api, person, "email_change", newEmail);

describe("requesting an email address change", () => {
  it("emails a link whose secret isn't logged and notifies the old address, without changing anything yet", async () => {
    const answer = await ask(newEmail);
    expect([answer.status, answer.json]).toEqual([200, { status: true }]);
    const link = await mailedLink(api, newEmail, "email_change");
    expect([link.origin, link.pathname, link.search]).toEqual([api.panelOrigin, "/auth/email-change", ""]);
    const token = new URLSearchParams(link.hash.slice(1)).get("token") ?? "";
    const [row] = await api.sql`
      select *, expires_at - created_at = interval '1 hour' as "isAnHour"
      from person_tokens where user_id = ${person.id}`;
    expect(row).toMatchObject({
      isAnHour: true,
      token_hash: createHash("sha256").update(token).digest("base64url"),
    });
    await until("the old address was told", async () =>
      (await sentTo(person.email)).includes("email_change_requested"),
    );
    expect([await signsIn(person.email), await signsIn(newEmail)]).toEqual([true, false]);
    expect(await auditedActions(api, person)).toContain("email.change_requested");

    expect((await confirm(token)).status).toBe(200);
    expect([await signsIn(person.email), await signsIn(newEmail)]).toEqual([false, true]);
  });

  it("returns the same bytes for an address in use, and emails no one there", async () => {
    const someone = await workspace.join("member");
    const [free, taken] = [await ask(newEmail), await ask(someone.email.toUpperCase())];
    expect([taken.status, withoutRequestId(taken)]).toEqual([200, withoutRequestId(free)]);
    await isQueueEmpty();
    expect(await sentTo(someone.email)).toEqual([]);
    expect(await sentTo(person.email)).toEqual(["email_change_requested", "email_change_requested"]);
  });

  it("invalidates earlier links", async () => {
    const earlier = await mint();
    await ask(newEmail);
    expect(summaryOf(await confirm(earlier))).toEqual(invalidLink);
  });

  it("rejects the current address and invalid ones", async () => {
    for (const refused of [person.email, ` ${person.email.toUpperCase()}`, "no address", "a@b"]) {
      expect(summaryOf(await ask(refused))).toEqual([422, "invalid_input", "/newEmail"]);
    }
    const more = { newEmail, emailVerified: true };
    expect((await post("/email/change", more, person.cookie)).status).toBe(422);
  });

  it("requires a session confirmed within ten minutes", async () => {
    await makeStale(api, person);
    expect(summaryOf(await ask(newEmail))[1]).toBe("step_up_required");
    await isQueueEmpty();
    expect(await sentTo(newEmail)).toEqual([]);
  });

  it("requires a fully signed-in person", async () => {
    expect((await post("/email/change", { newEmail })).status).toBe(401);
    const factor = await enableSecondFactor(api, person);
    expect(summaryOf(await ask(newEmail, await factor.signInByHalf()))[1]).toBe("second_factor_required");
  });

  it("is limited per person", async () => {
    const strict = await api.startAnother({ env: { SIGN_IN_LIMIT_PER_MINUTE: "2" } });
    holdClock();
    const answers: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answer = await post("/email/change", { newEmail }, person.cookie, strict);
      answers.push(answer.status);
    }
    // Earlier requests of this minute count too.
    expect(answers).toContain(429);
  });
});

describe("confirming an email address change", () => {
  it("ends all other sessions, invalidates links at the old address and notifies it", async () => {
    const another = await api.signIn(person.email);
    const resetAtOldAddress = await mintLink(api, person, "password_reset");
    const answer = await confirm(await mint(), person.cookie);
    expect([answer.status, answer.json, answer.cookies]).toEqual([200, { status: true }, []]);
    expect([await sessionStatus(another), await sessionStatus(person.cookie)]).toEqual([401, 200]);
    expect(await addressOf(person)).toEqual({ email: newEmail, email_verified: true });
    const reset = { token: resetAtOldAddress, newPassword: "a password set with an old email" };
    expect(summaryOf(await post("/password/reset", reset))).toEqual(invalidLink);
    await until("the old address was told", async () =>
      (await sentTo(person.email)).includes("email_changed"),
    );
    expect(await auditedActions(api, person)).toContain("email.changed");
  });

  it("creates no session and keeps none of another person or without the second factor", async () => {
    const other = await workspace.join("member");
    const factor = await enableSecondFactor(api, person);
    const half = await factor.signInByHalf();
    const byOther = await confirm(await mint(), other.cookie);
    expect([byOther.status, byOther.cookies]).toEqual([200, []]);
    expect([await sessionStatus(other.cookie), await sessionStatus(person.cookie)]).toEqual([200, 401]);
    person.email = newEmail;
    newEmail = `again-${newEmail}`;
    const code = await factor.freshCode();
    person.cookie = cookieOf(await post("/two-factor/verify-totp", { code }, await factor.signInByHalf()));
    const anotherHalf = await factor.signInByHalf();
    expect((await confirm(await mint(), anotherHalf)).status).toBe(200);
    for (const cookie of [half, anotherHalf]) {
      const answer = await post("/two-factor/verify-totp", { code: await factor.freshCode() }, cookie);
      expect(answer.status).toBe(401);
    }
  });

  it("needs the session that asked, in any browser", async () => {
    const token = await mint();
    const later = await mint();
    await post("/sign-out", undefined, await api.signIn(person.email));
    expect((await confirm(token)).status).toBe(200);
    await api.sql`update users set email = ${person.email} where id = ${person.id}`;
    expect(summaryOf(await confirm(later))).toEqual(invalidLink);

    person.cookie = await api.signIn(person.email);
    const ended = await mint();
    await post("/sign-out", undefined, person.cookie);
    expect(summaryOf(await confirm(ended))).toEqual(invalidLink);
    expect(await addressOf(person)).toMatchObject({ email: person.email });
  });

  it("works once, even with simultaneous uses of the link", async () => {
    const token = await mint();
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    expect(answers.filter(({ status: number }) => number === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.code === "link_invalid")).toHaveLength(19);
  });

  it("rejects expired, truncated, foreign and unknown links with the same response", async () => {
    const token = await mint();
    await api.sql`
      update person_tokens set expires_at = now() - interval '1 second' where user_id = ${person.id}`;
    const cut = (await mint()).slice(0, -1);
    const other = await mintLink(api, person, "password_reset");
    const texts: string[] = [];
    for (const each of [token, cut, other, "no-such-token-anywhere"]) {
      const answer = await confirm(each);
      expect(summaryOf(answer)).toEqual(invalidLink);
      texts.push(withoutRequestId(answer));
    }
    expect(new Set(texts).size).toBe(1);
    expect((await addressOf(person))?.email).toBe(person.email);
  });

  it("returns a conflict if the address was taken in the meantime, and changes nothing", async () => {
    const token = await mint();
    const someone = await workspace.join("member");
    await api.sql`update users set email = ${newEmail.toUpperCase()} where id = ${someone.id}`;
    expect(summaryOf(await confirm(token))).toEqual([409, "email_taken", undefined]);
    expect((await addressOf(person))?.email).toBe(person.email);
    expect(await sessionStatus(person.cookie)).toBe(200);
  });

  it("succeeds for one of ten people who confirm the same address at once", async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => workspace.join("member")));
    const tokens = await Promise.all(people.map((each) => mintLink(api, each, "email_change", newEmail)));
    const answers = await Promise.all(tokens.map((token) => confirm(token)));
    expect(answers.map(({ status: number }) => number).sort()).toEqual([200, ...Array(9).fill(409)]);
    const rows = await api.sql`select id from users where email = ${newEmail}`;
    expect(rows).toHaveLength(1);
  });
});
