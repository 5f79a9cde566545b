import {
  acknowledgement,
  passwordChangeInput,
  passwordResetInput,
  passwordResetRequestInput,
} from "@zonepost/schema";
import { authOperation, named } from "../../../kernel/http/operation.ts";
import { countLinkRequest, limitAttempts } from "../auth/limit-attempts.ts";
import type { AuthPorts } from "../ports.ts";
import { changePassword, readPasswordBefore } from "./change-password.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { resetPassword } from "./reset-password.ts";

export const passwordOperations = (ports: AuthPorts) =>
  named({
    changePassword: authOperation({
      method: "POST",
      path: "/auth/password/change",
      summary: "Change the password",
      description:
        "Requires the current password. Issues a new session token, ends the person's other sessions and removes trusted browsers.",
      body: passwordChangeInput,
      output: acknowledgement,
      problems: [400, 401, 403, 422, 429, 503],
      setsCookie: true,
      access: "full",
      readBefore: readPasswordBefore,
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "password-change", ctx.actor.email);
        return { value: { status: true }, setCookies: [await changePassword({ ...ctx, ...ports }, body)] };
      },
    }),
    requestPasswordReset: authOperation({
      method: "POST",
      path: "/auth/password/reset-request",
      summary: "Request a password reset",
      description:
        "Emails a link if the address has an account. The response is the same either way, even if the address has been sent too many links. Earlier links still work.",
      body: passwordResetRequestInput,
      output: acknowledgement,
      problems: [400, 403, 422, 429],
      access: "open",
      async handle(ctx, { body }) {
        const { isAllowed, browser } = await countLinkRequest(
          ctx,
          ports,
          "password-reset-request",
          body.email,
        );
        if (isAllowed) {
          await requestPasswordReset(ctx.db, { ...body, browser });
        }
        return { value: { status: true } };
      },
    }),
    resetPassword: authOperation({
      method: "POST",
      path: "/auth/password/reset",
      summary: "Reset the password",
      description:
        "Takes the token from the emailed link, which works once, within 30 minutes. Ends all sessions of the person and does not sign in. Returns 422 with `link_invalid` if the link no longer works.",
      body: passwordResetInput,
      output: acknowledgement,
      problems: [400, 403, 422, 429, 503],
      access: "open",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "password-reset", undefined);
        await resetPassword({ ...ctx, ...ports }, body);
        return { value: { status: true } };
      },
    }),
  });
