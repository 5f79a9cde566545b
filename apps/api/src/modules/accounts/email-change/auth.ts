import { acknowledgement, emailChangeConfirmationInput, emailChangeInput } from "@zonepost/schema";
import { authOperation } from "../../../kernel/http/operation.ts";
import type { AuthPorts } from "../auth/auth-ports.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import { readSession } from "../sessions/read-session.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { requestEmailChange } from "./request-email-change.ts";

export const emailChangeOperations = (ports: AuthPorts) => ({
  requestEmailChange: authOperation({
    operationId: "requestEmailChange",
    method: "POST",
    path: "/auth/email/change",
    summary: "Mail a link to the address that you want to sign in with from now on",
    description:
      "Needs a session that was confirmed within ten minutes. The link works once, within an hour; the old address is told. The answer is the same where the address belongs to someone else, who gets no mail.",
    body: emailChangeInput,
    output: acknowledgement,
    problems: [400, 401, 403, 422, 429],
    access: "full",
    async handle(ctx, { body }) {
      await limitAttempts(ctx, ports, "email-change", ctx.actor.email);
      await requestEmailChange({ ...ctx, ...ports }, body);
      return { value: { status: true } };
    },
  }),
  confirmEmailChange: authOperation({
    operationId: "confirmEmailChange",
    method: "POST",
    path: "/auth/email/confirm",
    summary: "Take the new address over, with the link that was mailed to it",
    description:
      "Needs no session and makes none; of the person's sessions the one that asks goes on, the others end. A link that does not work any more is 422 `link_invalid`.",
    body: emailChangeConfirmationInput,
    output: acknowledgement,
    problems: [400, 403, 409, 422, 429],
    access: "open",
    async handle(ctx, { body }) {
      await limitAttempts(ctx, ports, "email-confirm", undefined);
      const session = await readSession(ctx.db, ports.cookie, ctx.request.header("cookie"));
      await confirmEmailChange(
        { ...ctx, ...ports },
        { token: body.token, session: session && !session.isSecondFactorDue ? session.person : undefined },
      );
      return { value: { status: true } };
    },
  }),
});
