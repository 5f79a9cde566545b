import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  auditedActions,
  cookieOf,
  enableSecondFactor,
} from "../../../../test/support/accounts/second-factor.ts";
import {
  api,
  getSession,
  post,
  sessionStatus,
  setUpAccounts,
  signIn,
  summaryOf,
  withoutRequestId,
  workspace,
} from "../../../../test/support/accounts/set-up-accounts.ts";
import { type Person, password } from "../../../../test/support/start-api.ts";
import { holdClock } from "../../../../test/support/stopped-clock.ts";
import { until } from "../../../../test/support/until.ts";
import { digestOfAddress } from "../email/digest-of-address.ts";

setUpAccounts({ hasWorker: true });

const wrong = [422, "sign_in_code_wrong", "/code"];
const ended = [422, "sign_in_code_ended", "/code"];
const paused = [429, "sign_in_codes_paused", undefined];

type Mailed = { code: string; token: string; browser: string };

const textsTo = async (email: string): Promise<string[]> => {
  const { json } = await api.call({ path: "/sandbox/outbox" });
  return json.flatMap((mail: { to: string; kind: string; text: string }) =>
    mail.to === email && mail.kind === "magic_link" ? [mail.text] : [],
  );
};

const ask = async (email: string, cookie?: string) =>
  cookieOf(await post("/magic-link/send", { email }, cookie), "link_browser");

/** Requests a link in a browser, and reads the mail. */
async function mailed({ email }: Person, cookie?: string): Promise<Mailed> {
  const before = (await textsTo(email)).length;
  const browser = await ask(email, cookie);
  const text = await until("the mail is there", async () => {
    const texts = await textsTo(email);
    return texts.length > before ? texts.at(-1) : undefined;
  });
  return {
    code: /^Code: (\d{6})$/m.exec(text)?.[1] ?? "",
    token: /#token=([\w-]+)/.exec(text)?.[1] ?? "",
    browser,
  };
}

const enter = (email: string, code: string, cookie?: string) =>
  post("/magic-link/code", { email, code }, cookie);
/** Another code than this one. */
const otherThan = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");
const sessionOf = (answer: { cookies: string[] }) =>
  answer.cookies.find((each) => /^zonepost\.session_token=[^;]+/.test(each))?.split(";")[0];

/** The wrong codes counted for an address. */
async function wrongToday(email: string): Promise<number> {
  const [row] = await api.sql`
    select coalesce(sum(used), 0)::int as used from rate_limit_windows
    where bucket = ${`day:sign-in-code:${digestOfAddress(email)}`}`;
  return row?.used;
}

describe("the right code", () => {
  it("signs in, in the browser that requested it, and ends the link", async () => {
    const person = await workspace.join("member");
    const { code, token, browser } = await mailed(person);
    const answer = await enter(person.email, code, browser);
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        redirect: false,
        url: `${api.panelOrigin}/domains`,
        user: expect.objectContaining({ email: person.email }),
      },
    ]);
    expect(answer.cookies.map((each) => each.split("=")[0])).toEqual([
      "zonepost.session_token",
      "zonepost.known_browser",
    ]);
    expect((await getSession(sessionOf(answer))).json).toMatchObject({ user: { email: person.email } });
    expect(summaryOf(await post("/magic-link/redeem", { token }))).toEqual([422, "link_invalid", "/token"]);
    expect(summaryOf(await enter(person.email, code, browser))).toEqual(ended);
  });

  it.each([
    ["in groups", (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
    ["with a dash", (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ["with spaces of another width", (code: string) => `${code.slice(0, 3)}\u00a0${code.slice(3)}\u2009`],
  ])("is accepted as it is pasted, %s", async (_, write) => {
    const person = await workspace.join("member");
    const { code, browser } = await mailed(person);
    expect((await enter(person.email.toUpperCase(), write(code), browser)).status).toBe(200);
  });

  it("works for a person without a password", async () => {
    const person = await workspace.join("member");
    await api.sql`delete from credentials where user_id = ${person.id}`;
    const { code, browser } = await mailed(person);
    expect((await signIn({ email: person.email, password })).status).toBe(401);
    expect((await enter(person.email, code, browser)).status).toBe(200);
  });

  it("leads to the second factor, except in a trusted browser", async () => {
    const person = await workspace.join("member");
    const factor = await enableSecondFactor(api, person);
    const { code, browser } = await mailed(person);
    const answer = await enter(person.email, code, browser);
    expect(answer.json).toEqual({
      redirect: false,
      twoFactorRedirect: true,
      url: `${api.panelOrigin}/domains`,
    });
    const half = cookieOf(answer);
    expect(await sessionStatus(half)).toBe(401);
    const proof = { code: await factor.freshCode(), trustDevice: true };
    const whole = await post("/two-factor/verify-totp", proof, half);
    expect(whole.status).toBe(200);
    const again = await mailed(person);
    const trusted = `${again.browser}; ${cookieOf(whole, "trusted_device")}`;
    expect((await enter(person.email, again.code, trusted)).json.user.email).toBe(person.email);
  });

  it("works for one of twenty simultaneous requests, none of which counts as wrong", async () => {
    const person = await workspace.join("member");
    const { code, browser } = await mailed(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(person.email, code, browser)));
    expect(answers.filter((answer) => sessionOf(answer))).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 422, 429].includes(status))).toEqual([]);
    expect(await wrongToday(person.email)).toBe(0);
  });

  it("is recorded as a sign-in by link", async () => {
    const person = await workspace.join("member");
    const { code, browser } = await mailed(person);
    await enter(person.email, code, browser);
    expect((await auditedActions(api, person)).at(-1)).toBe("session.signed_in");
    const [row] = await api.sql`
      select signed_in_by from sessions where user_id = ${person.id} order by created_at desc limit 1`;
    expect(row).toEqual({ signed_in_by: "magic_link" });
  });
});

