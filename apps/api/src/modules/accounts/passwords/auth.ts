import {
  acknowledgement,
  passwordChangeInput,
  passwordResetInput,
  passwordResetRequestInput,
} from "@zonepost/schema";
import { authOperation } from "../../../kernel/http/operation.ts";
import type { AuthPorts } from "../auth/auth-ports.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import { changePassword } from "./change-password.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { resetPassword } from "./reset-password.ts";

export const passwordOperations = (ports: AuthPorts) => ({
  changePassword: authOperation({
    operationId: "changePassword",
    method: "POST",
    path: "/auth/password/change",
    summary: "Change your password",
    description:
      "Takes the current one; who has none yet needs a session that was confirmed within ten minutes. The session gets a new token, the others end, and trusted browsers are forgotten.",
    body: passwordChangeInput,
    output: acknowledgement,
    problems: [400, 401, 403, 422, 429, 503],
    setsCookie: true,
    access: "full",
    async handle(ctx, { body }) {
      await limitAttempts(ctx, ports, "password-change", ctx.actor.email);
      return { value: { status: true }, setCookies: [await changePassword({ ...ctx, ...ports }, body)] };
    },
  }),
  requestPasswordReset: authOperation({
    operationId: "requestPasswordReset",
    method: "POST",
    path: "/auth/password/reset-request",
    summary: "Mail a link that sets a new password once, within 30 minutes",
    description: "The answer is the same whether or not the address is known; strangers get no mail.",
    body: passwordResetRequestInput,
    output: acknowledgement,
    problems: [400, 403, 422, 429],
    access: "open",
    async handle(ctx, { body }) {
      await limitAttempts(ctx, ports, "password-reset-request", body.email);
      await requestPasswordReset(ctx.db, body);
      return { value: { status: true } };
    },
  }),
  resetPassword: authOperation({
    operationId: "resetPassword",
    method: "POST",
    path: "/auth/password/reset",
    summary: "Set a new password with the link that was mailed",
    description:
      "Signs nobody in, and skips no second factor. All sessions of the person end. A link that does not work any more is 422 `link_invalid`.",
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
