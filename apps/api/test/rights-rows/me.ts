import { newId, publicId } from "../../src/kernel/ids.ts";
import { chance, type MakeTarget, type Row, type Rows, unknownId } from "./row.ts";

/** Another session of that person. */
const newSession: MakeTarget = async ({ api }, person) => {
  const id = newId();
  await api.sql`insert into sessions (id, token, user_id, expires_at, created_at, updated_at)
    values (${id}, ${chance() + chance()}, ${person.id}, now() + interval '1 day', now(), now())`;
  return { path: { id: publicId("ses", id) } };
};

const change: Row = { success: 200, own: async () => ({ body: { name: `Renamed ${chance()}` } }) };
const revocation: Row = { success: 204, own: newSession, missing: { path: { id: unknownId("ses") } } };

export const meRows: Rows = {
  rest: {
    getProfile: { success: 200 },
    updateProfile: change,
    listOwnSessions: { success: 200 },
    revokeSession: revocation,
    revokeOtherSessions: { success: 204 },
    forgetTrustedDevices: { success: 204 },
  },
  trpc: {
    "me.get": { right: null, success: 200 },
    "me.update": { right: null, ...change },
    "me.sessions": { right: null, success: 200 },
    "me.revokeSession": { right: null, ...revocation, success: 200 },
    "me.revokeOtherSessions": { right: null, success: 200 },
    "me.forgetDevices": { right: null, success: 200 },
  },
};
