import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, type Person, startApi, type Workspace } from "./support/start-api.ts";
import { until } from "./support/until.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi({ withCards: true });
  // They would change rows at any time.
  await api.holdNotices();
});
afterAll(() => api?.[Symbol.asyncDispose]());

type Seats = {
  workspace: Workspace;
  other: { memberId: string };
  keyId: string;
  invitationId: string;
  cardId: string;
};
type Change = { method: string; path: (seats: Seats) => string; body?: (seats: Seats) => object };

const changes: Record<string, Change> = {
  "renaming the workspace": { method: "PATCH", path: () => "/workspace", body: () => ({ name: "Taken" }) },
  "inviting an admin": {
    method: "POST",
    path: () => "/workspace/invitations",
    body: () => ({ email: "second.self@people.test", role: "admin" }),
  },
  "resending an invitation": {
    method: "POST",
    path: ({ invitationId }) => `/workspace/invitations/${invitationId}/resend`,
  },
  "canceling an invitation": {
    method: "DELETE",
    path: ({ invitationId }) => `/workspace/invitations/${invitationId}`,
  },
  "assigning a role": {
    method: "PATCH",
    path: ({ other }) => `/workspace/members/${other.memberId}`,
    body: () => ({ role: "admin" }),
  },
  "removing a member": { method: "DELETE", path: ({ other }) => `/workspace/members/${other.memberId}` },
  "creating a key": {
    method: "POST",
    path: () => "/api-keys",
    body: () => ({ name: "For later", scopes: ["members:write"] }),
  },
  "rolling a key": {
    method: "POST",
    path: ({ keyId }) => `/api-keys/${keyId}/roll`,
    body: () => ({ overlapSeconds: 0 }),
  },
  "updating a key": {
    method: "PATCH",
    path: ({ keyId }) => `/api-keys/${keyId}`,
    body: () => ({ name: "Mine" }),
  },
  "adding a card": { method: "POST", path: () => "/payment-methods" },
  "removing a card": { method: "DELETE", path: ({ cardId }) => `/payment-methods/${cardId}` },
  "making a card the default": {
    method: "PATCH",
    path: ({ cardId }) => `/payment-methods/${cardId}`,
    body: () => ({ default: true }),
  },
  "revoking a key": { method: "DELETE", path: ({ keyId }) => `/api-keys/${keyId}` },
};

async function fill(workspace: Workspace): Promise<Seats> {
  const other = await workspace.join("member");
  const made = await api.call({
    method: "POST",
    path: "/api-keys",
    cookie: workspace.owner.cookie,
    body: { name: "Here before", scopes: ["domains:read"] },
  });
  const { json: card } = await api.call({
    method: "POST",
    path: "/sandbox/payment-methods",
    cookie: workspace.owner.cookie,
    body: { number: "4242424242424242" },
  });
  await api.sql`update payment_methods set is_default = false where workspace_id = ${workspace.id}`;
  const { id: invitationId } = await workspace.invite();
  return { workspace, other, keyId: made.json.id, invitationId, cardId: card.id };
}

const rowsOf = async ({ id }: Workspace) => ({
  name: await api.sql`select name from workspaces where id = ${id}`,
  members:
    await api.sql`select user_id, role, domain_names from members where workspace_id = ${id} order by id`,
  invitations: await api.sql`
    select id, role, token_hash, cancelled_at, accepted_at from invitations where workspace_id = ${id} order by id`,
  keys: await api.sql`
    select id, name, revoked_at, expires_at, rolled_to_id from api_keys where workspace_id = ${id} order by id`,
  cards: await api.sql`select id, is_default from payment_methods where workspace_id = ${id}`,
  pages: await api.sql`select id from card_pages where workspace_id = ${id}`,
  audit:
    await api.sql`select action from audit_entries where workspace_id = ${id} and action <> 'session.signed_in'`,
});

/** Sends a request, and removes the admin's role while it waits for the workspace's lock. */
async function demoteDuring(workspace: Workspace, admin: Person, send: () => ReturnType<Api["call"]>) {
  const held = await api.sql.reserve();
  await held`begin`;
  await held`select id from workspaces where id = ${workspace.id} for update`;
  const sent = send();
  await until("the change waits for the workspace", async () => {
    const waiting = await api.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });
  await held`
    update members set role = 'read_only' where workspace_id = ${workspace.id} and user_id = ${admin.id}`;
  await held`commit`;
  held.release();
  return sent;
}

describe("an admin who is demoted during a request", () => {
  it.each(Object.entries(changes))("can't complete %s", async (_, change) => {
    const workspace = await api.createWorkspace();
    const admin = await workspace.join("admin");
    const seats = await fill(workspace);
    const before = await rowsOf(workspace);
    const answer = await demoteDuring(workspace, admin, () =>
      api.call({
        method: change.method,
        path: change.path(seats),
        cookie: admin.cookie,
        ...(change.body ? { body: change.body(seats) } : {}),
      }),
    );
    expect([answer.status, answer.json?.code]).toEqual([403, "forbidden"]);
    const demoted = before.members.map((row) =>
      row.user_id === admin.id ? { ...row, role: "read_only" } : row,
    );
    expect(await rowsOf(workspace)).toEqual({ ...before, members: demoted });
  });
});
