import type { Rows } from "./row.ts";

export const peopleRows: Rows = {
  rest: {},
  trpc: {},
};
