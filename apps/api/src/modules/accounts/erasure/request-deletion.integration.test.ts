import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, startApi } from "../../../../test/support/start-api.ts";
import { dayMs } from "../../../kernel/durations.ts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const deletion = ({ cookie }: { cookie?: string }, method = "POST") =>
  api.call({ method, path: "/me/deletion", ...(cookie && { cookie }) });
const me = async ({ cookie }: Person) => (await api.call({ path: "/me", cookie })).json;
const mails = async ({ email }: { email: string }) =>
  (
    await api.sql<{ kind: string }[]>`
      select kind from outgoing_emails where to_address = ${email} and kind like 'account_%' order by id`
  ).map(({ kind }) => kind);
const audited = async (workspaceId: string) =>
  (
    await api.sql<{ action: string }[]>`
      select action from audit_entries where workspace_id = ${workspaceId} and action like 'account.%' order by id`
  ).map(({ action }) => action);
const runSweep = async (name: string) => {
  const sweep = api.wired.createSweeps().find((candidate) => candidate.name === name);
  await sweep?.run(new AbortController().signal);
};
/** As if seven days had passed. */
const letPass = (person: { id: string }) =>
  api.sql`update users set deletes_at = now() - interval '1 second' where id = ${person.id}`;
const join = async (role: "owner" | "member" = "member") => {
  const workspace = await api.createWorkspace();
  return { workspace, person: await workspace.join(role) };
};

describe("deleting one's account", () => {
  it("is announced for seven days later, by email, and signs out everywhere else", async () => {
    const { workspace, person } = await join();
    const elsewhere = await api.signIn(person.email);
    const before = Date.now();
    const answer = await deletion(person);
    expect(answer.status).toBe(200);
    const at = Date.parse(answer.json.deletesAt);
    expect(at - before).toBeGreaterThanOrEqual(7 * dayMs - 1);
    expect(at).toBeLessThanOrEqual(Date.now() + 7 * dayMs);
    expect((await api.call({ path: "/me", cookie: elsewhere })).status).toBe(401);
    const current = await api.call({ path: "/auth/get-session", cookie: person.cookie });
    expect(current.json.session.accountDeletesAt).toBe(answer.json.deletesAt);
    expect((await api.call({ path: "/domains/mine", cookie: person.cookie })).status).toBe(200);
    expect(await mails(person)).toEqual(["account_deletion_requested"]);

    expect((await deletion(person)).json.deletesAt).toBe(answer.json.deletesAt);
    expect(await mails(person)).toEqual(["account_deletion_requested"]);
    expect(await audited(workspace.id)).toEqual(["account.deletion_requested"]);
  });

  it("can be undone until then, after signing in again too, and again has no effect", async () => {
    const { workspace, person } = await join();
    await deletion(person);
    const cookie = await api.signIn(person.email);
    for (const _ of [1, 2]) {
      const answer = await deletion({ cookie }, "DELETE");
      expect([answer.status, answer.json.deletesAt]).toEqual([200, null]);
    }
    expect(await audited(workspace.id)).toEqual(["account.deletion_requested", "account.deletion_undone"]);
    expect(await mails(person)).toEqual(["account_deletion_requested", "account_deletion_undone"]);
    await runSweep("deletions of accounts");
    expect((await me(person)).deletesAt).toBeNull();
  });

  it("needs a session and a recent confirmation; undoing it only a session", async () => {
    const { person } = await join();
    expect([(await deletion({})).status, (await deletion({}, "DELETE")).status]).toEqual([401, 401]);
    await api.sql`update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${person.id}`;
    const refused = await deletion(person);
    expect([refused.status, refused.json.code]).toEqual([403, "step_up_required"]);
    expect((await deletion(person, "DELETE")).status).toBe(200);
  });

  it("is refused for the only owner of a workspace, which is named, and for an operator", async () => {
    const { owner } = await api.createWorkspace();
    const alone = await deletion(owner);
    expect([alone.status, alone.json.code]).toEqual([409, "sole_owner"]);
    expect(alone.json.detail).toContain("“Test Workspace”");
    const operator = await deletion(await api.createOperator());
    expect([operator.status, operator.json.code]).toEqual([409, "operator_account"]);
    expect((await me(owner)).deletesAt).toBeNull();
  });

  it("happens once the seven days have passed: it can't be undone, and the last email says so", async () => {
    const { workspace, person } = await join("owner");
    await deletion(person);
    await runSweep("deletions of accounts");
    expect((await me(person)).user.email).toBe(person.email);
    await letPass(person);
    await runSweep("deletions of accounts");
    expect((await deletion(person, "DELETE")).status).toBe(401);
    expect(await api.sql`select 1 from users where id = ${person.id}`).toEqual([]);
    expect(await mails(person)).toEqual(["account_deleted"]);
    const [entry] = await api.sql`select details ->> 'requestedBy' as "requestedBy" from audit_entries
      where action = 'person.erased' order by id desc limit 1`;
    expect(entry).toEqual({ requestedBy: "person" });
    expect((await api.call({ path: "/me", cookie: workspace.owner.cookie })).status).toBe(200);
  });

  it("is put off by seven days, with an email, if a workspace would lose its only owner by then", async () => {
    const { workspace, person } = await join("owner");
    await deletion(person);
    await api.sql`update members set role = 'admin' where user_id = ${workspace.owner.id}`;
    await letPass(person);
    for (const _ of [1, 2]) {
      await runSweep("deletions of accounts");
    }
    expect(Date.parse((await me(person)).deletesAt)).toBeGreaterThan(Date.now() + 6 * dayMs);
    expect(await mails(person)).toEqual(["account_deletion_requested", "account_deletion_postponed"]);
  });

  it("that a killed worker left half done is finished by the next", async () => {
    const { person } = await join();
    await deletion(person);
    await letPass(person);
    const stopped = new AbortController();
    const sweeps = api.wired.createSweeps();
    // It ends after the account, before the first batch.
    const work = sweeps.find(({ name }) => name === "deletions of accounts")?.run(stopped.signal);
    stopped.abort();
    await work;
    await runSweep("deletions of accounts");
    await runSweep("erasures");
    expect(await api.sql`select 1 from users where id = ${person.id}`).toEqual([]);
    expect(await api.sql`select 1 from erasures where finished_at is null`).toEqual([]);
    expect(await api.sql`select 1 from audit_entries where actor ->> 'id' = ${person.id}`).toEqual([]);
  });
});
