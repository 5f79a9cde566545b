import {
  acknowledgement,
  passwordChangeInput,
  passwordResetInput,
  passwordResetRequestInput,
} from "@zonepost/schema";
import { limitAttempts } from "../auth/limit-attempts.ts";
import { answer, authRoute, originOf } from "../auth/route.ts";
import { changePassword } from "./change-password.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { resetPassword } from "./reset-password.ts";

const change = authRoute({
  operationId: "changePassword",
  method: "POST",
  path: "/password/change",
  summary: "Change your password",
  description:
    "Takes the current one; who has none yet needs a session that was confirmed within ten minutes. The session gets a new token, the others end, and trusted browsers are forgotten.",
  body: passwordChangeInput,
  output: acknowledgement,
  problems: [400, 401, 403, 422, 429, 503],
  setsCookie: true,
  access: "signed_in",
  async handle(deps, request, input, { ctx }) {
    await limitAttempts(deps, request, "password-change", ctx.actor.email);
    return answer({ status: true }, [await changePassword({ ...deps, ...ctx }, input)]);
  },
});

const requestReset = authRoute({
  operationId: "requestPasswordReset",
  method: "POST",
  path: "/password/reset-request",
  summary: "Mail a link that sets a new password once, within 30 minutes",
  description: "The answer is the same whether or not the address is known; strangers get no mail.",
  body: passwordResetRequestInput,
  output: acknowledgement,
  problems: [400, 403, 422, 429],
  access: "open",
  async handle(deps, request, input) {
    await limitAttempts(deps, request, "password-reset-request", input.email);
    await requestPasswordReset(deps.db, input);
    return answer({ status: true });
  },
});

const reset = authRoute({
  operationId: "resetPassword",
  method: "POST",
  path: "/password/reset",
  summary: "Set a new password with the link that was mailed",
  description:
    "Signs nobody in, and skips no second factor. All sessions of the person end. A link that does not work any more is 422 `link_invalid`.",
  body: passwordResetInput,
  output: acknowledgement,
  problems: [400, 403, 422, 429, 503],
  access: "open",
  async handle(deps, request, input) {
    await limitAttempts(deps, request, "password-reset", undefined);
    await resetPassword({ ...deps, ...originOf(request) }, input);
    return answer({ status: true });
  },
});

export const passwordRoutes = [change, requestReset, reset];
