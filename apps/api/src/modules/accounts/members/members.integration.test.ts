import { randomUUID } from "node:crypto";
import { apiKeyScopes, notificationTopics } from "@zonepost/schema";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import { makeStale } from "../../../../test/support/accounts/second-factor.ts";
import { type Api, type Person, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { until } from "../../../../test/support/until.ts";

let api: Api;
let workspace: Workspace;
let owner: string;
let ownMemberId: string;

beforeAll(async () => {
  api = await startApi();
  await api.startWorker();
});
afterAll(() => api?.[Symbol.asyncDispose]());
beforeEach(async () => {
  workspace = await api.createWorkspace();
  owner = workspace.owner.cookie;
  ownMemberId = (await list())[0].id;
});

const unknown = "mbr_01k3v2m8q4f7x9b0c1d2e3f4g5";
const list = async (cookie = owner) => (await api.call({ path: "/workspace/members", cookie })).json;
const change = (id: string, body: object, cookie = owner) =>
  api.call({ method: "PATCH", path: `/workspace/members/${id}`, body, cookie });
const remove = (id: string, cookie = owner) =>
  api.call({ method: "DELETE", path: `/workspace/members/${id}`, cookie });
const handOver = (memberId: string, cookie = owner) =>
  api.call({ method: "POST", path: "/workspace/ownership", body: { memberId }, cookie });
const leave = (cookie = owner, id?: string) =>
  api.call({ method: "POST", path: `/me/workspaces/${id ?? publicIdOf(cookie)}/leave`, cookie });
const ids = new Map<string, string>();
const publicIdOf = (cookie: string) => ids.get(cookie) ?? "";
const findWorkspaceOf = async (cookie: string) => {
  const { json } = await api.call({ path: "/workspace", cookie });
  ids.set(cookie, json.id);
  return json.id as string;
};
const rolesNow = async () =>
  (await api.sql`select role from members where workspace_id = ${workspace.id} order by role`).map(
    ({ role }) => role,
  );
const audited = async () =>
  (
    await api.sql`select action, target from audit_entries
      where workspace_id = ${workspace.id} and action !~ '^session' order by id`
  ).map(({ action, target }) => [action, target]);
const mailTo = (email: string, kind: string) =>
  until(`${kind} is mailed to ${email}`, async () => {
    const { json } = await api.call({ path: "/sandbox/outbox" });
    return json.find((mail: { to: string; kind: string }) => mail.to === email && mail.kind === kind);
  });

describe("email notifications", () => {
  const settings = (cookie: string, body?: object) =>
    api.call({ path: "/me/notifications", cookie, ...(body ? { method: "PATCH", body } : {}) });

  const unchosen = {
    topics: {
      expiry: "none",
      transfers: "none",
      contacts: "none",
      dns: "none",
      mail: "none",
      webhooks: "none",
    },
    fixedTopics: [],
    isOwner: false,
    nextDigestAt: null,
  };

  it("are chosen by each member for this workspace, topic by topic", async () => {
    const member = await workspace.join("member");
    expect((await settings(member.cookie)).json).toEqual(unchosen);
    const first = await settings(member.cookie, { topics: { expiry: "at_once" } });
    expect(first.json.topics).toEqual({ ...unchosen.topics, expiry: "at_once" });
    const chosen = await settings(member.cookie, { topics: { mail: "digest", dns: "none" } });
    expect(chosen.json).toEqual({
      ...unchosen,
      topics: { ...unchosen.topics, expiry: "at_once", mail: "digest" },
      nextDigestAt: expect.stringMatching(/T06:00:00\.000Z$/),
    });
    expect((await settings(member.cookie)).json).toEqual(chosen.json);
    expect(await audited()).toContainEqual(["member.notifications_changed", member.email]);
    const other = await workspace.join("member");
    expect((await settings(other.cookie)).json).toEqual(unchosen);
    await settings(member.cookie, { topics: { mail: "none" } });
    expect((await settings(member.cookie)).json.nextDigestAt).toBeNull();
  });

  it.each([
    [{ topics: { security: "none" } }, "/topics/security"],
    [{ topics: { receipts: "digest" } }, "/topics/receipts"],
    [{ topics: { mail: "weekly" } }, "/topics/mail"],
    [{ topics: ["mail"] }, "/topics"],
    [{ topics: { payments: "digest" } }, "/topics/payments"],
  ])("refuse %j of a member who doesn't see payments", async (body, pointer) => {
    const member = await workspace.join("member");
    const { status, json } = await settings(member.cookie, body);
    expect([status, json.errors.map((one: { pointer: string }) => one.pointer)]).toEqual([422, [pointer]]);
    expect((await settings(member.cookie)).json).toEqual(unchosen);
  });

  it("let owners choose, but not about what a thief with their session would silence", async () => {
    const all = Object.fromEntries(notificationTopics.map((topic) => [topic, "at_once"]));
    const before = { topics: all, fixedTopics: ["contacts"], isOwner: true, nextDigestAt: null };
    expect((await settings(owner)).json).toEqual(before);
    for (const choice of ["digest", "none"]) {
      const refused = await settings(owner, { topics: { webhooks: "none", contacts: choice } });
      expect([refused.status, refused.json.code]).toEqual([409, "owner_notifications"]);
    }
    expect((await settings(owner)).json).toEqual(before);
    const chosen = await settings(owner, { topics: { webhooks: "none", contacts: "at_once" } });
    expect(chosen.json.topics).toEqual({ ...all, webhooks: "none" });
  });

  it("are for signed-in members of the workspace", async () => {
    expect((await api.call({ path: "/me/notifications" })).status).toBe(401);
  });
});

describe("listing members", () => {
  it("shows each member in the order of joining, with the hour of last activity", async () => {
    const member = await workspace.join("member");
    const never = await workspace.seat("billing");
    const members = await list();
    expect(members.map(({ email }: { email: string }) => email)).toEqual([
      workspace.owner.email,
      member.email,
      never.email,
    ]);
    expect(members[1]).toMatchObject({ id: member.memberId, role: "member", twoFactorEnabled: false });
    expect(members[1].lastSeenAt).toMatch(/T\d\d:00:00\.000Z$/);
    expect(members[2].lastSeenAt).toBeNull();
  });

  it("ignores a session without its second factor", async () => {
    const member = await workspace.join("member");
    await api.sql`update users set two_factor_enabled = true where id = ${member.id}`;
    await api.sql`update sessions set second_factor_at = null where user_id = ${member.id}`;
    expect((await list())[1]).toMatchObject({ twoFactorEnabled: true, lastSeenAt: null });
  });

  it("is paginated on request", async () => {
    const second = await workspace.seat("member");
    const page = await api.call({ path: "/workspace/members?limit=1", cookie: owner });
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? "";
    const rest = await api.call({ path: next.slice(api.address.length), cookie: owner });
    expect([page.json[0].id, rest.json[0].id, rest.headers.link]).toEqual([
      ownMemberId,
      second.memberId,
      undefined,
    ]);
    const wrong = await api.call({ path: "/workspace/members?limit=1&cursor=x", cookie: owner });
    expect(wrong.status).toBe(422);
  });
});

describe("updating a member", () => {
  it("changes the role, sets and removes a domain limit, with an audit entry each", async () => {
    const name = await workspace.addDomain();
    const { memberId, email } = await workspace.seat("billing");
    const limited = await change(memberId, { role: "member", domainNames: [name] });
    expect(limited.json).toMatchObject({ role: "member", domainNames: [name] });
    expect((await change(memberId, { role: "read_only" })).json.domainNames).toEqual([name]);
    expect((await change(memberId, { domainNames: null })).json).toMatchObject({
      role: "read_only",
      domainNames: null,
    });
    expect((await change(memberId, {})).status).toBe(200);
    expect(await audited()).toEqual(Array.from({ length: 3 }, () => ["member.role_changed", email]));
  });

  it("removes the limit with a role that covers all domains, and rejects a limit for such a role", async () => {
    const name = await workspace.addDomain();
    const { memberId } = await workspace.join("member", { domainNames: [name] });
    expect((await change(memberId, { role: "admin" })).json).toMatchObject({
      role: "admin",
      domainNames: null,
    });
    const { status, json } = await change(memberId, { domainNames: [name] });
    expect([status, json.errors[0].pointer]).toEqual([422, "/domainNames"]);
  });

  it("rejects domains of other workspaces", async () => {
    const foreign = await (await api.createWorkspace()).addDomain();
    const { memberId } = await workspace.seat("member");
    const { status, json } = await change(memberId, { domainNames: [foreign] });
    expect([status, json.errors[0].pointer]).toEqual([422, "/domainNames/0"]);
  });

  it.each([
    ["an unknown role", { role: "root" }],
    ["another person's membership", { userId: "usr_01k3v2m8q4f7x9b0c1d2e3f4g5" }],
    ["another workspace", { role: "member", workspaceId: "wsp_01k3v2m8q4f7x9b0c1d2e3f4g5" }],
    ["another address", { email: "owner@people.test" }],
  ])("rejects %s in the body with 422", async (_, body) => {
    const { memberId } = await workspace.seat("member");
    expect((await change(memberId, body)).status).toBe(422);
  });

  it("requires a recent confirmation for a role with more rights to change things, not for other changes", async () => {
    const { memberId } = await workspace.seat("member");
    const other = await workspace.seat("admin");
    const reader = await workspace.seat("read_only");
    await makeStale(api, workspace.owner);
    for (const [id, role] of [
      [memberId, "owner"],
      [memberId, "admin"],
      [memberId, "billing"],
      [other.memberId, "owner"],
      [reader.memberId, "member"],
    ]) {
      const { status, json } = await change(id ?? "", { role });
      expect([role, status, json.code]).toEqual([role, 403, "step_up_required"]);
    }
    expect(await rolesNow()).toEqual(["admin", "member", "owner", "read_only"]);
    expect((await change(memberId, { role: "read_only" })).status).toBe(200);
    expect((await change(other.memberId, { role: "admin" })).status).toBe(200);
    expect((await change(other.memberId, { role: "member" })).status).toBe(200);
  });

  it("never affects members with more rights: an admin can't create, change or remove an owner", async () => {
    const admin = await workspace.join("admin");
    const { memberId } = await workspace.seat("member");
    const other = await workspace.seat("owner");
    for (const answer of [
      await change(memberId, { role: "owner" }, admin.cookie),
      await change(admin.memberId, { role: "owner" }, admin.cookie),
      await change(other.memberId, { role: "member" }, admin.cookie),
      await remove(other.memberId, admin.cookie),
      await handOver(memberId, admin.cookie),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, "forbidden"]);
    }
    expect(await rolesNow()).toEqual(["admin", "member", "owner", "owner"]);
  });

  it("is limited to a key's own scopes, and never affects owners", async () => {
    const { memberId } = await workspace.seat("billing");
    const narrow = await newApiKey(api, workspace, { scopes: ["members:write", "domains:read"] });
    const wide = await newApiKey(api, workspace, { scopes: apiKeyScopes });
    const ask = (headers: Record<string, string>, id: string, role: string) =>
      api.call({ method: "PATCH", path: `/workspace/members/${id}`, body: { role }, headers });
    expect((await ask(narrow.headers, memberId, "member")).status).toBe(403);
    expect((await ask(wide.headers, memberId, "owner")).status).toBe(403);
    expect((await ask(wide.headers, ownMemberId, "member")).status).toBe(403);
    expect((await ask(wide.headers, memberId, "member")).status).toBe(200);
    const path = "/workspace/ownership";
    const { status, json } = await api.call({
      method: "POST",
      path,
      body: { memberId },
      headers: wide.headers,
    });
    expect([status, json.code]).toEqual([403, "session_required"]);
  });

  it("returns the same bytes for another workspace's member as for an unknown one", async () => {
    const foreign = await (await api.createWorkspace()).seat("member");
    const bytes = async (answer: ReturnType<typeof remove>) => {
      const { status, text } = await answer;
      return [status, text.replaceAll(/req_[0-9a-z_]{41}/g, "")];
    };
    expect(await bytes(remove(foreign.memberId))).toEqual(await bytes(remove(unknown)));
    expect((await remove(unknown)).status).toBe(404);
    const body = { role: "billing" };
    expect(await bytes(change(foreign.memberId, body))).toEqual(await bytes(change(unknown, body)));
    expect(await bytes(handOver(foreign.memberId))).toEqual(await bytes(handOver(unknown)));
  });
});

