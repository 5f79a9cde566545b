import { newId, publicId } from "../../src/kernel/ids.ts";
import { chance, type MakeTarget, type Row, type Rows, restoreOwner, unknownId } from "./row.ts";

/** Another session of that person. */
const newSession: MakeTarget = async ({ api }, person) => {
  const id = newId();
  await api.sql`insert into sessions (id, token, user_id, expires_at, created_at, updated_at)
    values (${id}, ${chance() + chance()}, ${person.id}, now() + interval '1 day', now(), now())`;
  return { path: { id: publicId("ses", id) } };
};

const change: Row = { success: 200, own: async () => ({ body: { name: `Renamed ${chance()}` } }) };
const revocation: Row = { success: 204, own: newSession, missing: { path: { id: unknownId("ses") } } };

/** Owners receive all emails and can't choose. */
const chooseTopics: Row = {
  success: 200,
  own: async (world) => {
    await restoreOwner(world);
    return { body: { topics: ["expiry"] } };
  },
  except: { owner: 409, other_workspace: 409 },
};

export const meRows: Rows = {
  rest: {
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
    "me.notifications": { right: "domains:read", success: 200 },
    "me.updateNotifications": { right: "domains:read", ...chooseTopics },
    "me.sessions": { right: null, success: 200 },
    "me.revokeSession": { right: null, ...revocation, success: 200 },
    "me.revokeOtherSessions": { right: null, success: 200 },
    "me.forgetDevices": { right: null, success: 200 },
  },
};
