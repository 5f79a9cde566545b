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
import type { AuthRequest } from "../../../kernel/ctx.ts";
import { authOperation, named } from "../../../kernel/http/operation.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import { secondFactorNotDue } from "../model/own-account-errors.ts";
import type { AuthPorts } from "../ports.ts";
import type { OwnAccountCtx } from "../sessions/own-account-ctx.ts";
import { rememberBrowser } from "../sessions/remember-browser.ts";
import { confirmSecondFactor } from "./confirm-second-factor.ts";
import { disableSecondFactor } from "./disable-second-factor.ts";
import { enrolSecondFactor } from "./enrol-second-factor.ts";
import type { GivenCode } from "./prove-second-factor.ts";
import { renewBackupCodes } from "./renew-backup-codes.ts";
import { verifySecondFactor } from "./verify-second-factor.ts";

async function verify(
  ctx: OwnAccountCtx & { request: AuthRequest },
  session: SignedIn,
  given: GivenCode,
  trustDevice: boolean,
) {
  if (!session.isSecondFactorDue) {
    throw secondFactorNotDue();
  }
  const { result, setCookies } = await verifySecondFactor(ctx, { ...given, trustDevice });
  const known = rememberBrowser(ctx, ctx.request.header("cookie"), result.user);
  return { value: result, setCookies: [...setCookies, ...known] };
}

export const secondFactorOperations = (ports: AuthPorts) =>
  named({
    enableSecondFactor: authOperation({
      method: "POST",
      path: "/auth/two-factor/enable",
      summary: "Start setting up two-factor authentication",
      description:
        "Returns a secret for an authenticator app. Two-factor authentication is on once a code confirms the secret. Calling this again before that replaces the secret.",
      output: secondFactorEnrolment,
      problems: [401, 403, 409, 429],
      access: "full",
      handle: async (ctx) => ({ value: await enrolSecondFactor({ ...ctx, ...ports }) }),
    }),
    confirmSecondFactor: authOperation({
      method: "POST",
      path: "/auth/two-factor/confirm",
      summary: "Turn on two-factor authentication",
      description:
        "Requires an authenticator code. The response contains the backup codes; they are not shown again. Issues a new session token, ends the person's other sessions and invalidates links already sent by email.",
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
      method: "POST",
      path: "/auth/two-factor/disable",
      summary: "Turn off two-factor authentication",
      description:
        "Requires an authenticator code or a backup code. Removes trusted browsers, ends the person's other sessions and invalidates links already sent by email.",
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
      method: "POST",
      path: "/auth/two-factor/backup-codes",
      summary: "Generate new backup codes",
      description:
        "Replaces the old codes, which stop working. The response contains the new codes; they are not shown again.",
      output: backupCodesOnce,
      problems: [401, 403, 409, 429],
      access: "full",
      handle: async (ctx) => ({ value: await renewBackupCodes({ ...ctx, ...ports }) }),
    }),
    verifyTotp: authOperation({
      method: "POST",
      path: "/auth/two-factor/verify-totp",
      summary: "Verify an authenticator code",
      description:
        "Completes the sign-in. Each code works once. After five wrong codes in a row, counted over all sessions, the response is 429 for 15 minutes. Returns 409 if no code is required.",
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
      method: "POST",
      path: "/auth/two-factor/verify-backup-code",
      summary: "Verify a backup code",
      description:
        "Completes the sign-in. Each backup code works once. Wrong backup codes count like wrong authenticator codes.",
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