describe("removing a member", () => {
  it("ends the membership immediately, notifies them by email, and keeps their sessions without this workspace", async () => {
    const person = await workspace.join("member");
    const other = await api.createWorkspace();
    await api.sql`insert into members (id, workspace_id, user_id, role, created_at)
      values (gen_random_uuid(), ${other.id}, ${person.id}, 'read_only', now())`;
    expect((await remove(person.memberId)).status).toBe(204);
    const session = await api.call({ path: "/auth/get-session", cookie: person.cookie });
    expect(session.json.session.role).toBe("read_only");
    const { text } = await mailTo(person.email, "removed_from_workspace");
    expect(text).toContain("Test Workspace");
    expect(await audited()).toEqual([["member.removed", person.email]]);

    const alone = await workspace.join("member");
    await remove(alone.memberId);
    const { json } = await api.call({ path: "/auth/get-session", cookie: alone.cookie });
    expect(json.session.workspaceId).toBeNull();
    expect((await api.call({ path: "/domains/mine", cookie: alone.cookie })).json.code).toBe("no_workspace");
    expect((await remove(alone.memberId)).status).toBe(404);
  });
});

describe("the open invitations of a member", () => {
  const inviteTo = (cookie: string, role: string) =>
    api.call({
      method: "POST",
      path: "/workspace/invitations",
      body: { email: `${randomUUID()}@people.test`, role },
      cookie,
    });
  /** The roles of their open invitations. */
  const openOf = async ({ id }: Person) =>
    (
      await api.sql`select role from invitations where workspace_id = ${workspace.id}
        and invited_by->>'id' = ${id} and cancelled_at is null order by role`
    ).map(({ role }) => role);

  it.each([
    ["removed", []],
    ["leaving", []],
    ["made a member", []],
    ["limited to a domain", []],
    ["made an admin", ["admin", "member"]],
    ["handing over ownership", ["admin", "member"]],
    ["kept as an owner", ["admin", "member", "owner"]],
  ])("beyond their new role are canceled: %s", async (how, left) => {
    const name = await workspace.addDomain();
    const leaver = await workspace.join("owner");
    const other = await workspace.join("member");
    await inviteTo(owner, "admin");
    for (const role of ["owner", "admin", "member"]) {
      expect((await inviteTo(leaver.cookie, role)).status).toBe(201);
    }
    const acts: Record<string, () => Promise<{ status: number }>> = {
      removed: () => remove(leaver.memberId),
      leaving: async () => leave(leaver.cookie, await findWorkspaceOf(leaver.cookie)),
      "made a member": () => change(leaver.memberId, { role: "member" }),
      "limited to a domain": () => change(leaver.memberId, { role: "read_only", domainNames: [name] }),
      "made an admin": () => change(leaver.memberId, { role: "admin" }),
      "handing over ownership": () => handOver(other.memberId, leaver.cookie),
      "kept as an owner": () => change(leaver.memberId, { role: "owner" }),
    };
    const { status } = (await acts[how]?.()) ?? {};
    expect([200, 204]).toContain(status);
    expect(await openOf(leaver)).toEqual(left);
    expect(await openOf(workspace.owner)).toEqual(["admin"]);
    const canceled = (await audited()).filter(([action]) => action === "invitation.cancelled");
    expect(canceled).toHaveLength(3 - left.length);
  });

  it("belong to the person who resent them last", async () => {
    const admin = await workspace.join("admin");
    const { json } = await inviteTo(admin.cookie, "member");
    const again = await api.call({
      method: "POST",
      path: `/workspace/invitations/${json.id}/resend`,
      cookie: owner,
    });
    expect(again.status).toBe(200);
    await remove(admin.memberId);
    expect(await openOf(workspace.owner)).toEqual(["member"]);
  });
});

