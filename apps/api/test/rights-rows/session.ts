import { type Rows, toSignedIn } from "./row.ts";

export const sessionRows: Rows = {
  trpc: {
    "session.current": { right: null, success: 200 },
  },
  open: {
    getSession: { answers: toSignedIn(200) },
  },
};
