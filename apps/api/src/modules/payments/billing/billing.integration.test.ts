import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi, type Workspace } from "../../../../test/support/start-api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const profile = {
  company: "Example GmbH",
  address: "Linienstraße 12\n10178 Berlin",
  countryCode: "DE",
  vatId: "DE123456789",
};
const empty = { company: null, address: null, countryCode: null, vatId: null };

const path = "/workspace/billing";
const get = async ({ owner }: Workspace) => (await api.call({ path, cookie: owner.cookie })).json;
const put = ({ owner }: Workspace, body: object) =>
  api.call({ method: "PUT", path, cookie: owner.cookie, body });

describe("the billing profile", () => {
  it("is empty until someone enters it, and belongs to one workspace", async () => {
    const [workspace, other] = [await api.createWorkspace(), await api.createWorkspace()];
    expect(await get(workspace)).toEqual(empty);
    const answer = await put(workspace, { ...profile, countryCode: "de", vatId: "de123456789 " });
    expect([answer.status, answer.json]).toEqual([200, profile]);
    expect(await get(workspace)).toEqual(profile);
    expect(await get(other)).toEqual(empty);
  });

  it("is replaced: a field that is left out is cleared", async () => {
    const workspace = await api.createWorkspace();
    await put(workspace, profile);
    await put(workspace, { company: "Another GmbH", countryCode: "AT" });
    expect(await get(workspace)).toEqual({ ...empty, company: "Another GmbH", countryCode: "AT" });
  });

  it("has an audit entry for each change, and none for a repeat", async () => {
    const workspace = await api.createWorkspace();
    await put(workspace, profile);
    await put(workspace, profile);
    const entries = await api.sql`
      select action, details from audit_entries
      where workspace_id = ${workspace.id} and action like 'workspace.billing%'`;
    expect(entries).toEqual([{ action: "workspace.billing_updated", details: { from: empty, to: profile } }]);
  });

  it("is kept complete when two people save at once", async () => {
    const workspace = await api.createWorkspace();
    const profiles = ["AT", "FR"].map((countryCode) => ({ ...profile, countryCode }));
    const answers = await Promise.all(profiles.map((each) => put(workspace, each)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(profiles).toContainEqual(await get(workspace));
  });
});