describe("the last owner", () => {
  it("can't be demoted, removed or leave", async () => {
    await workspace.seat("admin");
    await findWorkspaceOf(owner);
    for (const answer of [
      await change(ownMemberId, { role: "admin" }),
      await remove(ownMemberId),
      await leave(),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([409, "last_owner"]);
    }
    expect(await rolesNow()).toEqual(["admin", "owner"]);
  });

  it.each([
    ["demote", (id: string, cookie: string) => change(id, { role: "member" }, cookie)],
    ["remove", (id: string, cookie: string) => remove(id, cookie)],
  ])("remains when two owners %s each other at once", async (_, act) => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = await Promise.all([workspace.join("owner"), workspace.join("owner")]);
      await api.sql`delete from members where workspace_id = ${workspace.id}
        and user_id not in (${first.id}, ${second.id})`;
      const answers = await Promise.all([
        act(second.memberId, first.cookie),
        act(first.memberId, second.cookie),
      ]);
      const [owners] = await api.sql`select count(*)::int as count from members
        where workspace_id = ${workspace.id} and role = 'owner'`;
      expect(owners).toEqual({ count: 1 });
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    }
  });

  it("remains when several leave at once", async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => workspace.join("owner")));
    const cookies = [owner, ...owners.map(({ cookie }) => cookie)];
    const id = await findWorkspaceOf(owner);
    const answers = await Promise.all(cookies.map((cookie) => leave(cookie, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 409]);
    expect(await rolesNow()).toEqual(["owner"]);
  });
});