describe("a code that can't work", () => {
  it.each<[string, (own: Mailed, person: Person) => Promise<string | undefined>, unknown?]>([
    ["without the cookie", async () => undefined],
    ["with an unknown cookie", async () => `zonepost.link_browser=${"a".repeat(43)}`],
    ["with an empty cookie", async () => "zonepost.link_browser="],
    ["with the session's cookie alone", async (_, { cookie }) => cookie],
    ["in a browser that requested one for someone else", async () => ask("another@people.test")],
    [
      "in a browser that requested another one since",
      async ({ browser }, { email }) => ask(email, browser),
      wrong,
    ],
    [
      "after its lifetime",
      async ({ browser }) => {
        await api.sql`update verifications set expires_at = expires_at - interval '15 minutes 1 second'`;
        return browser;
      },
    ],
    [
      "after its link was used",
      async ({ browser, token }) => {
        expect((await post("/magic-link/redeem", { token })).status).toBe(200);
        return browser;
      },
    ],
    [
      "after its link was opened with GET",
      async ({ browser, token }) => {
        await api.call({ path: `/auth/magic-link/verify?token=${token}` });
        return browser;
      },
    ],
    [
      "after the person signed out everywhere else",
      async ({ browser }, { cookie }) => {
        expect((await api.call({ method: "DELETE", path: "/me/sessions", cookie })).status).toBeLessThan(300);
        return browser;
      },
    ],
  ])("is refused %s", async (_, prepare, refusal = ended) => {
    const person = await workspace.join("member");
    const own = await mailed(person);
    const cookie = await prepare(own, person);
    const answer = await enter(person.email, own.code, cookie);
    expect([summaryOf(answer), sessionOf(answer)]).toEqual([refusal, undefined]);
  });

  it.each([
    ["five digits", "12345"],
    ["seven digits", "1234567"],
    ["letters", "12345a"],
    ["nothing", ""],
    ["digits of another script", "١٢٣٤٥٦"],
  ])("is refused with %s, without counting as a try", async (_, code) => {
    const person = await workspace.join("member");
    const own = await mailed(person);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const { status, json } = await enter(person.email, code, own.browser);
      expect([status, json.errors[0].pointer]).toEqual([422, "/code"]);
    }
    expect((await enter(person.email, own.code, own.browser)).status).toBe(200);
  });

  it("doesn't count against a person when it is sent from a browser that requested none for them", async () => {
    const person = await workspace.join("member");
    const own = await mailed(person);
    const elsewhere = await ask("stranger-who-asked@people.test");
    for (let attempt = 0; attempt < 25; attempt += 1) {
      expect(summaryOf(await enter(person.email, "000000", elsewhere))).toEqual(ended);
    }
    expect((await enter(person.email, own.code, own.browser)).status).toBe(200);
  });
});

