import { acknowledgement, stepUpInput } from "@zonepost/schema";
import { authOperation, named } from "../../../kernel/http/operation.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import type { AuthPorts } from "../ports.ts";
import { stepUp } from "./step-up.ts";

export const stepUpOperations = (ports: AuthPorts) =>
  named({
    stepUp: authOperation({
      method: "POST",
      path: "/auth/step-up",
      summary: "Confirm your identity",
      description:
        "Required before sensitive operations. Send an authenticator code if two-factor authentication is on, otherwise the password. The confirmation lasts ten minutes. Issues a new session token. Without a code or password, sign in again instead.",
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
