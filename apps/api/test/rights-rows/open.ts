import { type MakeTarget, type Rows, toHalfSignedIn, toSignedIn } from "./row.ts";

const noSuchCode = { body: { code: "000000" } };
/** The person has started to set up a second factor. */
const wrongFirstCode: MakeTarget = async ({ api }, { cookie }) => {
  await api.call({ method: "POST", path: "/auth/two-factor/enable", cookie });
  return noSuchCode;
};
const noSuchLink = { token: "no-such-token-anywhere" };
const newPassword = "a password that is not in use";

export const openRows: Rows = {
  open: {
    signInWithEmail: {
      // Only two callers, since each response takes a password hash.
      asked: ["signed_out", "owner"],
      target: { body: { email: "unknown@people.test", password: "wrong" } },
      answers: () => 401,
    },
    sendMagicLink: { target: { body: { email: "unknown@people.test" } }, answers: () => 200 },
    listSignInProviders: { answers: () => 200 },
    signInWithProvider: { target: { body: { provider: "github" } }, answers: () => 503 },
    redeemMagicLink: { target: { body: noSuchLink }, answers: () => 422 },
    signInWithCode: {
      target: { body: { email: "unknown@people.test", code: "000000" } },
      answers: () => 422,
    },
    followMagicLink: { target: { query: { token: "no-such-token" } }, answers: () => 302 },
    // None of these people has a second factor or a link, so an authorized caller gets that error.
    enableSecondFactor: { answers: toSignedIn(200) },
    confirmSecondFactor: { target: wrongFirstCode, answers: toSignedIn(422) },
    disableSecondFactor: { target: noSuchCode, answers: toSignedIn(409) },
    renewBackupCodes: { answers: toSignedIn(409) },
    verifyTotp: { target: noSuchCode, answers: toHalfSignedIn(409) },
    verifyBackupCode: { target: { body: { code: "a".repeat(16) } }, answers: toHalfSignedIn(409) },
    stepUp: { target: noSuchCode, answers: toSignedIn(422) },
    changePassword: { target: { body: { newPassword } }, answers: toSignedIn(422) },
    requestPasswordReset: { target: { body: { email: "unknown@people.test" } }, answers: () => 200 },
    resetPassword: { target: { body: { ...noSuchLink, newPassword } }, answers: () => 422 },
    requestEmailChange: { target: { body: { newEmail: "new@people.test" } }, answers: toSignedIn(200) },
    readMailForwarding: { target: { body: noSuchLink }, answers: () => 422 },
    confirmMailForwarding: { target: { body: noSuchLink }, answers: () => 422 },
    stopMailForwarding: { target: { body: noSuchLink }, answers: () => 422 },
    readSharedMailDns: { target: { body: { token: "a".repeat(43) } }, answers: () => 404 },
    confirmEmailChange: { target: { body: noSuchLink }, answers: () => 422 },
    isAlive: { answers: () => 200 },
    isReady: { answers: () => 200 },
    getMode: { answers: () => 200 },
    // Last, because it ends the sessions of its callers.
    signOut: { asked: ["signed_out", "half_signed_in", "owner"], answers: () => 200 },
  },
};
