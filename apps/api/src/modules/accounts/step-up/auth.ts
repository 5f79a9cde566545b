import { acknowledgement, stepUpInput } from "@zonepost/schema";
import { authOperation } from "../../../kernel/http/operation.ts";
import type { AuthPorts } from "../auth/auth-ports.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import { stepUp } from "./step-up.ts";

export const stepUpOperations = (ports: AuthPorts) => ({
  stepUp: authOperation({
    operationId: "stepUp",
    method: "POST",
    path: "/auth/step-up",
    summary: "Prove again who you are, for what a stolen session must not do",
    description:
      "By the code of the second factor where there is one, otherwise by the password. Good for ten minutes; the session gets a new token. Who has neither signs in again.",
    body: stepUpInput,
    output: acknowledgement,
    problems: [400, 401, 403, 409, 422, 429, 503],
    setsCookie: true,
    access: "full",
    async handle(ctx, { body }) {
      await limitAttempts(ctx, ports, "step-up", ctx.actor.email);
      const { twoFactorEnabled } = ctx.session.current().user;
      return {
        value: { status: true },
        setCookies: [await stepUp({ ...ctx, ...ports }, body, twoFactorEnabled)],
      };
    },
  }),
});
