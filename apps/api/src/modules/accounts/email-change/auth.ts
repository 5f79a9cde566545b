import { acknowledgement, emailChangeConfirmationInput, emailChangeInput } from "@zonepost/schema";
import { limitAttempts } from "../auth/limit-attempts.ts";
import { answer, authRoute, originOf } from "../auth/route.ts";
import { readSession } from "../sessions/read-session.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { requestEmailChange } from "./request-email-change.ts";

const request = authRoute({
  operationId: "requestEmailChange",
  method: "POST",
  path: "/email/change",
  summary: "Mail a link to the address that you want to sign in with from now on",
  description:
    "Needs a session that was confirmed within ten minutes. The link works once, within an hour; the old address is told. The answer is the same where the address belongs to someone else, who gets no mail.",
  body: emailChangeInput,
  output: acknowledgement,
  problems: [400, 401, 403, 422, 429],
  access: "signed_in",
  async handle(deps, authRequest, input, { ctx }) {
    await limitAttempts(deps, authRequest, "email-change", ctx.actor.email);
    await requestEmailChange({ ...deps, ...ctx }, input);
    return answer({ status: true });
  },
});

const confirm = authRoute({
  operationId: "confirmEmailChange",
  method: "POST",
  path: "/email/confirm",
  summary: "Take the new address over, with the link that was mailed to it",
  description:
    "Needs no session and makes none; of the person's sessions the one that asks goes on, the others end. A link that does not work any more is 422 `link_invalid`.",
  body: emailChangeConfirmationInput,
  output: acknowledgement,
  problems: [400, 403, 409, 422, 429],
  access: "open",
  async handle(deps, authRequest, { token }) {
    await limitAttempts(deps, authRequest, "email-confirm", undefined);
    const session = await readSession(deps.db, deps.cookie, authRequest.header("cookie"));
    await confirmEmailChange(
      { ...deps, ...originOf(authRequest) },
      { token, session: session && !session.isSecondFactorDue ? session.person : undefined },
    );
    return answer({ status: true });
  },
});

export const emailChangeRoutes = [request, confirm];
