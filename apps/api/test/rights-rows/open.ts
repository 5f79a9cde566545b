import type { Rows } from "./row.ts";

export const openRows: Rows = {
  open: {
    signInWithEmail: {
      // Two callers: each answer takes a password hash.
      asked: ["signed_out", "owner"],
      target: { body: { email: "nobody@people.test", password: "wrong" } },
      answers: () => 401,
    },
    sendMagicLink: { target: { body: { email: "nobody@people.test" } }, answers: () => 200 },
    signInWithProvider: { target: { body: { provider: "github" } }, answers: () => 503 },
    followMagicLink: { target: { query: { token: "no-such-token" } }, answers: () => 302 },
    isAlive: { answers: () => 200 },
    isReady: { answers: () => 200 },
    // Last, since it ends the sessions that it is asked with; the rows above are asked first.
    signOut: { asked: ["signed_out", "half_signed_in", "owner"], answers: () => 200 },
  },
};
