import {
  acknowledgement,
  backupCodesOnce,
  backupCodeVerificationInput,
  secondFactorConfirmationInput,
  secondFactorEnrolment,
  secondFactorRemovalInput,
  signInResult,
  totpVerificationInput,
} from "@zonepost/schema";
import type { SignedIn } from "../../../kernel/actor.ts";
import { authOperation } from "../../../kernel/http/operation.ts";
import type { AuthPorts } from "../auth/auth-ports.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import type { OwnAccountCtx } from "../model/own-account-ctx.ts";
import { secondFactorNotDue } from "../model/own-account-errors.ts";
import { confirmSecondFactor } from "./confirm-second-factor.ts";
import { disableSecondFactor } from "./disable-second-factor.ts";
import { enrolSecondFactor } from "./enrol-second-factor.ts";
import type { GivenCode } from "./prove-second-factor.ts";
import { renewBackupCodes } from "./renew-backup-codes.ts";
import { verifySecondFactor } from "./verify-second-factor.ts";

async function verify(ctx: OwnAccountCtx, session: SignedIn, given: GivenCode, trustDevice: boolean) {
  if (!session.isSecondFactorDue) {
    throw secondFactorNotDue();
  }
  const { result, setCookies } = await verifySecondFactor(ctx, { ...given, trustDevice });
  return { value: result, setCookies };
}

export const secondFactorOperations = (ports: AuthPorts) => ({
  enableSecondFactor: authOperation({
    operationId: "enableSecondFactor",
    method: "POST",
    path: "/auth/two-factor/enable",
    summary: "Get a secret for an authenticator app",
    description:
      "Needs a session that was confirmed within ten minutes. The second factor is on when a code confirms it; asking again before that makes a new secret.",
    output: secondFactorEnrolment,
    problems: [401, 403, 409],
    access: "full",
    handle: async (ctx) => ({ value: await enrolSecondFactor({ ...ctx, ...ports }) }),
  }),
  confirmSecondFactor: authOperation({
    operationId: "confirmSecondFactor",
    method: "POST",
    path: "/auth/two-factor/confirm",
    summary: "Turn the second factor on, with a code of the authenticator",
    description: "Answers the backup codes, this one time. The session gets a new token; the others end.",
    body: secondFactorConfirmationInput,
    output: backupCodesOnce,
    problems: [400, 401, 403, 409, 422, 429],
    setsCookie: true,
    access: "full",
    async handle(ctx, { body }) {
      await limitAttempts(ctx, ports, "second-factor", undefined);
      const { backupCodes, setCookie } = await confirmSecondFactor({ ...ctx, ...ports }, body);
      return { value: { backupCodes }, setCookies: [setCookie] };
    },
  }),
  disableSecondFactor: authOperation({
    operationId: "disableSecondFactor",
    method: "POST",
    path: "/auth/two-factor/disable",
    summary: "Turn the second factor off, with a code of the authenticator or a backup code",
    description:
      "Needs a session that was confirmed within ten minutes. Trusted browsers are forgotten and the other sessions end.",
    body: secondFactorRemovalInput,
    output: acknowledgement,
    problems: [400, 401, 403, 409, 422, 429],
    setsCookie: true,
    access: "full",
    async handle(ctx, { body: { code } }) {
      await limitAttempts(ctx, ports, "second-factor", undefined);
      const by = code.length === 6 ? "totp" : "backup_code";
      return {
        value: { status: true },
        setCookies: [await disableSecondFactor({ ...ctx, ...ports }, { by, code })],
      };
    },
  }),
  renewBackupCodes: authOperation({
    operationId: "renewBackupCodes",
    method: "POST",
    path: "/auth/two-factor/backup-codes",
    summary: "Make new backup codes; the old ones no longer work",
    description: "Needs a session that was confirmed within ten minutes. The codes are shown this one time.",
    output: backupCodesOnce,
    problems: [401, 403, 409],
    access: "full",
    handle: async (ctx) => ({ value: await renewBackupCodes({ ...ctx, ...ports }) }),
  }),
  verifyTotp: authOperation({
    operationId: "verifyTotp",
    method: "POST",
    path: "/auth/two-factor/verify-totp",
    summary: "Finish signing in, with a code of the authenticator",
    description:
      "Each code is taken once. Five wrong ones in a row, over all sessions, are answered with 429 for 15 minutes. Where no second factor is due it is 409.",
    body: totpVerificationInput,
    output: signInResult,
    problems: [400, 401, 403, 409, 422, 429],
    setsCookie: true,
    access: "half",
    async handle(ctx, { body: { code, trustDevice = false } }) {
      await limitAttempts(ctx, ports, "second-factor", undefined);
      return verify({ ...ctx, ...ports }, ctx.session, { by: "totp", code }, trustDevice);
    },
  }),
  verifyBackupCode: authOperation({
    operationId: "verifyBackupCode",
    method: "POST",
    path: "/auth/two-factor/verify-backup-code",
    summary: "Finish signing in, with one of the backup codes",
    description: "Each works once. Wrong ones count like wrong codes of the authenticator.",
    body: backupCodeVerificationInput,
    output: signInResult,
    problems: [400, 401, 403, 409, 422, 429],
    setsCookie: true,
    access: "half",
    async handle(ctx, { body: { code, trustDevice = false } }) {
      await limitAttempts(ctx, ports, "second-factor", undefined);
      return verify({ ...ctx, ...ports }, ctx.session, { by: "backup_code", code }, trustDevice);
    },
  }),
});
