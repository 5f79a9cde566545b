import { type Rows, unknownId } from "./row.ts";

export const finderRows: Rows = {
  trpc: {
    // Each kind of ID has its case in find-record.test.ts.
    "finder.record": {
      right: "domains:read",
      success: 200,
      own: async () => ({ body: { id: unknownId("dom") } }),
    },
  },
};