describe("wrong codes", () => {
  // All of them are of one day.
  beforeEach(holdClock);
  afterEach(() => {
    vi.useRealTimers();
  });

  it("burn the code at the fifth, while its link and a new code still work", async () => {
    const person = await workspace.join("member");
    const own = await mailed(person);
    for (let tried = 1; tried <= 4; tried += 1) {
      expect(summaryOf(await enter(person.email, otherThan(own.code, tried), own.browser))).toEqual(wrong);
    }
    for (let tried = 5; tried <= 6; tried += 1) {
      expect(summaryOf(await enter(person.email, otherThan(own.code, tried), own.browser))).toEqual(ended);
    }
    const right = await enter(person.email, own.code, own.browser);
    expect([summaryOf(right), sessionOf(right)]).toEqual([ended, undefined]);
    const next = await mailed(person, own.browser);
    expect((await enter(person.email, next.code, next.browser)).status).toBe(200);
    expect((await post("/magic-link/redeem", { token: own.token })).status).toBe(200);
  });

  it("leave the right one working at the fifth try", async () => {
    const person = await workspace.join("member");
    const own = await mailed(person);
    for (let tried = 1; tried <= 4; tried += 1) {
      await enter(person.email, otherThan(own.code, tried), own.browser);
    }
    expect((await enter(person.email, own.code, own.browser)).status).toBe(200);
  });

  it("burn it when they are sent all at once", async () => {
    const person = await workspace.join("member");
    const own = await mailed(person);
    const answers = await Promise.all(
      Array.from({ length: 19 }, (_, index) =>
        enter(person.email, otherThan(own.code, index + 1), own.browser),
      ),
    );
    expect(answers.filter(({ json }) => json.code === "sign_in_code_wrong")).toHaveLength(4);
    expect(answers.filter(({ json }) => json.code === "sign_in_code_ended")).toHaveLength(15);
    expect(summaryOf(await enter(person.email, own.code, own.browser))).toEqual(ended);
    expect(await wrongToday(person.email)).toBe(5);
  });

  it("are paused after twenty a day in all browsers, until the next day, for one address only", async () => {
    const person = await workspace.join("member");
    const colleague = await workspace.join("member");
    for (let browser = 0; browser < 4; browser += 1) {
      const cookie = await ask(browser % 2 ? person.email : person.email.toUpperCase());
      for (let tried = 1; tried <= 5; tried += 1) {
        expect((await enter(person.email, "000000", cookie)).status).toBe(422);
      }
    }
    const own = await mailed(person);
    const refused = await enter(person.email, own.code, own.browser);
    expect([summaryOf(refused), sessionOf(refused)]).toEqual([paused, undefined]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(86_400);
    const theirs = await mailed(colleague);
    expect((await enter(colleague.email, theirs.code, theirs.browser)).status).toBe(200);
    expect((await post("/magic-link/redeem", { token: own.token })).status).toBe(200);
    const later = await mailed(person);
    await api.sql`
      update rate_limit_windows set window_start = window_start - interval '1 day'
      where bucket = ${`day:sign-in-code:${digestOfAddress(person.email)}`}`;
    expect((await enter(person.email, later.code, later.browser)).status).toBe(200);
  });

  it("are paused after twenty a day, even if many browsers send them at once", async () => {
    const person = await workspace.join("member");
    const browsers = await Promise.all(Array.from({ length: 8 }, () => ask(person.email)));
    const answers = await Promise.all(
      browsers.flatMap((browser) =>
        Array.from({ length: 5 }, (_, index) => enter(person.email, `00000${index}`, browser)),
      ),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    const own = await mailed(person);
    expect(summaryOf(await enter(person.email, own.code, own.browser))).toEqual(paused);
  });

  it("get the same answers, and leave the same traces, for an address without an account", async () => {
    const person = await workspace.join("member");
    const stranger = "stranger-with-codes@people.test";
    const seen = [];
    for (const email of [person.email, stranger]) {
      const answers = [];
      for (let browser = 0; browser < 5; browser += 1) {
        const cookie = await ask(email);
        for (let tried = 1; tried <= 6; tried += 1) {
          const answer = await enter(email, "000000", cookie);
          const {
            date: _,
            "x-request-id": __,
            "retry-after": ___,
            ratelimit: ____,
            ...headers
          } = answer.headers;
          answers.push([answer.status, withoutRequestId(answer).replace(email, "<email>"), headers]);
        }
      }
      const [failed] = await api.sql`
        select count(*)::int as count, min(details ->> 'by') as by from audit_entries
        where action = 'session.sign_in_failed' and target = ${email}`;
      seen.push({ answers, failed });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]?.failed).toEqual({ count: 20, by: "email_code" });
  });
});