describe("transferring ownership", () => {
  it("makes the member an owner and the giver an admin, removes the limit, and emails them and other owners", async () => {
    const name = await workspace.addDomain();
    const taker = await workspace.join("member", { domainNames: [name] });
    const other = await workspace.seat("owner");
    const { status, json } = await handOver(taker.memberId);
    expect([status, json.role, json.domainNames]).toEqual([200, "owner", null]);
    expect(await rolesNow()).toEqual(["admin", "owner", "owner"]);
    for (const email of [workspace.owner.email, taker.email, other.email]) {
      const { text } = await mailTo(email, "ownership_transferred");
      expect(text).toContain(taker.email.split("@")[0]);
    }
    expect(await audited()).toEqual([["workspace.ownership_transferred", taker.email]]);
    expect((await handOver(taker.memberId)).status).toBe(403);
  });

  it("requires a session confirmed within ten minutes, and a member who isn't an owner yet", async () => {
    const { memberId } = await workspace.seat("member");
    expect((await handOver(ownMemberId)).json.code).toBe("already_owner");
    await api.sql`update sessions set confirmed_at = now() - interval '11 minutes'
      where user_id = ${workspace.owner.id}`;
    const { status, json } = await handOver(memberId);
    expect([status, json.code]).toEqual([403, "step_up_required"]);
    expect(await rolesNow()).toEqual(["member", "owner"]);
  });

  it("happens once if requested for two members at once", async () => {
    const takers = await Promise.all([workspace.seat("member"), workspace.seat("member")]);
    const answers = await Promise.all(takers.map(({ memberId }) => handOver(memberId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await rolesNow()).toEqual(["admin", "member", "owner"]);
  });
});
