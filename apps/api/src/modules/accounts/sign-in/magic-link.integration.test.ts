import { outgoingEmails, sessions, users, verifications } from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import { count, eq, like } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { cookieOf, mintLink, tokenOf } from "../../../../test/support/accounts/second-factor.ts";
import {
  api,
  getSession,
  invalidLink,
  post,
  setUpAccounts,
  summaryOf,
  workspace,
} from "../../../../test/support/accounts/set-up-accounts.ts";
import { advanceClock } from "../../../../test/support/advance-clock.ts";
import { type Person, password, startApi } from "../../../../test/support/start-api.ts";
import { until } from "../../../../test/support/until.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashToken } from "../model/link-token.ts";

setUpAccounts({ hasWorker: true });

type Mail = { kind: string; to: string; subject: string; text: string; html: string; sentAt: string };
const send = (email: string, callbackURL?: string) =>
  api.call({
    method: "POST",
    path: "/auth/magic-link/send",
    body: { email, ...(callbackURL === undefined ? {} : { callbackURL }) },
  });
const outbox = async () => (await api.call({ path: "/sandbox/outbox" })).json as Mail[];
const mailsTo = async (email: string) => (await outbox()).filter(({ to }) => to === email);

type Mailed = { token: string; code: string; browser: string };

/** Requests a link, and reads it and its code from the mail. `browser` is the cookie of the browser that requested it. */
async function linkFor(person: Person, callbackURL?: string): Promise<Mailed> {
  const before = (await mailsTo(person.email)).length;
  const sent = await send(person.email, callbackURL);
  expect(sent.status).toBe(200);
  const mails = await until("the mail is in the outbox", async () => {
    const all = await mailsTo(person.email);
    return all.length > before ? all : undefined;
  });
  const text = mails.at(-1)?.text ?? "";
  return {
    token: /#token=([\w-]+)/.exec(text)?.[1] ?? "",
    code: /^Code: (\d{6})$/m.exec(text)?.[1] ?? "",
    browser: cookieOf(sent, "link_browser"),
  };
}

const redeem = ({ token }: Pick<Mailed, "token">) => post("/magic-link/redeem", { token });
const follow = ({ token }: Pick<Mailed, "token">, more: Record<string, string> = {}, method = "GET") =>
  api.call({ method, path: `/auth/magic-link/verify?${new URLSearchParams({ token, ...more })}` });
const sessionOf = (answer: { cookies: string[] }) =>
  answer.cookies.find((each) => /^zonepost\.session_token=[^;]+/.test(each))?.split(";")[0];

