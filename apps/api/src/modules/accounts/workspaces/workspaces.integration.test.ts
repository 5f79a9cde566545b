import { describe, expect, it } from "vitest";
import { api, setUpAccounts } from "../../../../test/support/accounts/set-up-accounts.ts";
import type { Person } from "../../../../test/support/start-api.ts";
import { newId, publicId } from "../../../kernel/ids.ts";

setUpAccounts();

const mine = async (cookie: string) => (await api.call({ path: "/me/workspaces", cookie })).json;
const act = (verb: "switch" | "leave", id: string, cookie?: string) =>
  api.call({ method: "POST", path: `/me/workspaces/${id}/${verb}`, cookie });
const sessionOf = async (cookie: string) =>
  (await api.call({ path: "/auth/get-session", cookie })).json.session;

/** A member of two workspaces. */
async function inTwo(role = "member") {
  const [first, second] = await Promise.all([api.createWorkspace(), api.createWorkspace()]);
  await api.sql`insert into members (id, workspace_id, user_id, role, created_at)
    values (${newId()}, ${second.id}, ${first.owner.id}, ${role}, now())`;
  const person: Person = first.owner;
  return { person, first: publicId("wsp", first.id), second: publicId("wsp", second.id), firstRow: first };
}

describe("the current workspace", () => {
  it("shows its name to all members, and owners and admins can change it", async () => {
    const workspace = await api.createWorkspace();
    const [admin, billing] = [await workspace.join("admin"), await workspace.join("billing")];
    const rename = (body: object, cookie: string) =>
      api.call({ method: "PATCH", path: "/workspace", body, cookie });
    const renamed = await rename({ name: "  Müller & Söhne  " }, admin.cookie);
    expect([renamed.status, renamed.json.name]).toEqual([200, "Müller & Söhne"]);
    expect((await rename({ name: "Mine" }, billing.cookie)).status).toBe(403);
    expect((await api.call({ path: "/workspace", cookie: billing.cookie })).json).toEqual(renamed.json);
    for (const body of [
      {},
      { name: " " },
      { name: "a\u0000b" },
      { name: "x".repeat(101) },
      { name: "x", slug: "y" },
    ]) {
      expect((await rename(body, admin.cookie)).status).toBe(422);
    }
    const entries = await api.sql`select action, details from audit_entries
      where workspace_id = ${workspace.id} and action = 'workspace.renamed'`;
    expect(entries.map(({ details }) => details)).toEqual([{ from: "Test Workspace", to: "Müller & Söhne" }]);
    const german = await rename({ language: "de" }, admin.cookie);
    expect(german.json).toEqual({ ...renamed.json, language: "de" });
    expect((await rename({ language: "fr" }, admin.cookie)).status).toBe(422);
  });

  it("keeps the nameservers for new registrations, each once and normalized", async () => {
    const workspace = await api.createWorkspace();
    const { cookie } = workspace.owner;
    const change = (defaultNameservers: unknown) =>
      api.call({ method: "PATCH", path: "/workspace", body: { defaultNameservers }, cookie });
    const read = async () => (await api.call({ path: "/workspace", cookie })).json.defaultNameservers;
    expect(await read()).toEqual([]);
    const changed = await change(["NS1.Example.net", "ns2.example.net.", "ns1.example.net"]);
    expect([changed.status, changed.json.name]).toEqual([200, "Test Workspace"]);
    expect(await read()).toEqual(["ns1.example.net", "ns2.example.net"]);
    const hosts = Array.from({ length: 14 }, (_, index) => `ns${index}.example.net`);
    for (const wrong of [["not a host"], hosts, "ns1.example.net", null]) {
      expect((await change(wrong)).status).toBe(422);
    }
    const entries = await api.sql`select details from audit_entries
      where workspace_id = ${workspace.id} and action = 'workspace.nameservers_changed'`;
    expect(entries.map(({ details }) => details)).toEqual([
      { from: [], to: ["ns1.example.net", "ns2.example.net"] },
    ]);
    expect((await change([])).json.defaultNameservers).toEqual([]);
  });
});

describe("your workspaces", () => {
  it("are listed with your role in each, and the session's current one", async () => {
    const { person, first, second } = await inTwo("read_only");
    const listed = await mine(person.cookie);
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(
      expect.arrayContaining([
        { id: first, name: "Test Workspace", role: "owner", isCurrent: true },
        { id: second, name: "Test Workspace", role: "read_only", isCurrent: false },
      ]),
    );
  });

  it("are empty for a person without a membership", async () => {
    expect(await mine((await api.createPersonWithoutWorkspace()).cookie)).toEqual([]);
  });

  it("are not available to keys", async () => {
    const headers = { authorization: "Bearer zp_nothing" };
    expect((await api.call({ path: "/me/workspaces", headers })).status).toBe(401);
  });
});

describe("switching workspace", () => {
  it("changes this session's workspace and role, and no other session", async () => {
    const { person, second, first, firstRow } = await inTwo("read_only");
    const name = await firstRow.addDomain();
    const elsewhere = await api.signIn(person.email);
    await act("switch", first, elsewhere);
    const answer = await act("switch", second, person.cookie);
    expect([answer.status, answer.json]).toEqual([
      200,
      { id: second, name: "Test Workspace", role: "read_only", isCurrent: true },
    ]);
    expect(await sessionOf(person.cookie)).toMatchObject({ workspaceId: second, role: "read_only" });
    expect(await sessionOf(elsewhere)).toMatchObject({ workspaceId: first, role: "owner" });
    expect((await api.call({ path: "/domains/mine", cookie: person.cookie })).json).toEqual([]);
    const path = `/domains/${name}/dnssec`;
    expect((await api.call({ path, cookie: person.cookie })).status).toBe(404);
    expect((await api.call({ path, cookie: elsewhere })).status).toBe(200);
  });

  it("returns the same bytes for a foreign workspace as for an unknown one", async () => {
    const { person, first } = await inTwo();
    const foreign = publicId("wsp", (await api.createWorkspace()).id);
    const bytes = async (id: string) => {
      const { status, text } = await act("switch", id, person.cookie);
      return [status, text.replaceAll(/req_[0-9a-z_]{41}/g, "")];
    };
    expect(await bytes(foreign)).toEqual(await bytes(publicId("wsp", newId())));
    expect((await act("switch", foreign, person.cookie)).status).toBe(404);
    expect((await act("switch", "wsp_x", person.cookie)).status).toBe(422);
    expect((await sessionOf(person.cookie)).workspaceId).toBe(first);
  });
});

describe("leaving a workspace", () => {
  it("ends the membership, logs it, and continues in another workspace if there is one", async () => {
    const { person, first, second } = await inTwo();
    await act("switch", second, person.cookie);
    expect((await act("leave", second, person.cookie)).status).toBe(204);
    expect((await sessionOf(person.cookie)).workspaceId).toBe(first);
    expect((await mine(person.cookie)).map(({ id }: { id: string }) => id)).toEqual([first]);
    const entries = await api.sql`select target from audit_entries where action = 'member.left'
      and target = ${person.email}`;
    expect(entries).toHaveLength(1);
    expect((await act("leave", second, person.cookie)).status).toBe(404);
    expect((await act("leave", first, person.cookie)).json.code).toBe("last_owner");
  });

  it("leaves a person without other memberships signed in, with no workspace", async () => {
    const workspace = await api.createWorkspace();
    const person = await workspace.join("admin");
    expect((await act("leave", publicId("wsp", workspace.id), person.cookie)).status).toBe(204);
    expect(await sessionOf(person.cookie)).toMatchObject({ workspaceId: null, role: null });
  });
});
