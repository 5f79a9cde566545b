import type { MakeTarget, Row, Rows } from "./row.ts";
import { chance, unknownName } from "./row.ts";

/** A domain that expires soon. */
const expiring: MakeTarget = async ({ api, workspace }) => {
  const name = await workspace.addDomain({ name: `attention-${chance()}.com` });
  await api.sql`update domains set auto_renew = false, next_renewal_at = null,
    paid_until = now() + interval '6 days' where name = ${name}`;
  return { path: { id: `expires_without_renewal~${name}` } };
};
const missing = { path: { id: `expires_without_renewal~${unknownName}` } };
const until = () => new Date(Date.now() + 86_400_000).toISOString();
/** A person's own choice, which isn't logged. */
const personal = { changesNothing: true } as const;
const snooze: Row = {
  ...personal,
  success: 204,
  own: async (world, person) => ({ ...(await expiring(world, person)), body: { until: until() } }),
  missing: { ...missing, body: { until: until() } },
};
const mute: Row = { ...personal, success: 204, own: expiring, missing };
const takeBack: Row = {
  ...personal,
  success: 204,
  own: async () => ({ path: { id: "expires_without_renewal" } }),
};

const overTrpc = (row: Row) => ({ ...row, success: 200, right: "domains:read" as const });

export const attentionRows: Rows = {
  rest: {
    listAttention: { success: 200 },
    snoozeAttention: snooze,
    unsnoozeAttention: takeBack,
    muteAttention: mute,
    unmuteAttention: takeBack,
  },
  trpc: {
    "attention.list": { right: "domains:read", success: 200 },
    "attention.snooze": overTrpc(snooze),
    "attention.unsnooze": overTrpc(takeBack),
    "attention.mute": overTrpc(mute),
    "attention.unmute": overTrpc(takeBack),
  },
};
