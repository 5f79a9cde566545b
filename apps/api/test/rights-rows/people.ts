import { newId, publicId } from "../../src/kernel/ids.ts";
import type { Person } from "../support/start-api.ts";
import {
  chance,
  isPerson,
  type MakeTarget,
  type Row,
  type Rows,
  restoreOwner,
  unknownId,
  type World,
} from "./row.ts";

// Granting or removing a role requires its rights. A key with only one scope lacks them, and an admin lacks the
// owner's.
const requiresRoleRights = { except: { key_with_the_scope: 403 } } as const;

const address = () => `invited-${chance()}@people.test`;
const newMember: MakeTarget = async ({ workspace }) => ({
  path: { id: (await workspace.seat("member")).memberId },
});
const missingMember = { path: { id: unknownId("mbr") } };
const newInvitation: MakeTarget = async ({ workspace }) => ({ path: { id: (await workspace.invite()).id } });
const missingInvitation = { path: { id: unknownId("inv") } };

const rename: Row = { success: 200, own: async () => ({ body: { name: `Renamed ${chance()}` } }) };
const removal: Row = { success: 204, own: newMember, missing: missingMember, ...requiresRoleRights };
const invitation: Row = {
  success: 201,
  own: async () => ({ body: { email: address(), role: "read_only" } }),
  except: { key_with_the_scope: 403, key_of_other_workspace: 403 },
};
const resend: Row = {
  success: 200,
  own: newInvitation,
  missing: missingInvitation,
  ...requiresRoleRights,
};
const cancellation: Row = { ...resend, success: 204 };
const handOver = async (world: World) => {
  await restoreOwner(world);
  return { body: { memberId: (await world.workspace.seat("member")).memberId } };
};
const transfer: Row = { success: 200, own: handOver, missing: { body: { memberId: unknownId("mbr") } } };

/** Another workspace of the person. */
const ownWorkspace = async ({ api }: World, person: Person) => {
  const another = await api.createWorkspace();
  await api.sql`insert into members (id, workspace_id, user_id, role, created_at)
    values (${newId()}, ${another.id}, ${person.id}, 'member', now())`;
  return { path: { id: publicId("wsp", another.id) } };
};
/** With a separate session, since it switches workspaces. */
const switching: Row = {
  success: 200,
  own: async (world, person) => ({
    ...(await ownWorkspace(world, person)),
    cookie: await world.api.signIn(person.email),
  }),
};
const leaving: Row = { success: 204, own: ownWorkspace, missing: { path: { id: unknownId("wsp") } } };
/** No key can call this over tRPC. */
const inPanel = (row: Row): Row => ({ ...row, success: 200, except: {} });

export const peopleRows: Rows = {
  rest: {
    getWorkspace: { success: 200 },
    updateWorkspace: rename,
    transferOwnership: transfer,
    listMembers: { success: 200 },
    updateMember: {
      success: 200,
      own: async (world, person) => ({ ...(await newMember(world, person)), body: { role: "read_only" } }),
      missing: { ...missingMember, body: { role: "read_only" } },
      ...requiresRoleRights,
    },
    removeMember: removal,
    listInvitations: { success: 200 },
    createInvitation: invitation,
    resendInvitation: resend,
    cancelInvitation: cancellation,
    listMyWorkspaces: { success: 200 },
    switchWorkspace: switching,
    leaveWorkspace: leaving,
  },
  trpc: {
    "workspace.get": { right: "domains:read", success: 200 },
    "workspace.update": { right: "workspace:write", ...rename },
    "workspace.transferOwnership": { right: "workspace:own", ...transfer },
    "members.list": { right: "members:read", success: 200 },
    "members.update": {
      right: "members:write",
      success: 200,
      own: async (world, person) => ({
        ...(await newMember(world, person)),
        body: { role: "read_only" },
      }),
      missing: { ...missingMember, body: { role: "read_only" } },
    },
    "members.remove": { right: "members:write", ...inPanel(removal) },
    "invitations.list": { right: "members:read", success: 200 },
    "invitations.create": { right: "members:write", ...inPanel(invitation) },
    "invitations.resend": { right: "members:write", ...inPanel(resend) },
    "invitations.cancel": { right: "members:write", ...inPanel(cancellation) },
    "me.workspaces": { right: null, success: 200 },
    "me.switchWorkspace": { right: null, ...switching },
    "me.leaveWorkspace": { right: null, ...inPanel(leaving) },
  },
  open: {
    readInvitation: {
      target: async ({ workspace }) => {
        const { id, token } = await workspace.invite();
        return { body: { id, token } };
      },
      answers: () => 200,
    },
    acceptInvitation: {
      target: async ({ workspace }) => {
        const { id, token } = await workspace.invite();
        return { body: { id, token, name: "Nina Neu" } };
      },
      // A signed-in caller's address differs from the invited one. Keys can't sign in.
      answers: (caller) => (caller === "half_signed_in" ? 401 : isPerson(caller) ? 403 : 200),
    },
  },
};
