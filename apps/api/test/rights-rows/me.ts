import { newId, publicId } from "../../src/kernel/ids.ts";
import type { Person } from "../support/start-api.ts";
import { chance, type MakeTarget, type Row, type Rows, restoreOwner, unknownId, type World } from "./row.ts";

/** Another session of that person. */
const newSession: MakeTarget = async ({ api }, person) => {
  const id = newId();
  await api.sql`insert into sessions (id, token, user_id, expires_at, created_at, updated_at)
    values (${id}, ${chance() + chance()}, ${person.id}, now() + interval '1 day', now(), now())`;
  return { path: { id: publicId("ses", id) } };
};

const change: Row = { success: 200, own: async () => ({ body: { name: `Renamed ${chance()}` } }) };
const revocation: Row = { success: 204, own: newSession, missing: { path: { id: unknownId("ses") } } };

const chooseTopics: Row = {
  success: 200,
  own: async (world) => {
    await restoreOwner(world);
    return { body: { topics: { expiry: "digest" } } };
  },
};

const deletesAt = ({ api }: World, person: Person, at: string | null) =>
  api.sql`update users set deletes_at = ${at}::timestamptz where id = ${person.id}`;

/** Not for the only owner of a workspace, which the other one has, nor for an operator. */
const deletion: Row = {
  success: 200,
  own: async (world, person) => {
    await restoreOwner(world);
    await deletesAt(world, person, null);
    return {};
  },
  except: { other_workspace: 409, operator: 409 },
};
const keeping: Row = {
  success: 200,
  own: async (world, person) => {
    await deletesAt(world, person, "2100-01-01T00:00:00Z");
    return {};
  },
};

export const meRows: Rows = {
  rest: {
    exportOwnData: { success: 200 },
    requestAccountDeletion: deletion,
    undoAccountDeletion: keeping,
    getProfile: { success: 200 },
    updateProfile: change,
    getNotificationSettings: { success: 200 },
    updateNotificationSettings: chooseTopics,
    listOwnSessions: { success: 200 },
    revokeSession: revocation,
    revokeOtherSessions: { success: 204 },
    forgetTrustedDevices: { success: 204 },
  },
  trpc: {
    "me.get": { right: null, success: 200 },
    "me.update": { right: null, ...change },
    "me.requestDeletion": { right: null, ...deletion },
    "me.undoDeletion": { right: null, ...keeping },
    "me.notifications": { right: "domains:read", success: 200 },
    "me.updateNotifications": { right: "domains:read", ...chooseTopics },
    "me.sessions": { right: null, success: 200 },
    "me.revokeSession": { right: null, ...revocation, success: 200 },
    "me.revokeOtherSessions": { right: null, success: 200 },
    "me.forgetDevices": { right: null, success: 200 },
  },
};
