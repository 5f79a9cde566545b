import { randomBytes } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { makeStale } from "../../../../test/support/accounts/second-factor.ts";
import { api, setUpAccounts, workspace } from "../../../../test/support/accounts/set-up-accounts.ts";
import type { Answer } from "../../../../test/support/answer.ts";
import { type HeldInvitation, password, startApi } from "../../../../test/support/start-api.ts";
import { holdClock } from "../../../../test/support/stopped-clock.ts";
import { until } from "../../../../test/support/until.ts";

let owner: string;

setUpAccounts({ hasWorker: true });
beforeAll(() => {
  owner = workspace.owner.cookie;
});
afterEach(() => {
  vi.useRealTimers();
});

const address = () => `invited-${randomBytes(4).toString("hex")}@people.test`;
const post = (path: string, body?: unknown, cookie?: string) =>
  api.call({ method: "POST", path, body, cookie });
const invite = (body: object, cookie = owner) => post("/workspace/invitations", body, cookie);
const listed = async (cookie = owner) => (await api.call({ path: "/workspace/invitations", cookie })).json;
const resend = (id: string, cookie = owner) => post(`/workspace/invitations/${id}/resend`, undefined, cookie);
const cancel = (id: string, cookie = owner) =>
  api.call({ method: "DELETE", path: `/workspace/invitations/${id}`, cookie });
const linkOf = ({ id, token }: HeldInvitation) => ({ id, token });
const read = (link: { id: string; token: string }) => post("/auth/invitations/read", link);
const accept = (link: { id: string; token: string }, more: object = {}, cookie?: string) =>
  post("/auth/invitations/accept", { ...link, ...more }, cookie);
const newPerson = { name: "Nina Neu", password };
const cookieOf = (answer: Answer) => answer.cookies[0]?.split(";")[0];
const withoutRequestId = ({ status, text }: Answer) => [
  status,
  text.replaceAll(/req_[0-9a-z_]{41}/g, "<request>"),
];
const peopleWith = async (email: string) =>
  (await api.sql`select id from users where lower(email) = ${email.toLowerCase()}`).length;
const seatsOf = async (email: string) =>
  api.sql`select m.role, m.domain_names from members m join users u on u.id = m.user_id
    where lower(u.email) = ${email.toLowerCase()} and m.workspace_id = ${workspace.id}`;
const expire = ({ rowId }: HeldInvitation) =>
  api.sql`update invitations set expires_at = now() - interval '1 second' where id = ${rowId}`;
const mailsTo = async (email: string) => {
  const { json } = await api.call({ path: "/sandbox/outbox" });
  return json.filter((mail: { to: string }) => mail.to === email);
};
/** The link of the newest invitation mailed to this address. */
async function mailedLink(email: string, count = 1) {
  const mails = await until(`invitation ${count} to ${email} is mailed`, async () => {
    const all = await mailsTo(email);
    return all.length >= count ? all : undefined;
  });
  const url = new URL(/https?:\/\/\S+/.exec(mails.at(-1).text)?.[0] ?? "");
  return {
    mail: mails.at(-1),
    url,
    link: { id: url.pathname.split("/").at(-1) ?? "", token: url.hash.replace("#token=", "") },
  };
}
const auditOf = (target: string) =>
  api.sql`select action, actor->>'name' as actor from audit_entries
    where workspace_id = ${workspace.id} and target = ${target} order by id`;

