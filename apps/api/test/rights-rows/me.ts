import type { Rows } from "./row.ts";

export const meRows: Rows = {
  rest: {},
  trpc: {},
};
