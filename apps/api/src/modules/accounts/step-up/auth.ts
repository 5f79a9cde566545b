import { acknowledgement, stepUpInput } from "@zonepost/schema";
import { limitAttempts } from "../auth/limit-attempts.ts";
import { answer, authRoute } from "../auth/route.ts";
import { stepUp } from "./step-up.ts";

const confirmSession = authRoute({
  operationId: "stepUp",
  method: "POST",
  path: "/step-up",
  summary: "Prove again who you are, for what a stolen session must not do",
  description:
    "By the code of the second factor where there is one, otherwise by the password. Good for ten minutes; the session gets a new token. Who has neither signs in again.",
  body: stepUpInput,
  output: acknowledgement,
  problems: [400, 401, 403, 409, 422, 429, 503],
  setsCookie: true,
  access: "signed_in",
  async handle(deps, request, input, { session, ctx }) {
    await limitAttempts(deps, request, "step-up", ctx.actor.email);
    const { twoFactorEnabled } = session.current().user;
    return answer({ status: true }, [await stepUp({ ...deps, ...ctx }, input, twoFactorEnabled)]);
  },
});

export const stepUpRoutes = [confirmSession];
