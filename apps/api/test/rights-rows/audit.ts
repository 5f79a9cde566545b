import type { Rows } from "./row.ts";

export const auditRows: Rows = {
  rest: {},
  trpc: {},
};