describe("inviting a person", () => {
  it("emails a link to the panel with its secret in the fragment, and only stores a hash", async () => {
    const email = address();
    const { status, json, text } = await invite({ email, role: "member" });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      email,
      role: "member",
      domainNames: null,
      status: "pending",
      invitedBy: "Test Person",
    });
    expect(json.sentAt).toBe(json.createdAt);
    expect(Date.parse(json.expiresAt) - Date.parse(json.createdAt)).toBeCloseTo(7 * 86_400_000, -3);
    expect((await listed())[0]).toEqual(json);

    const { mail, url, link } = await mailedLink(email);
    expect(mail.kind).toBe("invitation");
    expect(mail.text).toContain("Test Person");
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(`${api.panelOrigin}/invitations/${json.id}`);
    expect(link.token).toMatch(/^[\w-]{43}$/);
    expect(mail.html).toContain(link.token);
    expect(text).not.toContain(link.token);
    const [row] = await api.sql`select to_jsonb(i)::text as text from invitations i where email = ${email}`;
    expect(row?.text).not.toContain(link.token);
    expect(await auditOf(email)).toEqual([{ action: "invitation.created", actor: workspace.owner.email }]);
  });

  it("returns the same for an address with and without an account elsewhere", async () => {
    const { owner: known } = await api.createWorkspace();
    const answers = [known.email, address()].map((email) => invite({ email, role: "billing" }));
    const [ofKnown, ofUnknown] = (await Promise.all(answers)).map(({ status, json }) => ({
      status,
      json: { ...json, id: "", email: "", createdAt: "", sentAt: "", expiresAt: "" },
    }));
    expect(ofKnown).toEqual(ofUnknown);
  });

  it.each([
    ["admin", ["admin", "member", "billing", "read_only"]],
    ["owner", ["owner", "admin", "member", "billing", "read_only"]],
  ] as const)("lets an %s assign only roles whose rights they have", async (role, gives) => {
    const another = await api.createWorkspace();
    const { cookie } = role === "owner" ? another.owner : await another.join(role);
    for (const each of ["owner", "admin", "member", "billing", "read_only"] as const) {
      const { status } = await invite({ email: address(), role: each }, cookie);
      expect([each, status]).toEqual([each, (gives as readonly string[]).includes(each) ? 201 : 403]);
    }
  });

  it("requires a recent confirmation for every role but read_only, also when resending", async () => {
    const another = await api.createWorkspace();
    const { cookie } = another.owner;
    const made = await invite({ email: address(), role: "admin" }, cookie);
    const harmless = await invite({ email: address(), role: "read_only" }, cookie);
    await makeStale(api, another.owner);
    for (const answer of [
      await invite({ email: address(), role: "owner" }, cookie),
      await invite({ email: address(), role: "admin" }, cookie),
      await invite({ email: address(), role: "member" }, cookie),
      await resend(made.json.id, cookie),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, "step_up_required"]);
    }
    expect(await listed(cookie)).toEqual([harmless.json, made.json]);
    expect((await invite({ email: address(), role: "read_only" }, cookie)).status).toBe(201);
    expect((await resend(harmless.json.id, cookie)).status).toBe(200);
    expect((await cancel(made.json.id, cookie)).status).toBe(204);
  });

  it("limits membership to the workspace's domains, and points to any other name", async () => {
    const other = await api.createWorkspace();
    const [own, foreign] = [await workspace.addDomain(), await other.addDomain()];
    const email = address();
    const refused = await invite({ email, role: "member", domainNames: [own, foreign] });
    expect(refused.status).toBe(422);
    const at = [own, foreign].sort().indexOf(foreign);
    expect(refused.json.errors).toEqual([
      { pointer: `/domainNames/${at}`, message: `${foreign} is not a domain in this workspace.` },
    ]);
    const { status, json } = await invite({ email, role: "member", domainNames: [own] });
    expect([status, json.domainNames]).toEqual([201, [own]]);
  });

  it.each([
    ["no address", { role: "member" }, "/email"],
    ["no role", { email: "a@people.test" }, "/role"],
    ["an unknown role", { email: "a@people.test", role: "root" }, "/role"],
    [
      "a limit on an admin",
      { email: "a@people.test", role: "admin", domainNames: ["a.com"] },
      "/domainNames",
    ],
    ["an empty limit", { email: "a@people.test", role: "member", domainNames: [] }, "/domainNames"],
    ["an unknown field", { email: "a@people.test", role: "member", status: "accepted" }, "/status"],
  ])("rejects %s with 422", async (_, body, pointer) => {
    const { status, json } = await invite(body);
    expect([status, json.errors[0].pointer]).toEqual([422, pointer]);
  });

  it("rejects a second open invitation to an address, ignoring case, even if they arrive at once", async () => {
    const email = address();
    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((each) => invite({ email: each, role: "member" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe("invitation_exists");
  });

  it("replaces an expired invitation", async () => {
    const old = await workspace.invite();
    await expire(old);
    expect((await listed()).find(({ id }: HeldInvitation) => id === old.id).status).toBe("expired");
    const { status, json } = await invite({ email: old.email, role: "billing" });
    expect(status).toBe(201);
    const forAddress = (await listed()).filter(({ email }: HeldInvitation) => email === old.email);
    expect(forAddress.map(({ id }: HeldInvitation) => id)).toEqual([json.id]);
    expect((await read(linkOf(old))).json.code).toBe("invitation_cancelled");
  });

  it("rejects a member's address", async () => {
    const { email } = await workspace.seat("billing");
    const { status, json } = await invite({ email: email.toUpperCase(), role: "member" });
    expect([status, json.code]).toEqual([409, "already_member"]);
  });

  it("keeps at most a hundred open, even if more arrive at once", async () => {
    const full = await api.createWorkspace();
    await Promise.all(Array.from({ length: 98 }, () => full.invite()));
    const more = Array.from({ length: 5 }, () =>
      invite({ email: address(), role: "member" }, full.owner.cookie),
    );
    const answers = await Promise.all(more);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe("invitation_limit");
  });

  it("emails an address at most ten times a day, even with canceled invitations", async () => {
    const busy = await api.createWorkspace();
    const cookie = busy.owner.cookie;
    const email = address();
    for (let count = 0; count < 10; count += 1) {
      const spelling = count % 2 === 0 ? email : email.toUpperCase();
      const made = await invite({ email: spelling, role: "member" }, cookie);
      expect([count, made.status]).toEqual([count, 201]);
      if (count < 9) {
        expect((await cancel(made.json.id, cookie)).status).toBe(204);
      }
    }
    const [open] = await listed(cookie);
    await api.sql`update invitations set sent_at = sent_at - interval '2 minutes' where workspace_id = ${busy.id}`;
    const again = await resend(open.id, cookie);
    expect([again.status, again.json.code]).toEqual([429, "rate_limited"]);
    expect(Number(again.headers["retry-after"])).toBeGreaterThan(23 * 3600);
    await cancel(open.id, cookie);
    expect((await invite({ email, role: "member" }, cookie)).status).toBe(429);
    expect((await invite({ email: address(), role: "member" }, cookie)).status).toBe(201);
    await api.sql`update audit_entries set occurred_at = occurred_at - interval '1 day' where workspace_id = ${busy.id}`;
    expect((await invite({ email, role: "member" }, cookie)).status).toBe(201);
  });

  it("sends at most thirty emails a minute per workspace, then returns when to retry", async () => {
    const busy = await api.createWorkspace();
    const { id } = await busy.invite();
    holdClock();
    await Promise.all(Array.from({ length: 29 }, () => resend(id, busy.owner.cookie)));
    const inviteOne = () => invite({ email: address(), role: "member" }, busy.owner.cookie);
    expect((await inviteOne()).status).toBe(201);
    const { status, json, headers } = await inviteOne();
    expect([status, json.code]).toEqual([429, "rate_limited"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("resending an invitation", () => {
  it("emails a new link for seven more days and invalidates the old one", async () => {
    const email = address();
    const { json } = await invite({ email, role: "member" });
    const first = await mailedLink(email);
    await api.sql`update invitations set expires_at = now() - interval '1 second' where email = ${email}`;
    const again = await resend(json.id);
    expect(again.status).toBe(200);
    expect(again.json).toMatchObject({ id: json.id, status: "pending" });
    expect(Date.parse(again.json.expiresAt)).toBeGreaterThanOrEqual(Date.parse(json.expiresAt));
    const second = await mailedLink(email, 2);
    expect(second.link.id).toBe(json.id);
    expect(second.link.token).not.toBe(first.link.token);
    expect((await read(first.link)).status).toBe(404);
    expect((await accept(first.link, newPerson)).status).toBe(404);
    expect((await accept(second.link, newPerson)).status).toBe(200);
  });

  it("is refused within a minute of the last email", async () => {
    const { id } = await workspace.invite();
    expect((await resend(id)).status).toBe(200);
    const { status, json } = await resend(id);
    expect([status, json.code]).toEqual([429, "rate_limited"]);
  });

  it("requires the right to assign its role, and can't find accepted, canceled or foreign ones", async () => {
    const forOwner = await workspace.invite({ role: "owner" });
    const admin = await workspace.join("admin");
    expect((await resend(forOwner.id, admin.cookie)).status).toBe(403);
    expect((await cancel(forOwner.id, admin.cookie)).status).toBe(403);
    const cancelled = await workspace.invite();
    expect((await cancel(cancelled.id)).status).toBe(204);
    const accepted = await workspace.invite();
    expect((await accept(linkOf(accepted), newPerson)).status).toBe(200);
    const foreign = await (await api.createWorkspace()).invite();
    for (const { id } of [cancelled, accepted, foreign]) {
      expect((await resend(id)).status).toBe(404);
      expect((await cancel(id)).status).toBe(404);
    }
  });
});

describe("reading an invitation", () => {
  it("shows the inviter, the workspace, the role and whether an account exists", async () => {
    const domainName = await workspace.addDomain();
    const held = await workspace.invite({ role: "read_only", domainNames: [domainName] });
    const { status, json } = await read(linkOf(held));
    expect(status).toBe(200);
    expect(json).toEqual({
      email: held.email,
      workspaceName: "Test Workspace",
      invitedBy: "Zonepost",
      role: "read_only",
      domainNames: [domainName],
      expiresAt: expect.any(String),
      status: "pending",
      hasAccount: false,
    });
    const { email } = (await api.createWorkspace()).owner;
    expect((await read(linkOf(await workspace.invite({ email })))).json.hasAccount).toBe(true);
  });

  it("returns the same bytes for a wrong token as for an unknown invitation", async () => {
    const missing = await read({ id: "inv_01k3v2m8q4f7x9b0c1d2e3f4g5", token: "x".repeat(43) });
    expect(missing.status).toBe(404);
    const open = await workspace.invite();
    const cancelled = await workspace.invite();
    await cancel(cancelled.id);
    for (const { id } of [open, cancelled]) {
      const wrong = { id, token: "x".repeat(43) };
      expect(withoutRequestId(await read(wrong))).toEqual(withoutRequestId(missing));
      expect(withoutRequestId(await accept(wrong, newPerson))).toEqual(withoutRequestId(missing));
    }
  });
});

describe("accepting an invitation as a new person", () => {
  it("creates the account, the membership and a session in that workspace at once", async () => {
    const domainName = await workspace.addDomain();
    const held = await workspace.invite({ role: "member", domainNames: [domainName] });
    const answer = await accept(linkOf(held), { name: " Nina Neu ", password, language: "de" });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      redirect: false,
      user: { email: held.email, name: "Nina Neu", emailVerified: true, language: "de" },
    });
    expect(answer.cookies[0]).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const { json } = await api.call({ path: "/auth/get-session", cookie: cookieOf(answer) });
    expect(json.session).toMatchObject({
      workspaceName: "Test Workspace",
      role: "member",
      domainNames: [domainName],
    });
    const [session] = await api.sql`select s.signed_in_by, s.ip_address from sessions s
      join users u on u.id = s.user_id where u.email = ${held.email}`;
    expect(session).toEqual({ signed_in_by: "invitation", ip_address: "127.0.0.1" });
    expect((await auditOf(held.email)).map((entry) => [entry.action, entry.actor])).toEqual([
      ["invitation.accepted", held.email],
      ["session.signed_in", held.email],
    ]);
    expect(await api.signIn(held.email)).toMatch(/session_token=/);
  });

  it("works without a password; the person then signs in with a magic link", async () => {
    const held = await workspace.invite();
    expect((await accept(linkOf(held), { name: "Nina Neu" })).status).toBe(200);
    const tried = await post("/auth/sign-in/email", { email: held.email, password });
    expect(tried.status).toBe(401);
    await post("/auth/magic-link/send", { email: held.email });
    await until("the magic link is mailed", async () => (await mailsTo(held.email)).length > 0);
  });

  it.each([
    ["no name", { password }, "/name"],
    ["a short password", { name: "Nina", password: "short" }, "/password"],
    ["a common password", { name: "Nina", password: "password1234" }, "/password"],
    ["a role", { ...newPerson, role: "owner" }, "/role"],
    ["another address", { ...newPerson, email: "other@people.test" }, "/email"],
  ])("rejects %s with 422 and leaves the invitation open", async (_, more, pointer) => {
    const held = await workspace.invite();
    const { status, json } = await accept(linkOf(held), more);
    expect([status, json.errors[0].pointer]).toEqual([422, pointer]);
    expect(await peopleWith(held.email)).toBe(0);
    expect((await read(linkOf(held))).json.status).toBe("pending");
  });

  it("succeeds for one of twenty requests: one account, one membership, one session", async () => {
    const held = await workspace.invite();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => accept(linkOf(held), { name: `Nina ${index}` })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    // A request that checked before the other finished gets a conflict; one that found the new account must sign in.
    for (const { status } of answers.filter((each) => each !== won[0])) {
      expect([401, 409]).toContain(status);
    }
    expect(await peopleWith(held.email)).toBe(1);
    expect(await seatsOf(held.email)).toHaveLength(1);
    const sessions = await api.sql`select s.id from sessions s join users u on u.id = s.user_id
      where u.email = ${held.email}`;
    expect(sessions).toHaveLength(1);
  });

  it("creates one account from two simultaneous invitations to one address", async () => {
    const other = await api.createWorkspace();
    const email = address();
    const both = [await workspace.invite({ email }), await other.invite({ email: email.toUpperCase() })];
    const answers = await Promise.all(both.map((held) => accept(linkOf(held), { name: "Nina" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await peopleWith(email)).toBe(1);
    const [left] = both.filter((_, index) => answers[index]?.status === 401);
    const winner = answers.find(({ status }) => status === 200) as Answer;
    expect((await accept(linkOf(left as HeldInvitation), {}, cookieOf(winner))).status).toBe(200);
  });

  it("rejects a second use and canceled or expired invitations, each with its code", async () => {
    const accepted = await workspace.invite();
    await accept(linkOf(accepted), newPerson);
    const cancelled = await workspace.invite();
    await cancel(cancelled.id);
    const expired = await workspace.invite();
    await expire(expired);
    for (const [held, code] of [
      [accepted, "invitation_accepted"],
      [cancelled, "invitation_cancelled"],
      [expired, "invitation_expired"],
    ] as const) {
      const answers = [await read(linkOf(held)), await accept(linkOf(held), newPerson)];
      expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
        [409, code],
        [409, code],
      ]);
    }
  });

  it("is rejected from a page of another origin", async () => {
    const held = await workspace.invite();
    const headers = { origin: "https://evil.example" };
    const body = { ...linkOf(held), ...newPerson };
    const answer = await api.call({ method: "POST", path: "/auth/invitations/accept", body, headers });
    expect(answer.status).toBe(403);
    expect(await peopleWith(held.email)).toBe(0);
  });
});

describe("accepting an invitation with an account", () => {
  it("adds a membership for the signed-in person with that address, and switches to that workspace", async () => {
    const { owner: person } = await api.createWorkspace();
    const held = await workspace.invite({ email: person.email.toUpperCase(), role: "billing" });
    const answer = await accept(linkOf(held), {}, person.cookie);
    expect([answer.status, answer.json.user.email]).toEqual([200, person.email]);
    expect(await peopleWith(person.email)).toBe(1);
    expect(await seatsOf(person.email)).toEqual([{ role: "billing", domain_names: null }]);
    const { json } = await api.call({ path: "/auth/get-session", cookie: person.cookie });
    expect(json.session).toMatchObject({ role: "billing" });
    expect((await auditOf(held.email)).map(({ action }) => action)).toEqual(["invitation.accepted"]);
  });

  it("doesn't accept the link alone from anyone signed out, half signed in or with another account", async () => {
    const { owner: person } = await api.createWorkspace();
    const held = await workspace.invite({ email: person.email });
    const asAnonymous = await accept(linkOf(held), newPerson);
    expect([asAnonymous.status, asAnonymous.json.code]).toEqual([401, "sign_in_to_join"]);
    const asOther = await accept(linkOf(held), newPerson, (await workspace.join("member")).cookie);
    expect([asOther.status, asOther.json.code]).toEqual([403, "other_address"]);
    await api.sql`update users set two_factor_enabled = true where id = ${person.id}`;
    await api.sql`update sessions set second_factor_at = null where user_id = ${person.id}`;
    const asHalf = await accept(linkOf(held), newPerson, person.cookie);
    expect([asHalf.status, asHalf.json.code]).toEqual([401, "second_factor_required"]);
    expect(await seatsOf(person.email)).toEqual([]);
    expect((await read(linkOf(held))).json.status).toBe("pending");
  });

  it("creates no account for a new address while another person is signed in", async () => {
    const held = await workspace.invite();
    const { status, json } = await accept(linkOf(held), newPerson, owner);
    expect([status, json.code]).toEqual([403, "other_address"]);
    expect(await peopleWith(held.email)).toBe(0);
  });

  it("doesn't accept the address alone: without the token, the response is 404", async () => {
    const { owner: person } = await api.createWorkspace();
    const held = await workspace.invite({ email: person.email });
    const { status } = await accept({ id: held.id, token: "y".repeat(43) }, {}, person.cookie);
    expect(status).toBe(404);
    expect(await seatsOf(person.email)).toEqual([]);
  });

  it("keeps an existing membership unchanged and closes the invitation", async () => {
    const member = await workspace.join("read_only");
    const held = await workspace.invite({ email: member.email, role: "owner" });
    expect((await accept(linkOf(held), {}, member.cookie)).status).toBe(200);
    expect(await seatsOf(member.email)).toEqual([{ role: "read_only", domain_names: null }]);
    expect((await read(linkOf(held))).json.code).toBe("invitation_accepted");
  });
});

describe("public invitation routes", () => {
  it("limit attempts per network, for reading and for accepting", async () => {
    await using limited = await startApi({ env: { SIGN_IN_LIMIT_PER_MINUTE: "3" } });
    const body = { id: "inv_01k3v2m8q4f7x9b0c1d2e3f4g5", token: "x".repeat(43) };
    for (const path of ["/auth/invitations/read", "/auth/invitations/accept"]) {
      const tries = Array.from({ length: 8 }, () => limited.call({ method: "POST", path, body }));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([404, 429]));
    }
  });
});