describe("requesting a magic link", () => {
  it("emails it to a known person, of kind magic_link, with the link in text and HTML", async () => {
    const person = await workspace.join("member");
    const { token, code } = await linkFor(person, "/webhooks?tab=1");
    const [mail] = await mailsTo(person.email);
    expect(mail).toMatchObject({ kind: "magic_link", to: person.email });
    expect(mail?.text.match(/https?:\/\/\S+/g)).toEqual([`${api.panelOrigin}/sign-in/link#token=${token}`]);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(code).toMatch(/^\d{6}$/);
    expect(mail?.html).toContain(`#token=${token}"`);
    expect(mail?.html).toContain(`<td>${code}</td>`);
    expect(mail?.subject).not.toContain(code);
  });

  it("returns the same bytes for an unknown address, and emails no one", async () => {
    const known = await send(workspace.owner.email);
    const unknown = await send("stranger@people.test");
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort());
    const shapeOf = ({ cookies }: { cookies: string[] }) =>
      cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, "=<secret>;"));
    expect(shapeOf(unknown)).toEqual(shapeOf(known));
    expect(shapeOf(known)).toEqual([
      "zonepost.link_browser=<secret>; Max-Age=900; Path=/; HttpOnly; SameSite=Lax",
    ]);
    await until(
      "the known person's mail has come",
      async () => (await mailsTo(workspace.owner.email)).length,
    );
    await until("nothing waits to be sent", async () => {
      const [waiting] = await api.db.select({ count: count() }).from(outgoingEmails);
      return waiting?.count === 0;
    });
    expect(await mailsTo("stranger@people.test")).toEqual([]);
  });

  it("emails the address as stored in the account, not as typed", async () => {
    const person = await workspace.join("member");
    expect((await send(person.email.toUpperCase())).status).toBe(200);
    await until("the mail has come", async () => (await mailsTo(person.email)).length);
  });

  it("rejects an invalid address with 422, and a foreign redirect with 403 or 422, without an email", async () => {
    expect((await send("not-an-address")).status).toBe(422);
    const person = await workspace.join("member");
    for (const away of [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example",
      "/\t/evil.example",
      "javascript:alert(1)",
      "data:text/html,x",
      `${api.panelOrigin}.evil.example/`,
      `${api.panelOrigin}@evil.example/`,
    ]) {
      expect([away, [403, 422].includes((await send(person.email, away)).status)]).toEqual([away, true]);
    }
    await linkFor(person);
    expect(await mailsTo(person.email)).toHaveLength(1);
  });

  it("stores neither the token nor the email in readable form while the email waits", async () => {
    await using alone = await startApi();
    const { owner } = await alone.createWorkspace();
    const body = { email: owner.email };
    const asked = await alone.call({ method: "POST", path: "/auth/magic-link/send", body });
    expect(asked.status).toBe(200);
    const [mail] = await alone.db.select().from(outgoingEmails);
    if (!mail) {
      throw new Error("no mail waits");
    }
    const box = createSecretBox([alone.env.ENCRYPTION_KEY]);
    const content = box.open(mail.contentEncrypted, `outgoing_email:${mail.id}`);
    const token = /token=([\w-]+)/.exec(content)?.[1] ?? "";
    const code = /Code: (\d{6})/.exec(content)?.[1] ?? "";
    const secret = cookieOf(asked, "link_browser").split("=")[1] ?? "";
    expect([token.length, code.length, secret.length]).toEqual([43, 6, 43]);
    const kept = [
      mail,
      await alone.db.select().from(verifications),
      [...(await alone.sql`select * from graphile_worker._private_jobs`)],
    ];
    expect(JSON.stringify(kept)).toContain(mail.id);
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${token}|${secret}|\\b${code}\\b`));
  });
});

describe("a mail scanner", () => {
  it.each([
    ["GET", "/sign-in/link"],
    ["HEAD", "/sign-in/link"],
    ["GET", "/auth/magic-link/redeem"],
    ["HEAD", "/auth/magic-link/redeem"],
    ["POST", "/auth/magic-link/redeem"],
    ["GET", "/auth/magic-link/code"],
    ["HEAD", "/auth/magic-link/verify"],
    ["POST", "/auth/magic-link/verify"],
  ])("gets no session with %s %s, and the link still works", async (method, path) => {
    const link = await linkFor(await workspace.join("member"));
    // A fragment is never sent. Some scanners move it into the query.
    for (const opened of [path, `${path}?token=${link.token}`]) {
      const answer = await api.call({ method, path: opened });
      expect([opened, answer.status >= 400, sessionOf(answer)]).toEqual([opened, true, undefined]);
    }
    expect((await redeem(link)).status).toBe(200);
  });
});

describe("redeeming a magic link", () => {
  it("signs in, in any browser, and returns the page that the link was requested for", async () => {
    const person = await workspace.join("member");
    for (const [asked, url] of [
      [undefined, "/domains"],
      ["/webhooks?tab=1", "/webhooks?tab=1"],
      [`${api.panelOrigin}/mail`, "/mail"],
    ]) {
      const answer = await redeem(await linkFor(person, asked));
      expect([answer.status, answer.json]).toEqual([
        200,
        {
          redirect: false,
          url: api.panelOrigin + url,
          user: expect.objectContaining({ email: person.email }),
        },
      ]);
      const cookie = sessionOf(answer);
      expect((await getSession(cookie)).json).toMatchObject({ user: { email: person.email } });
      expect(answer.text).not.toContain(tokenOf(cookie ?? ""));
    }
  });

  it("works once, and ends the code with it", async () => {
    const person = await workspace.join("member");
    const link = await linkFor(person);
    expect((await redeem(link)).status).toBe(200);
    expect(summaryOf(await redeem(link))).toEqual(invalidLink);
    expect(sessionOf(await follow(link))).toBeUndefined();
    const { code, browser } = link;
    expect(summaryOf(await post("/magic-link/code", { email: person.email, code }, browser))).toEqual([
      422,
      "sign_in_code_ended",
      "/code",
    ]);
  });

  it("works for one of twenty simultaneous uses, by link, code and GET", async () => {
    const person = await workspace.join("member");
    const { email } = person;
    const link = await linkFor(person);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        [
          () => redeem(link),
          () => follow(link),
          () => post("/magic-link/code", { email, code: link.code }, link.browser),
        ][index % 3]?.(),
      ),
    );
    expect(answers.filter((answer) => answer && sessionOf(answer))).toHaveLength(1);
    expect(answers.filter((answer) => (answer?.status ?? 500) >= 500)).toEqual([]);
  });

  it.each(["made-up-and-long-enough", "a".repeat(200), "%00".repeat(10), "é".repeat(43)])(
    "is refused with the token %s, and creates no account",
    async (token) => {
      expect(summaryOf(await redeem({ token }))).toEqual(invalidLink);
    },
  );

  it("is refused after 15 minutes", async () => {
    const link = await linkFor(await workspace.join("member"));
    await api.sql`update verifications set expires_at = expires_at - interval '15 minutes 1 second'`;
    expect(summaryOf(await redeem(link))).toEqual(invalidLink);
  });

  it("is refused if the person's address has changed hands since", async () => {
    const person = await workspace.join("member");
    const link = await linkFor(person);
    await api.sql`update users set email = ${`moved.${person.email}`} where id = ${person.id}`;
    expect(summaryOf(await redeem(link))).toEqual(invalidLink);
  });

  it("still works after a later request, unlike its code", async () => {
    const person = await workspace.join("member");
    const [earlier] = [await linkFor(person), await linkFor(person)];
    expect((await redeem(earlier)).status).toBe(200);
  });

  it("redeems a link that the previous version mailed", async () => {
    const person = await workspace.join("member");
    const token = "AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEf";
    await api.db.insert(verifications).values({
      id: newId(),
      identifier: hashToken(token),
      value: JSON.stringify({ email: person.email }),
      expiresAt: new Date(Date.now() + 60_000),
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    expect((await redeem({ token })).json.url).toBeUndefined();
  });
});

describe("following a magic link", () => {
  it("signs in and redirects to the panel's domains by default", async () => {
    const person = await workspace.join("member");
    const answer = await follow(await linkFor(person));
    expect([answer.status, answer.headers.location]).toEqual([302, `${api.panelOrigin}/domains`]);
    const session = await api.call({ path: "/auth/get-session", cookie: sessionOf(answer) });
    expect(session.json).toMatchObject({ user: { email: person.email }, session: { role: "member" } });
  });

  it("redirects to the requested page of the panel, given as a path or a URL", async () => {
    const person = await workspace.join("member");
    for (const asked of ["/webhooks?tab=1", `${api.panelOrigin}/webhooks?tab=1`]) {
      const answer = await follow(await linkFor(person), { callbackURL: asked });
      expect(answer.headers.location).toBe(`${api.panelOrigin}/webhooks?tab=1`);
    }
  });

  it("works once: the second use redirects to the sign-in page without a session", async () => {
    const link = await linkFor(await workspace.join("member"));
    expect(sessionOf(await follow(link))).toBeTruthy();
    const again = await follow(link);
    expect(again.status).toBe(302);
    expect(String(again.headers.location)).toMatch(new RegExp(`^${api.panelOrigin}/sign-in\\?error=`));
    expect(sessionOf(again)).toBeUndefined();
  });

  it("finds its person by an index, as the library searches", async () => {
    const plan = await api.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx`explain select id from users where users.email = ${"someone@people.test"}`;
    });
    expect(JSON.stringify(plan)).toContain("users_email_index");
  });

  it("works for one of twenty simultaneous uses", async () => {
    const person = await workspace.join("member");
    const sessionsOf = () => api.db.select().from(sessions).where(eq(sessions.userId, person.id));
    const before = (await sessionsOf()).length;
    const link = await linkFor(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(link)));
    expect(answers.filter((answer) => sessionOf(answer))).toHaveLength(1);
    expect((await sessionsOf()).length).toBe(before + 1);
  });

  it.each([
    {
      what: "signs out everywhere else",
      act: (person: Person) => api.call({ method: "DELETE", path: "/me/sessions", cookie: person.cookie }),
    },
    {
      what: "changes their password",
      act: (person: Person) =>
        api.call({
          method: "POST",
          path: "/auth/password/change",
          cookie: person.cookie,
          body: { currentPassword: password, newPassword: "another password for tests" },
        }),
    },
    {
      what: "takes another address",
      act: async (person: Person) =>
        api.call({
          method: "POST",
          path: "/auth/email/confirm",
          body: { token: await mintLink(api, person, "email_change", `new.${person.email}`) },
        }),
    },
  ])("is invalid when its person $what, unlike other people's links", async ({ act }) => {
    const person = await workspace.join("member");
    const colleague = await workspace.join("member");
    const [link, theirs] = [await linkFor(person), await linkFor(colleague)];
    expect((await act(person)).status).toBeLessThan(300);
    const kept = await api.db
      .select()
      .from(verifications)
      .where(like(verifications.value, `%${person.email}%`));
    expect(kept).toEqual([]);
    expect(sessionOf(await follow(link))).toBeUndefined();
    expect(sessionOf(await follow(theirs))).toBeTruthy();
  });

  it("is not used up by a mail scanner that only requests headers", async () => {
    const link = await linkFor(await workspace.join("member"));
    expect(sessionOf(await follow(link, {}, "HEAD"))).toBeUndefined();
    expect(sessionOf(await follow(link))).toBeTruthy();
  });

  it("works for 15 minutes and no longer", async () => {
    const person = await workspace.join("member");
    const link = await linkFor(person);
    const [row] = await api.sql`
      select expires_at - created_at = interval '15 minutes' as "isOf15Minutes" from verifications
      where identifier = ${hashToken(link.token)}`;
    expect(row?.isOf15Minutes).toBe(true);
    await api.sql`update verifications set expires_at = expires_at - interval '15 minutes 1 second'`;
    const late = await follow(link);
    expect(String(late.headers.location)).toContain("/sign-in?error=");
    expect(sessionOf(late)).toBeUndefined();
  });

  it("follows the sandbox clock: it works ten minutes later and not sixteen minutes later", async () => {
    const [early, late] = [await workspace.join("member"), await workspace.join("member")];
    const [earlyLink, lateLink] = [await linkFor(early), await linkFor(late)];
    await advanceClock(api, 600);
    expect(sessionOf(await follow(earlyLink))).toBeTruthy();
    await advanceClock(api, 360);
    expect(sessionOf(await follow(lateLink))).toBeUndefined();
  });

  it("can't redirect elsewhere, and isn't used up by an attempt", async () => {
    const link = await linkFor(await workspace.join("member"));
    for (const away of [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const answer = await follow(link, {
        callbackURL: away,
        errorCallbackURL: away,
        newUserCallbackURL: away,
      });
      expect([away, answer.status, answer.headers.location]).toEqual([
        away,
        expect.toBeOneOf([403, 422]),
        undefined,
      ]);
    }
    const away = { errorCallbackURL: "https://evil.example/", newUserCallbackURL: "https://evil.example/" };
    expect(String((await follow(link, away)).headers.location)).toBe(`${api.panelOrigin}/domains`);
    const spent = await follow(link, away);
    expect(String(spent.headers.location)).toMatch(new RegExp(`^${api.panelOrigin}/sign-in\\?`));
  });

  it.each(["/%zz", "/%", "/%E0%A4%A"])("causes no internal error with a redirect to %s", async (path) => {
    const link = await linkFor(await workspace.join("member"));
    const answer = await follow(link, { callbackURL: path });
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([422, "/callbackURL"]);
    expect(sessionOf(await follow(link))).toBeTruthy();
  });

  it("is rejected without a token or with a forged one, and creates no account", async () => {
    const countUsers = async () => (await api.db.select({ count: count() }).from(users))[0]?.count;
    const before = await countUsers();
    expect((await api.call({ path: "/auth/magic-link/verify" })).status).toBe(422);
    expect((await api.call({ path: "/auth/magic-link/verify?token=" })).status).toBe(422);
    for (const token of ["made-up", "%00", "a".repeat(5000)]) {
      const answer = await api.call({ path: `/auth/magic-link/verify?token=${token}` });
      expect([token.slice(0, 9), answer.status, sessionOf(answer)]).toEqual([
        token.slice(0, 9),
        302,
        undefined,
      ]);
    }
    expect(await countUsers()).toBe(before);
  });
});
