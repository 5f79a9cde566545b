import type { MakeTarget, Rows } from "./row.ts";

const planFor: MakeTarget = async ({ workspace }) => ({
  body: { lines: [{ kind: "mail_plan", domainName: await workspace.addDomain(), planSlug: "starter" }] },
});

export const orderRows: Rows = {
  trpc: {
    "orders.preview": { right: "domains:buy", success: 200, own: planFor, changesNothing: true },
  },
};
